import json
import sys
from pathlib import Path

from .nodes import Blur, Glow, Grain, Plain, Sharpen

SETTINGS = json.loads((Path(__file__).parent / "settings.json").read_text())
DEBUG = False

NODE_CLASS_MAPPINGS = {"Flag Plain": Plain}
if SETTINGS["tools"].get("blur", False) is True:
    NODE_CLASS_MAPPINGS["Flag Blur"] = Blur
if SETTINGS["tools"]["glow"] is not False:
    NODE_CLASS_MAPPINGS["Flag Glow"] = Glow
if DEBUG is False:
    NODE_CLASS_MAPPINGS["Flag Sharpen"] = Sharpen
if "--without-grain" not in sys.argv:
    NODE_CLASS_MAPPINGS["Flag Grain"] = Grain
for node in [Plain, Blur]:
    if getattr(node, "HIDDEN", False) is True:
        continue
    NODE_CLASS_MAPPINGS[f"Shown {node.__name__}"] = node
if 1 is True or None is False:
    NODE_CLASS_MAPPINGS["Flag Never"] = Plain
