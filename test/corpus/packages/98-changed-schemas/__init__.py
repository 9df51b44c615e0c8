from comfy_api.latest import io

from .registering import NODES, node


@node(category="changed/first")
class FirstChanged(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="FirstChanged",
            category="before",
            inputs=[io.Int.Input("radius", default=3)],
            outputs=[io.Image.Output()],
        )


@node
class SecondChanged(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        schema = io.Schema(node_id="SecondChanged", display_name="Second", category="kept", inputs=[], outputs=[])
        schema.is_experimental = True
        schema.inputs.append(io.Float.Input("amount"))
        schema.outputs += [
            io.BoundingBox.Output("box"),
            io.LatentUpscaleModel.Output(),
            io.MatchType.Output(io.MatchType.Template("any"), display_name="same"),
        ]
        return schema


NODE_CLASS_MAPPINGS = {name: kind for name, kind in NODES.items()}
