class Shape:
    TITLE = None
    CATEGORY = "shapes"
    FUNCTION = "draw"
    RETURN_TYPES = ("IMAGE", "MASK")

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {name: ("INT", {"default": 64}) for name in cls.SIDES}}


class Circle(Shape):
    TITLE = "Draw a circle"
    SIDES = ["radius"]


class Square(Shape):
    SIDES = ["side"]


class Triangle(Shape):
    TITLE = "Draw a " + "triangle"
    SIDES = [f"side_{letter}" for letter in "abc"]
