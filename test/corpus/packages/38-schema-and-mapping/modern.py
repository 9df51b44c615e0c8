from comfy_api.latest import ComfyExtension, io


class Modern(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Modern", category="both", inputs=[], outputs=[])


class ModernExtension(ComfyExtension):
    async def get_node_list(self):
        return [Modern]
