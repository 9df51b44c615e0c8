from .const import get_category, get_name


class AnyType(str):
    """A type that is equal to all others."""

    def __ne__(self, other):
        return False


any_type = AnyType("*")


class Router:
    NAME = get_name("Any Router")
    CATEGORY = get_category()
    FUNCTION = "route"
    RETURN_TYPES = (any_type,)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}, "optional": {"input": (any_type, {"forceInput": True})}}


class Switch(Router):
    CATEGORY = get_category("logic")
