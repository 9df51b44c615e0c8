import shutil

LIMIT = 5


class ListedNode:
    RETURN_TYPES = ("MASK",)
    FUNCTION = "run"
    CATEGORY = "listed"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}

    def run(self):
        return (None,)
