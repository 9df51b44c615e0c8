import nodes


class Extra:
    CATEGORY = "host"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


nodes.NODE_CLASS_MAPPINGS["HostExtra"] = Extra
NODE_CLASS_MAPPINGS = {}
