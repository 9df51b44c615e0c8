from .version import PREFIX, VERSION


class Stamp:
    CATEGORY = f"{PREFIX}/{'stamps'}/v{VERSION}"
    FUNCTION = "stamp"
    RETURN_TYPES = (f"{PREFIX.upper()}_STAMP",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {f"{PREFIX}_in": ("IMAGE",)}}


class Label(Stamp):
    FUNCTION = f"label_{len(PREFIX)}"


class Seal(Stamp):
    pass
