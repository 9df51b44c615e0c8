class ColorBaseNode:
    NAME = "Not Collected"
    CATEGORY = "COLOR"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}


class Tint(ColorBaseNode):
    NAME = "Collected Tint"


class Fade(ColorBaseNode):
    NAME = "Collected Fade"
    CATEGORY = "COLLECTED/OTHER"


class Helper:
    pass
