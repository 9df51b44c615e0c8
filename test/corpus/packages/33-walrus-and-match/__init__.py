MODE = "full"

if (size := 3) > 2:
    LABEL = f"{size} wide"
else:
    LABEL = "narrow"


class Wide:
    CATEGORY = "modern"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",) * size

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"width": ("INT", {"default": (width := 8), "max": width})}}


match MODE:
    case "none":
        NODE_CLASS_MAPPINGS = {}
    case "full" | "most":
        NODE_CLASS_MAPPINGS: dict[str, type] = {"Wide": Wide, "Wider": type("Wider", (Wide,), {"FUNCTION": "wider"})}
    case _:
        NODE_CLASS_MAPPINGS = {"Wide": Wide}

NODE_DISPLAY_NAME_MAPPINGS: dict[str, str] = {"Wide": LABEL}
