from .register import register as node


@node("A square")
class Square:
    FUNCTION = "draw"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


@node("A circle", category="round")
class Circle(Square):
    pass
