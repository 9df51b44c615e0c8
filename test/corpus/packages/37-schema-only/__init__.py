from comfy_api.latest import ComfyExtension, io


class Tint(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="Tint",
            display_name="Tint",
            category="schema",
            inputs=[io.Image.Input("image"), io.Float.Input("amount", default=0.5)],
            outputs=[io.Image.Output()],
        )

    @classmethod
    def execute(cls, image, amount):
        return io.NodeOutput(image)


class TintExtension(ComfyExtension):
    async def get_node_list(self):
        return [Tint]


async def comfy_entrypoint():
    return TintExtension()
