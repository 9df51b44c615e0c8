import importlib
import os

HERE = os.path.dirname(os.path.abspath(__file__))

NODE_CLASS_MAPPINGS = {}

if __file__.find("custom_nodes") == -1:
    print("This package is not in the folder of custom nodes.")
else:
    from .first import NODES

    NODE_CLASS_MAPPINGS.update(NODES)

if "custom_nodes" in HERE:
    dotted = HERE[HERE.rfind("custom_nodes") :].replace(os.sep, ".")
    NODE_CLASS_MAPPINGS.update(importlib.import_module(f"{dotted}.second").NODES)

for name in os.listdir(os.path.dirname(__file__) + os.sep + "more"):
    module = importlib.import_module("custom_nodes.a-folder.more." + name.split(".")[0])
    NODE_CLASS_MAPPINGS.update(module.NODES)

if os.path.basename(os.path.dirname(HERE)) != "custom_nodes":
    NODE_CLASS_MAPPINGS = {}
