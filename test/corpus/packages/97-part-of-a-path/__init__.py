import os

from .nodes import NODE_CLASS_MAPPINGS
from .loader import load

HERE = os.path.dirname(os.path.abspath(__file__))

for folder, _, files in os.walk(os.path.join(HERE, "more")):
    if "__pycache__" in folder:
        continue
    for file in sorted(files):
        path = os.path.join(folder, file)
        if path.find("__init__.py") == -1 and path.endswith((".py", ".pyi")):
            NODE_CLASS_MAPPINGS.update(load(path).NODE_CLASS_MAPPINGS)
