import importlib
import os
import pkgutil
from pathlib import Path

HERE = Path(__file__).parent
NODE_CLASS_MAPPINGS = {}

for file in sorted((HERE / "extra").rglob("*.py")):
    if file.stem != "__init__":
        dotted = ".".join(file.relative_to(HERE).with_suffix("").parts)
        NODE_CLASS_MAPPINGS.update(importlib.import_module(f".{dotted}", package=__name__).NODES)

for root, folders, files in os.walk(os.path.dirname(__file__)):
    folders[:] = [folder for folder in folders if folder == "plugins"]
    for file in files:
        if file.endswith("_plugin.py"):
            relative = os.path.relpath(os.path.join(root, file), os.path.dirname(__file__))
            module = importlib.import_module("." + relative[:-3].replace(os.sep, "."), __package__)
            NODE_CLASS_MAPPINGS.update(module.NODES)

from . import plugins

for info in pkgutil.iter_modules(plugins.__path__):
    if info.name.startswith("listed"):
        NODE_CLASS_MAPPINGS.update(importlib.import_module(f"{plugins.__name__}.{info.name}").NODES)
