class GrowMask:
    CATEGORY = "mods/mask"
    FUNCTION = "grow"
    RETURN_TYPES = ("MASK",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"mask": ("MASK",), "by": ("INT", {"default": 4, "min": -64, "max": 64})}}


NODE_CLASS_MAPPINGS = {"GrowMask": GrowMask}
NODE_DISPLAY_NAME_MAPPINGS = {"GrowMask": "Grow mask"}
