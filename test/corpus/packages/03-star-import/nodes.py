class Invert:
    CATEGORY = "star"
    FUNCTION = "go"
    RETURN_TYPES = ("MASK",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"mask": ("MASK",)}}

    def go(self, mask):
        return (1 - mask,)


class _Private(Invert):
    pass


NODE_CLASS_MAPPINGS = {"Star Invert": Invert, "Star Private": _Private}
NODE_DISPLAY_NAME_MAPPINGS = {"Star Invert": "⭐ Invert", "Star Private": "⭐ Private 🔒"}
