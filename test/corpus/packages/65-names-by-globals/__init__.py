import sys

from .nodes import *
from . import nodes

this = sys.modules[__name__]
classes = {name: value for name, value in list(globals().items()) if isinstance(value, type) and issubclass(value, nodes.Node) and value is not nodes.Node}
globals()["NODE_CLASS_MAPPINGS"] = classes
globals().update(NODE_DISPLAY_NAME_MAPPINGS={name: getattr(nodes, name).LABEL for name in classes})
