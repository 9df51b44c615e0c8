class Node:
    LABEL = "?"
    CATEGORY = "globals"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


class Up(Node):
    LABEL = "⬆"


class Down(Node):
    LABEL = "⬇"
    for _step in range(2):
        LABEL += "!"
    locals()["EXPERIMENTAL"] = True
