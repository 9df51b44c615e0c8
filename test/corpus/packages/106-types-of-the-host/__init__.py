from comfy.comfy_types import IO, ComfyNodeABC, InputTypeDict


class Typed(ComfyNodeABC):
    RETURN_TYPES = (IO.STRING,)
    FUNCTION = "run"
    CATEGORY = "typed"
    DESCRIPTION = "Adds."

    @classmethod
    def INPUT_TYPES(cls) -> InputTypeDict:
        return {"required": {"image": (IO.IMAGE, {"tooltip": "An image"}), "number": (IO.NUMBER,), "any": (IO.ANY,)}}


NODE_CLASS_MAPPINGS = {"Typed": Typed}
NODE_DISPLAY_NAME_MAPPINGS = {"Typed": "Typed"}
