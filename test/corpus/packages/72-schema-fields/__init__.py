from comfy_api.latest import ComfyExtension, io

Palette = io.Custom("PALETTE")


class Recolor(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="SchemaRecolor",
            display_name="Recolor",
            category="schema/colors",
            description="Replaces colors.",
            inputs=[
                io.Image.Input("image"),
                Palette.Input("palette", optional=True),
                io.Int.Input("steps", default=4, min=1, max=9),
                io.Combo.Input("mode", options=["near", "far"]),
            ],
            outputs=[io.Image.Output(display_name="recolored"), io.Int.Output(display_name="count")],
            is_experimental=True,
        )


class Extension(ComfyExtension):
    async def get_node_list(self):
        return [Recolor]


async def comfy_entrypoint():
    return Extension()
