class FlipLatent:
    CATEGORY = "mods/latent"
    FUNCTION = "flip"
    RETURN_TYPES = ("LATENT",)
    EXPERIMENTAL = True

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"samples": ("LATENT",), "axis": (["x", "y"], {"default": "y"})}}


NODE_CLASS_MAPPINGS = {"FlipLatent": FlipLatent}
NODE_DISPLAY_NAME_MAPPINGS = {"FlipLatent": "Flip latent"}
