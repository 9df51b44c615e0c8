from .registry import register


@register("Add numbers ➕")
class Add:
    CATEGORY = "registry/math"
    FUNCTION = "add"
    RETURN_TYPES = ("FLOAT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"a": ("FLOAT",), "b": ("FLOAT",)}}


@register()
class Negate(Add):
    FUNCTION = "negate"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"a": Add.INPUT_TYPES()["required"]["a"]}}
