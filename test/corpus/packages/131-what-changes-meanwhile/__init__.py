"""What changes meanwhile: views of dictionaries, modules that run again, and errors that end a loop."""
import importlib
import importlib.util
import os

from . import counting

PARTS = os.path.join(os.path.dirname(__file__), "parts")
NODE_CLASS_MAPPINGS = {}
names = NODE_CLASS_MAPPINGS.keys()
MODES = {"fast": 1}
MODE_NAMES = MODES.keys()
MODE_LEVELS = MODES.values()


class Base:
    CATEGORY = "meanwhile"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"mode": (list(MODE_NAMES),), "level": ([str(level) for level in MODE_LEVELS],)}}


class Other(Base):
    CATEGORY = "meanwhile/other"


def add(cls, name=None):
    NODE_CLASS_MAPPINGS[name or cls.__name__] = cls


add(Base)
MODES["slow"] = 2
MODES["exact"] = 3
add(Other)

# Files that are loaded under a name that is not the one of their path.
for file in sorted(os.listdir(PARTS)):
    spec = importlib.util.spec_from_file_location(f"meanwhile_parts.{file[:-3]}", os.path.join(PARTS, file))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for value in list(vars(module).values()):
        if isinstance(value, type) and value.__module__ == module.__name__:
            add(value)

# A module that runs again begins from the start.
counting.COUNT += 5
importlib.reload(counting)
add(type("Counted", (Base,), {"DESCRIPTION": f"{counting.COUNT} of {counting.LIMIT}"}))

# The name of a package's module replaces another value of this name.
parts_of = "a text"
from .parts_of import LABEL

add(type("Replaced", (Base,), {"DESCRIPTION": getattr(parts_of, "LABEL", "none") + LABEL}))

# Errors of built-in functions and methods.
steps = iter([Base, Other])
while True:
    try:
        step = next(steps)
    except StopIteration:
        add(Base, "After the last")
        break
    add(step, f"Step {step.__name__}")

for number, attempt in enumerate(
    [
        lambda: {}.pop("missing"),
        lambda: [].pop(),
        lambda: ["a"].index("b"),
        lambda: ["a"].remove("b"),
        lambda: "text".index("z"),
        lambda: ["a"].pop(0),
        lambda: "text".index("x"),
    ]
):
    try:
        attempt()
        add(Base, f"Done {number}")
    except (KeyError, IndexError):
        add(Other, f"Not found {number}")
    except ValueError:
        add(Other, f"Not there {number}")

settings = {"kept": 1}
try:
    del settings["gone"]
except KeyError:
    add(Base, "Was gone")

try:
    kind = unicode
except NameError:
    kind = str
add(Base, f"Kind {kind.__name__}")


class Labels:
    def __init__(self):
        self.taken = {}

    def __setitem__(self, name, label):
        if name in self.taken:
            raise KeyError(name)
        self.taken[name] = label


labels = Labels()
labels["Base"] = "The base"
try:
    labels["Base"] = "Another"
except KeyError:
    labels["Other"] = "The other"

NODE_DISPLAY_NAME_MAPPINGS = {name: labels.taken.get(name, name.upper()) for name in names}
