from typing import Dict


class Counted:
    KEY = "Counted Members"
    CATEGORY = "members"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls) -> Dict:
        return {"required": {}}
