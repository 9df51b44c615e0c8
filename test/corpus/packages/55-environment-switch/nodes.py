import os

DEBUG = bool(os.environ.get("DEBUG"))


def names():
    if DEBUG:
        return ("value", "trace")
    return ("value",)


class Stable:
    CATEGORY = "switch"
    FUNCTION = "run_debug" if DEBUG else "run"
    RETURN_TYPES = ("INT",)
    RETURN_NAMES = names()

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"n": ("INT",)}}


class Beta(Stable):
    EXPERIMENTAL = True
