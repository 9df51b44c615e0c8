try:
    from .titles import NAME
except ImportError:
    NAME = "alone"


class Paint:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "loaded"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"Paint": Paint}
NODE_DISPLAY_NAME_MAPPINGS = {"Paint": "Paint " + NAME}
