from enum import Enum

from .registry import registry


class Mode(Enum):
    FAST = "fast"
    SLOW = "slow"


@registry.add
class Run:
    TITLE = "Run it"
    CATEGORY = "instance"
    FUNCTION = "run"
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"mode": ([mode.value for mode in Mode], {"default": Mode.SLOW.value})}}


@registry.add
class Stop(Run):
    del_me = 1
