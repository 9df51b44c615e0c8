from comfy_api.latest import ComfyExtension, io

Palette = io.Custom("PALETTE")


class Widgets(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="SchemaWidgets",
            category="schema/widgets",
            inputs=[
                io.String.Input("text", default="a"),
                io.String.Input("long", multiline=True, placeholder="Write"),
                io.Int.Input(
                    "steps",
                    "Steps",
                    True,
                    default=4,
                    display_mode=io.NumberDisplay.slider,
                    control_after_generate=io.ControlAfterGenerate.fixed,
                ),
                io.Combo.Input("file", ["a", "b"], upload=io.UploadType.image, image_folder=io.FolderType.input),
                io.MultiCombo.Input("several", options=["a", "b"], chip=True),
                io.MultiType.Input("any", [io.Image, io.Mask, Palette]),
                io.Color.Input("color"),
                io.Float.Input("amount", extra_dict={"unit": "px", "none": None}),
            ],
            outputs=[io.Image.Output(), io.Int.Output("count"), io.Mask.Output("mask", "Mask", is_output_list=True)],
        )


class Extension(ComfyExtension):
    async def get_node_list(self):
        return [Widgets]


async def comfy_entrypoint():
    return Extension()
