import csv
import enum
import os
import sys
from abc import ABCMeta
from collections import deque
from typing import Any, Generic, TypeVar

T = TypeVar("T")
HERE = os.path.dirname(os.path.abspath(__file__))


def rows(name, **options):
    with open(os.path.join(HERE, name), newline="", encoding="utf-8") as file:
        return list(csv.reader(file, **options))


def records(name):
    with open(os.path.join(HERE, name), newline="", encoding="utf-8") as file:
        return [record["title"] for record in csv.DictReader(file)]


class Described(type):
    def __new__(meta, name, bases, names):
        made = super().__new__(meta, name, bases, names)
        made.DESCRIPTION = "Node " + name
        return made


class Meta(Described, ABCMeta):
    pass


class Mode(enum.Enum):
    FAST = "fast"


class Options(dict[str, Any]):
    pass


class Base(Generic[T], metaclass=ABCMeta):
    CATEGORY = "tables"
    FUNCTION = "run"


def with_history(node):
    original = node.INPUT_TYPES

    @classmethod
    def wrapped(cls):
        types = original.__get__(cls, cls)()
        waiting = deque(["one", "two"])
        waiting.appendleft("zero")
        seen = []
        while waiting:
            seen.append(waiting.popleft())
        types["required"]["seen"] = (seen,)
        return types

    node.INPUT_TYPES = wrapped
    return node


@with_history
class Table(Base[int]):
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "row": ([row[1] for row in rows("table.csv") if row],),
                "title": (records("table.csv"),),
                "part": (rows("parts.txt", delimiter=";")[0],),
                "limit": ("FLOAT", {"max": sys.float_info.max, "default": Mode.FAST.value if Mode.FAST else ""}),
                "more": ("STRING", Options(multiline=True)),
            }
        }

    def run(self, **given):
        return ("",)


class Plain(metaclass=Meta):
    RETURN_TYPES = ("INT",)
    FUNCTION = "run"
    CATEGORY = "tables"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"Table": Table, "Plain": Plain}
