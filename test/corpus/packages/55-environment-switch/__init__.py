import os

from .nodes import Stable, Beta

NODE_CLASS_MAPPINGS = {"Stable": Stable}
if os.getenv("WITH_BETA", "0") == "1":
    NODE_CLASS_MAPPINGS.update({"Beta": Beta})
for plugin in os.environ.get("EXTRA_NODES", "").split(","):
    if plugin:
        NODE_CLASS_MAPPINGS[plugin] = Stable
