from comfy_api.latest import ComfyExtension, io


class Combine(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="Combine",
            category="several types",
            inputs=[
                io.MultiType.Input(io.String.Input("text", multiline=True, tooltip="A text"), [io.AnyType]),
                io.MultiType.Input(io.Int.Input("count", default=3, optional=True), [io.Float], lazy=True),
                io.MultiType.Input("plain", types=[io.Image, io.Mask]),
            ],
            outputs=[io.String.Output("result")],
        )

    @classmethod
    def execute(cls, text, plain, count=3):
        return io.NodeOutput(f"{text} {count}")


class Extension(ComfyExtension):
    async def get_node_list(self):
        return [Combine]


async def comfy_entrypoint():
    return Extension()
