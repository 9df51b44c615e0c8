from collections import OrderedDict, namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

from .nodes import Alpha, Beta, Gamma

Row = namedtuple("Row", "key cls")


class Entry(NamedTuple):
    key: str
    cls: type
    title: str = "Untitled"


@dataclass
class Record:
    key: str
    cls: type
    tags: list = field(default_factory=list)


NODE_CLASS_MAPPINGS = OrderedDict([("RecAlpha", Alpha)])
for key, cls in [Row("RecBeta", Beta)]:
    NODE_CLASS_MAPPINGS[key] = cls
for entry in (Entry("RecGamma", Gamma), Record("RecDelta", Alpha)):
    NODE_CLASS_MAPPINGS[entry.key] = entry.cls
