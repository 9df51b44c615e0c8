class Stamp:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "own name"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}
