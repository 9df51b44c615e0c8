class Old:
    CATEGORY = "dup"
    FUNCTION = "old"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"x": ("INT",), "x": ("FLOAT",)}}


class New(Old):
    FUNCTION = "new"
    FUNCTION = "newer"


NODE_CLASS_MAPPINGS = {"Dup": Old, "Other": Old, "Dup": New}
NODE_CLASS_MAPPINGS = {**NODE_CLASS_MAPPINGS, **{"Third": New}}
NODE_DISPLAY_NAME_MAPPINGS = {"Dup": "Old one"}
NODE_DISPLAY_NAME_MAPPINGS.update({"Dup": "New one", "Gone": "Not there"})
