PREFIX = "first"


class Early:
    CATEGORY = PREFIX
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {PREFIX: ("INT",)}}


NODE_CLASS_MAPPINGS = {PREFIX + "Early": Early}
alias = NODE_CLASS_MAPPINGS

PREFIX = "second"


class Early:
    CATEGORY = PREFIX
    FUNCTION = "again"
    RETURN_TYPES = ("FLOAT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {PREFIX: ("FLOAT",)}}


alias["late"] = Early
alias["gone"] = Early
del alias["gone"]
NODE_CLASS_MAPPINGS.setdefault("late", None)
NODE_CLASS_MAPPINGS.setdefault("later", Early)
