import folder_paths


class Loader:
    CATEGORY = "py/io"
    FUNCTION = "load"
    RETURN_TYPES = ("MODEL", "VAE")

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"name": (folder_paths.get_filename_list("checkpoints"), {"tooltip": "Which one"})}}
