from ...settings import ROOT


class Shout:
    TITLE = "Shout!"
    CATEGORY = ROOT + "/" "text"
    FUNCTION = "run"
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"text": ("STRING",)}}
