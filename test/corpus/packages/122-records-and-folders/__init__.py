"""Core-nodes that data classes, a cached function and modules of a further folder register."""

import ast
import os
from collections import UserDict
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from .registry import REGISTRY, Entry

__path__.append(os.path.join(os.path.dirname(__file__), "parts"))

for part in ("blurs", "frames"):
    import_module("." + part, __name__)


@lru_cache(maxsize=None)
def further():
    return {}


class Titles(UserDict):
    def add(self, entry):
        self[entry.name] = entry.title


TITLES = Titles()
for entry in REGISTRY.entries:
    further()[entry.name] = entry.node
    TITLES.add(entry)
for name, title in ast.literal_eval(Path(__file__).with_name("titles.txt").read_text()).items():
    TITLES.add(Entry(None, name, title=title))

NODE_CLASS_MAPPINGS = {**REGISTRY.classes, **further()}
NODE_DISPLAY_NAME_MAPPINGS = TITLES.data
