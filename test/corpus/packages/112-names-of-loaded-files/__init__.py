import importlib.util
import os

HERE = os.path.dirname(__file__)
NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}


def load(name, *path):
    spec = importlib.util.spec_from_file_location(name, os.path.join(HERE, *path))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


for part in (load("paint", "parts", "paint.py"), load(__name__ + ".erase", "parts", "erase.py")):
    NODE_CLASS_MAPPINGS.update(part.NODE_CLASS_MAPPINGS)
    NODE_DISPLAY_NAME_MAPPINGS.update(part.NODE_DISPLAY_NAME_MAPPINGS)

try:
    # An installer adds this file.
    SAMPLING = load("sampling", "added", "sampling.py")
except Exception:
    SAMPLING = None
