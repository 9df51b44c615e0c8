"""Files that are read step by step, types as keys, the environment, and errors that a package expects."""
import csv
import functools
import importlib
import json
import os
import re
from collections import OrderedDict, namedtuple

HERE = os.path.dirname(os.path.realpath(__file__))
NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}
WIDGETS = {int: "INT", float: "FLOAT", str: "STRING", bool: "BOOLEAN"}
print(f"{' Files ':=^40}")


class Base:
    CATEGORY = "files"
    FUNCTION = "run"
    RETURN_TYPES = ("STRING",)
    VALUES = {}

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                name: (WIDGETS.get(type(value), "*"), {"default": value}) for name, value in cls.VALUES.items()
            }
        }


def add(name, **attributes):
    NODE_CLASS_MAPPINGS[name] = type(re.sub(r"\W+", "", name.title()), (Base,), attributes)


# A file has a position.
with open(os.path.join(HERE, "styles.txt")) as file:
    header = file.readline().strip()
    styles = [line.strip() for line in file]
    left = file.read()
add(header, RETURN_NAMES=tuple(styles), DESCRIPTION=f"{len(left)} left")

with open(os.path.join(HERE, "styles.txt")) as file:
    while line := file.readline():
        if line.startswith("sepia"):
            break
    add("After sepia", DESCRIPTION=file.read().strip())
    file.seek(0)
    add("Again", DESCRIPTION=next(file).strip())

with open(os.path.join(HERE, "nodes.csv"), newline="") as file:
    rows = csv.reader(file)
    columns = next(rows)
    for row in rows:
        entry = dict(zip(columns, row))
        add(entry["name"], CATEGORY=f"files/{entry['category']}", VALUES={"amount": int(entry["amount"])})

# Files that are not there when the package is installed.
try:
    with open(os.path.join(HERE, "settings.json")) as file:
        settings = json.load(file)
except FileNotFoundError:
    settings = {"scale": 1.5, "tiled": False, "name": "none"}
add("Settings", VALUES=settings)


def parsed(text, fallback):
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return fallback


add("Parsed", VALUES={"good": parsed("3", 1), "bad": parsed("{3", 1)})

# Keys that are types, named tuples or equal to one another.
Key = namedtuple("Key", "group name")
labels = {Key("a", "b"): "by key", 1: "one"}
labels[True] = "true"
order = OrderedDict(x=1, y=2, z=3)
order.move_to_end("x")
order.move_to_end("z", last=False)
add("Keys", RETURN_NAMES=(labels[Key("a", "b")], *map(str, labels.keys() - {Key("a", "b")}), *order), DESCRIPTION=labels[1])

# The environment.
os.environ["FILES_PREFIX"] = "Env"
os.environ.setdefault("FILES_PREFIX", "other")
try:
    suffix = os.environ["FILES_SUFFIX_OF_NOBODY"]
except KeyError:
    suffix = "Default"
add(f"{os.getenv('FILES_PREFIX')} {suffix}", DESCRIPTION=str("FILES_PREFIX" in os.environ))


# Errors that the code expects.
def old(name):
    return name + " old"


def call(function, *given):
    try:
        return function(*given)
    except TypeError:
        return function(given[0])


add(call(old, "One", {"x": 1}))
try:
    EXTRA_FILES
except NameError as error:
    add("No extra files")
error_is_bound = "error" in globals()
add("Bound" if error_is_bound else "Not bound")
try:
    from . import not_there
except ImportError:
    add("Not there")
add("Text of objects" if hasattr("", "decode") else "Text of Python 3", DESCRIPTION="a-b-c".replace("-", "+", 1))


def kind(value):
    match value:
        case True | False:
            return "flag"
        case None:
            return "none"
        case 1:
            return "one"
    return "other"


def documented(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args)

    return inner


@documented
def blur(image):
    """Blurs an image."""


add("Kinds", RETURN_NAMES=tuple(kind(value) for value in (1, True, None, 2)), DESCRIPTION=blur.__doc__)


add("Sum", DESCRIPTION=str(sum(name.startswith("No") for name in NODE_CLASS_MAPPINGS)))

for folder, folders, files in sorted(os.walk(os.path.join(HERE, "parts"))):
    for file in sorted(files):
        if file.endswith(".py") and not file.startswith("_"):
            path = os.path.relpath(os.path.join(folder, file), HERE)[:-3].replace(os.sep, ".")
            NODE_CLASS_MAPPINGS.update(importlib.import_module(f".{path}", __name__).NODES)
