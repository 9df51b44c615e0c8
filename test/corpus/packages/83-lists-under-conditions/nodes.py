from comfy_api.latest import io


class Plain:
    NAME = "listed plain"
    CATEGORY = "listed"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


class Tint(Plain):
    NAME = "listed tint"


class Blur(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        return io.Schema(node_id=f"Listed{cls.__name__}", category="listed", inputs=[], outputs=[])


class Glow(Blur):
    pass


class Sharpen(Blur):
    pass
