class Second:
    CATEGORY = "folder/more"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODES = {"FolderSecond": Second}
