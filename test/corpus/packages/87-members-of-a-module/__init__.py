import inspect

from . import nodes

NODE_CLASS_MAPPINGS = {}

for _, member in inspect.getmembers(nodes):
    if not inspect.isclass(member) or not hasattr(member, "INPUT_TYPES"):
        continue
    NODE_CLASS_MAPPINGS[member.KEY] = member
