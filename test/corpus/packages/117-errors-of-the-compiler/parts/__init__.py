class Missing:
    CATEGORY = "errors"
    FUNCTION = "found"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"a": ("INT",)}}
