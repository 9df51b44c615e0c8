class Two:
    CATEGORY = "joined/second"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"Joined Two": Two}
