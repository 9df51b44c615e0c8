"""A small extension: one node, as the registry reads it without running anything."""


class NightSharpen:
    CATEGORY = "image/filters"
    FUNCTION = "sharpen"
    RETURN_TYPES = ("IMAGE",)
    DESCRIPTION = "Sharpens an image."

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "strength": ("FLOAT", {"default": 1.0})}}

    def sharpen(self, image, strength):
        return (image * strength,)


NODE_CLASS_MAPPINGS = {"NightSharpen": NightSharpen}
NODE_DISPLAY_NAME_MAPPINGS = {"NightSharpen": "Sharpen at night"}
