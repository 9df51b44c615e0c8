import os
import platform


class Always:
    CATEGORY = "platform"
    FUNCTION = "run"
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"sep": ("STRING", {"default": os.sep})}}


class WindowsOnly(Always):
    pass


class Screen(Always):
    if platform.system() == "Darwin":
        CATEGORY = "platform/mac"
    else:
        CATEGORY = "platform/other"
