class ShapeOne:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"shape": (["round", "flat"],)}}

    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "shapes"
