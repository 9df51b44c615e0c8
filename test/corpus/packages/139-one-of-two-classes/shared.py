class Plain:
    NAME = "two plain"
    CATEGORY = "two"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}

    def run(self):
        return (1,)
