class Found:
    CATEGORY = "found"
    FUNCTION = "find"
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"Found": Found}
