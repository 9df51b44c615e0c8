import glob
import importlib
import os

NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}

for path in glob.glob(os.path.join(os.path.dirname(__file__), "nodes", "*.py")):
    name = os.path.basename(path)[:-3]
    module = importlib.import_module(f".nodes.{name}", package=__name__)
    NODE_CLASS_MAPPINGS.update(getattr(module, "NODE_CLASS_MAPPINGS", {}))
    NODE_DISPLAY_NAME_MAPPINGS.update(getattr(module, "NODE_DISPLAY_NAME_MAPPINGS", {}))
