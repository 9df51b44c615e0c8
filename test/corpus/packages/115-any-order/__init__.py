"""Lists in the order of a folder or a set, which differs between systems and runs."""

import os
from inspect import cleandoc

PRESETS = os.path.join(os.path.dirname(__file__), "presets")
FILES = os.listdir(PRESETS)
CHOICES = ["None"]
for name in FILES:
    if name.endswith(".json"):
        CHOICES.append(name[:-5])

MODES = {"fast", "good"}
MODES.update(["best"])
MODES.discard("fast")
RANKS = {"low": 2, "high": 1}
LEVELS = ["other", "low", "high"]
LEVELS.sort(key=lambda level: RANKS.get(level, float("inf")))


class Preset:
    """Loads a preset.\tIts name is a file's.

    \tIndented.
    """

    CATEGORY = "order"
    FUNCTION = "load"
    RETURN_TYPES = tuple(MODES)
    RETURN_NAMES = ("preset",)
    DESCRIPTION = cleandoc(__doc__)

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "preset": (CHOICES, {"default": CHOICES[0]}),
                "file": (FILES, {"default": FILES[0]}),
                "sorted": (sorted(FILES), {"default": sorted(FILES)[0]}),
                "text": ([name for name in FILES if name.endswith(".txt")],),
                "walked": (sorted(file for _, _, files in os.walk(PRESETS) for file in files),),
                "mode": (sorted(MODES),),
                "level": (LEVELS, {"default": LEVELS[0]}),
            },
            "optional": {name: ("INT",) for name in MODES},
        }

    def load(self, **inputs):
        return (None,)


NODE_CLASS_MAPPINGS = {f"Preset{number}": Preset for number in [1]}
