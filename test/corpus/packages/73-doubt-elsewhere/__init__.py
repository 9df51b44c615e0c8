from .vendor import tool
from torchless import Wrapped


class Plain:
    CATEGORY = "doubt"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"Plain": Plain, "Wrapped": Wrapped}
