class Cgal:
    CATEGORY = "registered"
    FUNCTION = "run"
    RETURN_TYPES = ("MESH",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"RegisteredCgal": Cgal}
NODE_DISPLAY_NAME_MAPPINGS = {"RegisteredCgal": "Cgal of a library"}
