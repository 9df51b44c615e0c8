import glob
import importlib
import os

NODE_CLASS_MAPPINGS = {}

for path in glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "*.py")):
    if "__init__.py" in path:
        continue
    name = os.path.basename(path)[:-3]
    module = importlib.import_module(f".{name}", package=__package__)
    if hasattr(module, "NODE_CLASS_MAPPINGS"):
        NODE_CLASS_MAPPINGS.update(module.NODE_CLASS_MAPPINGS)
