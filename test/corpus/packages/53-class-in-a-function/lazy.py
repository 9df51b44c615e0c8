from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .types_only import Something


class Lazy:
    CATEGORY = "lazy"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def title(cls):
        return f"{cls.__name__} ({cls.CATEGORY})"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"n": ("INT", {"default": 1 if cls.CATEGORY == "lazy" else 2})}}
