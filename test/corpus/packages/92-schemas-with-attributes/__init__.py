from comfy_api.latest import io


class Described(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(
            node_id="SchemaDescribed",
            category="described",
            description="Counts.",
            inputs=[io.Int.Input("steps", default=4)],
            outputs=[io.Int.Output()],
        )


class Old(Described):
    CATEGORY = "described/old"
    DEPRECATED = True
    FUNCTION = "count"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}, "optional": {"count": ("INT",)}}


NODE_CLASS_MAPPINGS = {"SchemaDescribed": Described, "SchemaOld": Old}
