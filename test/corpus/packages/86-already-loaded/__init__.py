from nodes import NODE_CLASS_MAPPINGS as LOADED


class First:
    CATEGORY = "twice"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


if "Loaded First" in LOADED:
    NODE_CLASS_MAPPINGS = {}
else:
    NODE_CLASS_MAPPINGS = {"Loaded First": First}
