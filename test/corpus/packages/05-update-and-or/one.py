class First:
    CATEGORY = "count"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"First": First}
NODE_DISPLAY_NAME_MAPPINGS = {"First": "The first"}
