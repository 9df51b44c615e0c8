from comfy_api.latest import ComfyExtension, io


class Filled(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        schema = io.Schema(node_id="Filled", category="schemas")
        schema.inputs.append(io.Image.Input("image"))
        schema.outputs.extend([io.Image.Output(), io.Mask.Output(display_name="mask"), io.Int.Output("count", display_name="")])
        schema.outputs[0].display_name = "picture"
        schema.outputs[1].is_output_list = True
        schema.hidden.append(io.Hidden.prompt)
        return schema


class Extension(ComfyExtension):
    async def get_node_list(self):
        return [Filled]


async def comfy_entrypoint():
    return Extension()
