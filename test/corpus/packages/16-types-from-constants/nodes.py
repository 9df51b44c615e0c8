from . import constants as c
from .constants import MASK, PAIR


class both_ways:
    CATEGORY = "const"
    FUNCTION = "run"
    RETURN_TYPES = PAIR + (c.IMAGE,) * 2
    RETURN_NAMES = tuple(f"{kind.lower()}_{index}" for index, kind in enumerate(RETURN_TYPES))
    OUTPUT_IS_LIST = (False,) * len(RETURN_TYPES)

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "width": ("INT", c.DEFAULTS),
                "height": ("INT", {**c.DEFAULTS, "default": 768}),
                "sampler": (c.SAMPLERS, {"default": c.SAMPLERS[-1]}),
            },
            "optional": {"mask": (MASK,)},
        }


NODE_CLASS_MAPPINGS = {"both_ways": both_ways}
