from .meta import COLLECTED, Node


class Auto(Node):
    CATEGORY = "meta"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = COLLECTED
