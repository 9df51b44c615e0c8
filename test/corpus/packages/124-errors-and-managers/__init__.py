"""Core-nodes whose names depend on errors that are caught, on context managers, and on entries that may not exist."""

import os
import re
from contextlib import contextmanager, suppress
from functools import wraps

NODE_CLASS_MAPPINGS = {}
FOLDERS = []


class Base:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "errors"

    def run(self, image):
        return (image,)


def register(name):
    if name in NODE_CLASS_MAPPINGS:
        raise ValueError(name)
    NODE_CLASS_MAPPINGS[name] = Base


for name in ("ErrorOne", "ErrorOne"):
    try:
        register(name)
    except ValueError:
        register(name + "Again")

try:
    NODE_CLASS_MAPPINGS[{"a": 1}["b"]] = Base
    NODE_CLASS_MAPPINGS["ErrorMissed"] = Base
except (IndexError, KeyError):
    NODE_CLASS_MAPPINGS["ErrorCaught"] = Base

with suppress(AttributeError):
    NODE_CLASS_MAPPINGS[Base.TITLE] = Base
    NODE_CLASS_MAPPINGS["ErrorSuppressed"] = Base


@contextmanager
def folder(name):
    FOLDERS.append(name)
    yield lambda node: NODE_CLASS_MAPPINGS.update({node.__name__: node})
    FOLDERS.pop()


with folder("blurs") as add, folder("fast"):

    class FolderBlur(Base):
        CATEGORY = "/".join(FOLDERS)

    add(FolderBlur)


def named(function):
    @wraps(function)
    def inner():
        return function()

    return inner


@named
def WrappedName():
    return None


NODE_CLASS_MAPPINGS[WrappedName.__name__] = Base

possible = {"PossibleSure": Base}
if os.path.exists(os.path.join(os.path.expanduser("~"), ".no-such-file")):
    possible["PossibleNever"] = Base
for name in sorted(possible):
    NODE_CLASS_MAPPINGS[name] = possible[name]

for name in re.findall(r"^name: (\w+)$", "name: TextOne\nname: TextTwo\n", re.M):
    NODE_CLASS_MAPPINGS[name] = Base

match ("MatchedPair", 2):
    case (name, 1):
        NODE_CLASS_MAPPINGS[name + "One"] = Base
    case (name, number) if number > 1:
        NODE_CLASS_MAPPINGS[name] = Base
