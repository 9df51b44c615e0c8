def make_constant_node(kind, default):
    class ConstantNode:
        CATEGORY = f"constants/{kind.lower()}"
        FUNCTION = "give"
        RETURN_TYPES = (kind,)

        @classmethod
        def INPUT_TYPES(cls):
            return {"required": {"value": (kind, {"default": default})}}

        def give(self, value):
            return (value,)

    ConstantNode.__name__ = f"{kind.title()}Constant"
    return ConstantNode


NODE_CLASS_MAPPINGS = {}
for kind, default in [("INT", 0), ("FLOAT", 0.5), ("STRING", "")]:
    NODE_CLASS_MAPPINGS["Constant" + kind.capitalize()] = make_constant_node(kind, default)

NODE_CLASS_MAPPINGS["ConstantBool"] = type(
    "BoolConstant",
    (object,),
    {
        "CATEGORY": "constants/bool",
        "FUNCTION": "give",
        "RETURN_TYPES": ("BOOLEAN",),
        "INPUT_TYPES": classmethod(lambda cls: {"required": {"value": ("BOOLEAN", {"default": False})}}),
    },
)
