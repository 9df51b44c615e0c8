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


@io.comfytype(io_type="WINDOW")
class Window(io.ComfyTypeIO):
    class Input(io.Input):
        def __init__(self, id, **options):
            super().__init__(id, **options)

    class Output(io.Output):
        def __init__(self, **options):
            super().__init__(**options)


class Typed(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="SchemaTyped",
            category="schema/widgets",
            inputs=[
                Window.Input("window"),
                Window.Input("other", optional=True, tooltip="Another one"),
                io.MultiType.Input("either", [io.String, Window]),
                io.BoundingBox.Input("box", force_input=True),
                io.Range.Input("range"),
                io.Curve.Input("curve"),
            ],
            outputs=[Window.Output(display_name="window"), Window.Output()],
        )


class Extension(ComfyExtension):
    async def get_node_list(self):
        return [Widgets, Typed]


async def comfy_entrypoint():
    return Extension()
