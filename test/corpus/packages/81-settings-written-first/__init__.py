import json
import os
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
CONFIG = os.path.join(HERE, "config", "written.json")
DEFAULTS = Path(HERE) / "config" / "defaults.json"


class Plain:
    CATEGORY = "settings"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"size": ("INT", {"default": OPTIONS["size"], "max": OPTIONS["most"]})}}


def read():
    with open(CONFIG, encoding="utf-8") as file:
        return json.load(file)


if not os.path.exists(CONFIG):
    with open(CONFIG, "w", encoding="utf-8") as file:
        json.dump({"modules": {"Plain": True, "Rare": False}}, file, indent=4)

OPTIONS = json.loads(DEFAULTS.read_text(encoding="utf-8"))

NODE_CLASS_MAPPINGS = {}
for name, is_on in read()["modules"].items():
    if is_on:
        NODE_CLASS_MAPPINGS[f"Settings{name}"] = Plain

with DEFAULTS.open() as file:
    for name in json.load(file)["aliases"]:
        NODE_CLASS_MAPPINGS[name] = Plain
