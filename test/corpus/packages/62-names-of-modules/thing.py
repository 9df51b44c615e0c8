def thing(value):
    class Thing:
        CATEGORY = value
        FUNCTION = "run"
        RETURN_TYPES = ("INT",)

        @classmethod
        def INPUT_TYPES(cls):
            return {"required": {}}

    return Thing
