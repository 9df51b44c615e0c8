from somewhere import ENABLED
from comfy_api.latest import ComfyExtension, io


class Blur(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="BranchBlur", category="branch", inputs=[], outputs=[])


class Extension(ComfyExtension):
    async def get_node_list(self):
        return [Blur]


if ENABLED:

    async def comfy_entrypoint():
        return Extension()
