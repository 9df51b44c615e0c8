"""Core-nodes that members of enumerations name: by name, by value, with automatic values, and as texts."""

from dataclasses import dataclass
from enum import Enum, Flag, IntEnum, auto


class Base:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "members"

    def run(self, image):
        return (image,)


class Mode(Enum):
    FAST = auto()
    SLOW = auto()
    SAME = 2


class Side(Flag):
    LEFT = auto()
    RIGHT = auto()
    TOP = auto()


class Kind(str, Enum):
    BLUR = "MemberBlur"
    GROW = "MemberGrow"


class Step(IntEnum):
    FIRST = 0
    SECOND = 1


class Label(Enum):
    CROP = (1, "MemberCrop")
    PAD = (2, "MemberPad")

    def __init__(self, order, text):
        self.order = order
        self.text = text

    def __str__(self):
        return self.text


Shape = Enum("Shape", "CIRCLE, SQUARE")

LABELS = ("MemberZero", "MemberOne")


def mode(name):
    try:
        return Mode[name]
    except KeyError:
        return Mode.SLOW


def kind(value):
    try:
        return Kind(value)
    except ValueError:
        return Kind.GROW


def number(text):
    try:
        return int(text)
    except ValueError:
        return -1


@dataclass
class Options:
    size: int = 0


class Blur(Base):
    CATEGORY = Kind.BLUR

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {Kind.BLUR: ("FLOAT",)}}

    prefix = "Class"
    names = ["MemberOf" + prefix_part for prefix_part in [prefix]]


NODE_CLASS_MAPPINGS = {
    "MemberFast" + str(Mode.FAST.value): Base,
    mode("other").name: Base,
    ",".join(Mode.__members__): Base,
    f"Side{Side.TOP.value}": Base,
    kind("MemberBlur"): Blur,
    kind("other"): Base,
    LABELS[Step.SECOND]: Base,
    f"{Label.CROP}": Base,
    str(Label["PAD"]): Base,
    Shape.SQUARE.name + str(Shape.SQUARE.value): Base,
    f"Member{Mode.FAST}": Base,
    Blur.names[0]: Base,
    "Equal" if Mode.FAST == 1 else "MemberDiffers": Base,
    min(["MemberLong", "Member"], key=len): Base,
    max("MemberA", "MemberB"): Base,
    f"Number{number('12') + number('x')}": Base,
    f"Members{len(Shape)}": Base,
    f"Modes{len(Mode)}": Base,
    "MemberOptions" if Options() else "MemberNone": Base,
}
