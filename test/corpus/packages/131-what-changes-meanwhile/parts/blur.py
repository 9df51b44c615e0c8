class Blur:
    CATEGORY = __name__
    DESCRIPTION = "part of " + __name__.rpartition(".")[0]
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}
