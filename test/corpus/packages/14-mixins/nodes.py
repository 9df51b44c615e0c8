from .mixins import OutputMixin, TextMixin


class SaveText(TextMixin, OutputMixin):
    @classmethod
    def extra(cls):
        return {"optional": {"name": ("STRING", {"default": "text.txt"})}}


class ShowText(TextMixin, OutputMixin):
    OUTPUT_IS_LIST = (True,)
    RETURN_TYPES = ("STRING",)
