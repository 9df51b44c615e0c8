class One:
    CATEGORY = "joined/first"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"Joined One": One}
