from abc import ABC, abstractmethod


class Named:
    CATEGORY = "mix"
    DESCRIPTION = "From the root."


class OutputMixin(Named):
    OUTPUT_NODE = True
    RETURN_TYPES = ()
    DESCRIPTION = "Ends a workflow."


class TextMixin(Named, ABC):
    FUNCTION = "handle"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"text": ("STRING", {"forceInput": True})}, **cls.extra()}

    @classmethod
    def extra(cls):
        return {}

    @abstractmethod
    def handle(self, text):
        ...
