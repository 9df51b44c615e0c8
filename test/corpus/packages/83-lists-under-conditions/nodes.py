class Plain:
    NAME = "listed plain"
    CATEGORY = "listed"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


class Tint(Plain):
    NAME = "listed tint"
