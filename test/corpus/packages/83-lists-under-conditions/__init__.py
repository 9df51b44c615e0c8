from comfy_api.latest import ComfyExtension, io
from host_api import setting

from .nodes import Blur, Glow, Plain, Sharpen, Tint

LISTED = [Plain]
if setting("tint"):
    LISTED.append(Tint)

NODE_CLASS_MAPPINGS = {node.NAME: node for node in LISTED}
NODE_DISPLAY_NAME_MAPPINGS = {}
for node in LISTED:
    NODE_DISPLAY_NAME_MAPPINGS[node.NAME] = node.NAME.title()


class Extension(ComfyExtension):
    async def get_node_list(self) -> list[type[io.ComfyNode]]:
        nodes = [Blur]
        if setting("glow"):
            nodes += [Glow]
        nodes.append(Sharpen)
        return nodes


async def comfy_entrypoint() -> ComfyExtension:
    return Extension()
