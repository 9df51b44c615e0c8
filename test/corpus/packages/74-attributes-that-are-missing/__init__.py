import importlib
import importlib.util
import inspect
from pathlib import Path

NODE_CLASS_MAPPINGS = {}

for file in sorted((Path(__file__).parent / "parts").glob("*.py")):
    module = importlib.import_module(f".parts.{file.stem}", package=__name__)
    try:
        # helpers.py has no mappings
        NODE_CLASS_MAPPINGS.update(getattr(module, "NODE_CLASS_MAPPINGS"))
    except AttributeError:
        pass
    for name, member in inspect.getmembers(module):
        if inspect.isclass(member) and hasattr(member, "RETURN_TYPES") and hasattr(member, "FUNCTION"):
            NODE_CLASS_MAPPINGS.setdefault(name, member)

for optional in (".extra_nodes", ".absent_nodes"):
    if importlib.util.find_spec(optional, package=__name__) is not None:
        NODE_CLASS_MAPPINGS.update(importlib.import_module(optional, package=__name__).NODE_CLASS_MAPPINGS)

from . import listed

for name in filter(lambda name: callable(getattr(listed, name)) and name.find("Node") != -1, dir(listed)):
    NODE_CLASS_MAPPINGS[name] = getattr(listed, name)
