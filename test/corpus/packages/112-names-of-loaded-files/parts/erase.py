try:
    from .titles import NAME
except ImportError:
    NAME = "alone"


class Erase:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "loaded"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"Erase": Erase}
NODE_DISPLAY_NAME_MAPPINGS = {"Erase": "Erase " + NAME}
