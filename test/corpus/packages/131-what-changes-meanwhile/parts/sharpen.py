class Sharpen:
    CATEGORY = __name__.replace("_", "/")
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE", "MASK")

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "place": ([__name__.split(".")[-1]],)}}
