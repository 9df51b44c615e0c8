from typing import Any, ClassVar


class Join:
    CATEGORY: ClassVar[str] = "text"
    FUNCTION: ClassVar[str] = "join"
    RETURN_TYPES: ClassVar[tuple] = ("STRING",)
    OUTPUT_NODE: bool

    @classmethod
    def INPUT_TYPES(cls) -> dict[str, Any]:
        return {"required": {"a": ("STRING", {"multiline": True}), "b": ("STRING", {"default": "b\tc"})}}


class Repeat:
    CATEGORY: str = "text"
    FUNCTION: str = "repeat"
    RETURN_TYPES: tuple = ("STRING",)
    INPUT_IS_LIST: bool = False

    @classmethod
    def INPUT_TYPES(cls) -> dict:
        return dict(required=dict(text=("STRING", dict(forceInput=True)), times=("INT", dict(default=2, min=1))))
