import functools

COMMON = {"required": {"value": ("INT", {"default": 1})}}


class Form:
    CATEGORY = "forms"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)


class AsClassMethod(Form):
    LABELS = ("on", "off")

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"value": (list(cls.LABELS), {"default": cls.LABELS[0]})}}


class AsStatic(Form):
    @staticmethod
    def INPUT_TYPES():
        return COMMON


class AsLambda(Form):
    INPUT_TYPES = classmethod(lambda cls: {"required": {"text": ("STRING",)}})


class AsProperty(Form):
    INPUT_TYPES = lambda: {"required": {}, "optional": {"text": ("STRING",)}}


class NoDecorator(Form):
    def INPUT_TYPES():
        return {"required": {"plain": ("FLOAT",)}}


class Cached(Form):
    @classmethod
    @functools.lru_cache(maxsize=None)
    def INPUT_TYPES(cls):
        return {"required": {"cached": ("BOOLEAN", {"default": True})}}
