class Node:
    CATEGORY = "records"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}


class Blurred(Node):
    pass


class Sharpened(Node):
    RETURN_TYPES = ("IMAGE", "MASK")


class Toned(Node):
    CATEGORY = "records/tone"
