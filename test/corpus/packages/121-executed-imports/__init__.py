import configparser
import os

HERE = os.path.dirname(__file__)
PARTS = {"shapes": ("shapes", "Shapes"), "sizes": ("sizes", "Sizes"), "older": ("older", "Older")}

SETTINGS = configparser.ConfigParser()
SETTINGS.read(os.path.join(HERE, "settings.ini"), encoding="utf-8")
# The archive has no such file, but the user may add one.
SETTINGS.read(os.path.join(HERE, "user.ini"))


def load_parts():
    lines = []
    for key, (part, _label) in PARTS.items():
        if SETTINGS.getboolean("parts", key, fallback=True):
            lines.append(f"from .{part} import *")
    exec("\n".join(lines), globals())


load_parts()
found = globals()
NODE_CLASS_MAPPINGS = {name: found.get(name) for name in SETTINGS["names"]["shown"].split(",")}
NODE_DISPLAY_NAME_MAPPINGS = {}

if SETTINGS.has_option("names", "Label"):
    NODE_DISPLAY_NAME_MAPPINGS["ShapeOne"] = SETTINGS.get("names", "LABEL")
if SETTINGS.has_section("more"):
    NODE_CLASS_MAPPINGS["More"] = found["ShapeOne"]
for number in range(SETTINGS.getint("sizes", "count")):
    exec(f"Size{number} = SizeOne")
    NODE_CLASS_MAPPINGS[f"Size{number}"] = found[f"Size{number}"]
