import folder_paths

from .names import NAMES

ORDERED = sorted(list(set(NAMES + folder_paths.get_filename_list("checkpoints"))))


class First:
    CATEGORY = "own"
    FUNCTION = "run"
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"name": (NAMES,), "any": (ORDERED, {"default": NAMES[0]})}}

    def run(self, name, any):
        return (name,)
