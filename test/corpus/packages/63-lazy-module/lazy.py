class Known:
    CATEGORY = "lazy"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return type(name, (Known,), {"CATEGORY": "lazy/made"})
