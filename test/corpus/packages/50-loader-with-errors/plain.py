class Plain:
    CATEGORY = "plain"
    FUNCTION = "run"
    RETURN_TYPES = "INT", "FLOAT"
    RETURN_NAMES = "whole", "part"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"n": ("INT", {"default": 7})}}


class Simple(Plain):
    RETURN_TYPES = ("INT",)
    RETURN_NAMES = ("n")
    OUTPUT_IS_LIST = [True]
