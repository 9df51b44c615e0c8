class Upscale:
    CATEGORY = "pack"
    FUNCTION = "up"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "factor": ("INT", {"default": 2})}}
