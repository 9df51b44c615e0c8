__all__ = ["Exported", "Twice"]


class Exported:
    CATEGORY = "all"
    FUNCTION = "exported"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


class Twice(Exported):
    FUNCTION = "from_exported"
