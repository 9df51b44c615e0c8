from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

from .nodes import Blurred, Sharpened, Toned


@dataclass
class Entry:
    known: ClassVar[int] = 0
    name: str
    made_by: type
    title: str = ""
    tags: list = field(default_factory=list)


@dataclass
class LongEntry(Entry):
    prefix: str = "Long"

    def __post_init__(self):
        self.name = f"{self.prefix} {self.name}"


class Pair(NamedTuple):
    name: str
    made_by: type = Toned


ENTRIES = [Entry("Record Blur", Blurred, "Blur"), LongEntry(made_by=Sharpened, name="Record Sharp"), Pair("Record Tone")]
NODE_CLASS_MAPPINGS = {entry.name: entry.made_by for entry in ENTRIES}
