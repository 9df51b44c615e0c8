class First:
    CATEGORY = "read"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"n": ("INT",)}}


class Second(First):
    CATEGORY = "read/again"
