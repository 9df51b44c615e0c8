from typing import Generic, TypeVar

T = TypeVar("T")


class Root:
    CATEGORY = "order/root"
    FUNCTION = "root"
    RETURN_TYPES = ("ROOT",)

    @classmethod
    def names(cls):
        return ["root"]

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {name: ("INT",) for name in cls.names()}}


class Left(Root):
    @classmethod
    def names(cls):
        return super().names() + ["left"]


class Right(Root):
    CATEGORY = "order/right"

    @classmethod
    def names(cls):
        return super().names() + ["right"]


class Both(Left, Right):
    pass


class Typed(Right, Generic[T]):
    class Options:
        FUNCTION = "typed"

    FUNCTION = Options.FUNCTION
    RETURN_TYPES = Right.RETURN_TYPES + (Options.__name__,)


class Later(Left):
    pass


Root.FUNCTION = "patched"
Right.RETURN_TYPES = ("RIGHT",)


def inputs(cls):
    return {"required": {"patched": ("STRING", {"default": cls.__name__})}}


Later.INPUT_TYPES = classmethod(inputs)
NODE_CLASS_MAPPINGS = {"Both": Both, "Typed": Typed, "Later": Later, "Inner": type("Inner", (Both,), dict(CATEGORY="order/inner"))}
