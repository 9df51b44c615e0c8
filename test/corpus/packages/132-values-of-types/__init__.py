"""Choices that the source lists as types."""
import typing
from typing import Literal, get_args

Mode = Literal["fast", "slow"]
Level = typing.Literal[1, 2, 3]
Any = Literal[Mode, "auto"]
NODE_CLASS_MAPPINGS = {}


class Choose:
    CATEGORY = "types"
    FUNCTION = "run"
    RETURN_TYPES = get_args(Literal["IMAGE", "MASK"])

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "mode": (list(get_args(Mode)), {"default": get_args(Mode)[0]}),
                "level": ("INT", {"default": min(typing.get_args(Level)), "max": max(get_args(Level))}),
                "any": ([*get_args(Any)],),
            }
        }

    def run(self, mode: Mode, level: Level = 1, any: "Any" = None):
        return (mode, level)


for mode in get_args(Mode):
    NODE_CLASS_MAPPINGS[f"Choose {mode}"] = type(f"Choose{mode.title()}", (Choose,), {"CATEGORY": f"types/{mode}"})
NODE_CLASS_MAPPINGS["Choose"] = Choose
