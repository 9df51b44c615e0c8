class Alpha:
    CATEGORY = "circle"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"n": ("INT",)}}


from .b import Beta

NODE_CLASS_MAPPINGS = {"Alpha": Alpha, "Beta": Beta}
