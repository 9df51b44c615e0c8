class Blur:
    CATEGORY = "loaded"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}


NODE_CLASS_MAPPINGS = {" Blur ": Blur}
NODE_DISPLAY_NAME_MAPPINGS = {" Blur ": "Blur it"}
