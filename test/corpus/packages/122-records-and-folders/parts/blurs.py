from .registry import REGISTRY


@REGISTRY.register("BlurFast")
class Fast:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"strength": ("FLOAT", {"default": REGISTRY.strength})}}

    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "records"

    def run(self, strength):
        return (strength,)
