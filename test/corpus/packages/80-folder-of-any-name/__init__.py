import glob
import importlib
import os

FOLDER = os.path.dirname(os.path.realpath(__file__))
OTHERS = os.path.dirname(FOLDER)

NODE_CLASS_MAPPINGS = {}

for file in sorted(glob.glob("*.py", root_dir=os.path.join(FOLDER, "parts"), recursive=False)):
    name = os.path.splitext(file)[0]
    module = importlib.import_module(f".parts.{name}", __package__)
    NODE_CLASS_MAPPINGS.update(module.NODE_CLASS_MAPPINGS)

for name in ("first", "second"):
    module = importlib.import_module(f"custom_nodes.80-folder-of-any-name.more.{name}")
    NODE_CLASS_MAPPINGS.update(module.NODES)

if os.path.exists(os.path.join(OTHERS, "some-other-package", "loader.py")):
    NODE_CLASS_MAPPINGS["FolderOther"] = NODE_CLASS_MAPPINGS["FolderOne"]

from .others import NODES as BORROWED

NODE_CLASS_MAPPINGS.update(BORROWED)
