class Main:
    CATEGORY = "registered"
    FUNCTION = "run"
    RETURN_TYPES = ("MESH",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"RegisteredMain": Main}
NODE_DISPLAY_NAME_MAPPINGS = {"RegisteredMain": "Main of a library"}
