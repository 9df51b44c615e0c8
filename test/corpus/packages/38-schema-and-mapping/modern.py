from host_api.latest import HostExtension, io


class Modern(io.Node):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id="Modern", category="both", inputs=[], outputs=[])


class ModernExtension(HostExtension):
    async def get_node_list(self):
        return [Modern]
