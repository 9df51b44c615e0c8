class Saver:
    CATEGORY = "py/io"
    FUNCTION = "save"
    RETURN_TYPES = ()
    OUTPUT_NODE = True

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"images": ("IMAGE",), "prefix": ("STRING", {"default": "out"})}, "hidden": {"prompt": "PROMPT", "extra": "EXTRA_PNGINFO"}}
