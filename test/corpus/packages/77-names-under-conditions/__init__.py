from host_api import setting

from .nodes import Always, Early, Late, make

if setting("developer"):
    from .developer import NODE_CLASS_MAPPINGS as DEVELOPER_NODES
else:
    DEVELOPER_NODES = {}

if setting("fast"):
    from .fast import Sampler
else:
    from .slow import Sampler


def register(nodes):
    for name, node in nodes.items():
        if setting("all"):
            label = "Cond"
            label = label + name
            NODE_CLASS_MAPPINGS[label] = node


NODE_CLASS_MAPPINGS = {"CondAlways": Always, "CondSampler": Sampler, **DEVELOPER_NODES}
NODE_CLASS_MAPPINGS["CondReplaced"] = Early
if setting("fast"):
    NODE_CLASS_MAPPINGS["CondReplaced"] = Late
register({"One": make("One"), "Two": make("Two")})
