class PartThird:
    CATEGORY = "part"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}

    def run(self):
        return (1,)


NODE_CLASS_MAPPINGS = {"PartThird": PartThird}
