class Sharpen:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "extra"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}

    def run(self):
        return (None,)


NODE_CLASS_MAPPINGS = {"Sharpen": Sharpen}
