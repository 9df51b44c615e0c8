import inspect

from . import nodes

NODE_CLASS_MAPPINGS = {}
for name, member in inspect.getmembers(nodes, inspect.isclass):
    if hasattr(member, "CATEGORY") and not name.startswith("_"):
        NODE_CLASS_MAPPINGS[name] = member

NODE_DISPLAY_NAME_MAPPINGS = {
    name: f"{value.__name__} one" for name, value in vars(nodes).items() if inspect.isclass(value) and name == "Second"
}
