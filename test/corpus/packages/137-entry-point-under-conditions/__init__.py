from comfy_api.latest import ComfyExtension, io
from host_api import setting

from .nodes import Blur, Glow, Sharpen

# The host takes None for a module without mappings.
NODE_CLASS_MAPPINGS = None


class Extension(ComfyExtension):
    async def get_node_list(self) -> list[type[io.ComfyNode]]:
        nodes = [Blur]
        if setting("glow"):
            nodes += [Glow]
        nodes.append(Sharpen)
        return nodes


async def comfy_entrypoint() -> ComfyExtension:
    return Extension()
