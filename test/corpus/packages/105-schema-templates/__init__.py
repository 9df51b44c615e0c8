from enum import Enum

from comfy_api.latest import ComfyExtension, io

NODE_CLASS_MAPPINGS = None


class Mode(str, Enum):
    NEAR = "near"
    FAR = "far"


class Collect(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        kind = io.MatchType.Template("kind", allowed_types=[io.Int, io.Float])
        return io.Schema(
            node_id="SchemaCollect",
            category="schema/templates",
            inputs=[
                io.MatchType.Input("any", template=kind),
                io.Combo.Input("mode", options=Mode, default=Mode.FAR),
                io.Autogrow.Input("images", io.Autogrow.TemplatePrefix(io.Image.Input("image"), prefix="image", max=5)),
                io.Autogrow.Input(
                    "numbers", template=io.Autogrow.TemplateNames(io.Int.Input("number"), names=["a", "b"], min=0)
                ),
                io.DynamicCombo.Input(
                    "more",
                    options=[
                        io.DynamicCombo.Option("none", []),
                        io.DynamicCombo.Option("one", [io.Int.Input("count", default=1)]),
                    ],
                ),
            ],
            outputs=[io.MatchType.Output(kind)],
            hidden=[io.Hidden.unique_id],
            is_output_node=True,
        )


class Extension(ComfyExtension):
    async def get_node_list(self):
        return [Collect]


async def comfy_entrypoint():
    return Extension()
