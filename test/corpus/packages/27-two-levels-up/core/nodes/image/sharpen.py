from ... import settings
from .. import image_root
from ..image import helpers


class Sharpen:
    TITLE = "Sharpen"
    CATEGORY = image_root
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "kernel": (helpers.KERNELS, {"default": helpers.KERNELS[0]})}}
