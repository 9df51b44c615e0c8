from typing import Any, Dict, TypeVar

Settings = Dict[str, Any]
Item = TypeVar("Item")


class Counted:
    KEY = "Counted Members"
    CATEGORY = "members"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls) -> Dict:
        return {"required": {}}
