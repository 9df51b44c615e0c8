import sys
from enum import Enum, IntEnum


class Filter(str, Enum):
    NEAR = "near"
    FAR = "far"


class Steps(IntEnum):
    FEW = 4


class Place(Enum):
    LEFT = 1


COLORS = ["Red", "red", "blue", "Blue"]


class Enumerate:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "Éclairage".lower()

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "filter": ([one for one in Filter], {"default": Filter.FAR}),
                "place": (list(Place.__members__),),
                "color": (sorted({color.lower() for color in COLORS} | set(COLORS) | {"red", "red"}),),
                "steps": ("INT", {"default": Steps.FEW, "max": sys.maxsize}),
                "amount": ("FLOAT", {"max": 9.22337203685477580e18, "label": repr("amount") + repr(5)}),
            }
        }


NODE_CLASS_MAPPINGS = {"Enumerate": Enumerate}
