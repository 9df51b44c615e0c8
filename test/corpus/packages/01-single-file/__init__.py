"""Two image nodes in one file."""


class BrightnessNode:
    CATEGORY = "tiny/image"
    FUNCTION = "brighten"
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("image",)
    DESCRIPTION = "Makes an image brighter."

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "image": ("IMAGE",),
                "amount": ("FLOAT", {"default": 1.0, "min": 0.0, "max": 4.0, "step": 0.05}),
            },
        }

    def brighten(self, image, amount):
        return (image * amount,)


class SplitBatch:
    CATEGORY = "tiny/batch"
    FUNCTION = "split"
    RETURN_TYPES = ("IMAGE", "INT")
    RETURN_NAMES = ("images", "count")
    OUTPUT_IS_LIST = (True, False)
    OUTPUT_NODE = False
    DEPRECATED = True

    @classmethod
    def INPUT_TYPES(s):
        return {"required": {"batch": ("IMAGE", {"tooltip": "What to split"})}, "hidden": {"unique_id": "UNIQUE_ID"}}

    def split(self, batch, unique_id=None):
        return ([one for one in batch], len(batch))


NODE_CLASS_MAPPINGS = {"BrightnessNode": BrightnessNode, "SplitBatch": SplitBatch}
NODE_DISPLAY_NAME_MAPPINGS = {"BrightnessNode": "Brightness", "SplitBatch": "Split a batch"}
__all__ = ["NODE_CLASS_MAPPINGS", "NODE_DISPLAY_NAME_MAPPINGS"]
