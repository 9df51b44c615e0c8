try:
    import tomllib
except ModuleNotFoundError:
    tomllib = None

HAS_TOML = tomllib is not None


class Basic:
    CATEGORY = "optional"
    FUNCTION = "run"
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"text": ("STRING", {})}}
