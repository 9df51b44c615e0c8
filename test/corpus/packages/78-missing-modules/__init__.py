import os
import sys

from .nodes import Kept

NODE_CLASS_MAPPINGS = {"MissingKept": Kept}
NODE_DISPLAY_NAME_MAPPINGS = {}

try:
    from .extra import NODE_CLASS_MAPPINGS as EXTRA
except ImportError:
    EXTRA = {}
NODE_CLASS_MAPPINGS.update(EXTRA)

sys.path.append(os.path.dirname(__file__))
try:
    import tools.helpers
    import tools.more

    NODE_CLASS_MAPPINGS.update(tools.more.NODE_CLASS_MAPPINGS)
except Exception as error:
    print("There are no more nodes:", error)

for name in ("whole", "broken"):
    try:
        module = __import__(f"parts.{name}", globals(), locals(), ["NODES"], 1)
        NODE_CLASS_MAPPINGS.update(module.NODES)
    except (ImportError, AttributeError):
        NODE_CLASS_MAPPINGS["MissingInstead"] = Kept
