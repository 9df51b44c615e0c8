from .kinds import Names, Optional, Outputs, Registry, Titles

CORE_NODES = Registry()


@CORE_NODES.register("Loop")
class Loop:
    CATEGORY = "derived"
    FUNCTION = "run"
    RETURN_TYPES = Outputs(["FLOW"] + ["*"] * 2)
    RETURN_NAMES = Names("flow", "one", "two")

    @classmethod
    def INPUT_TYPES(cls):
        return dict({"required": {"flow": ("FLOW",)}, "optional": Optional("*", {"one": ("INT",)})})


@CORE_NODES.register("Count")
class Count(Loop):
    RETURN_TYPES = Outputs(("INT",))
    RETURN_NAMES = None

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": Optional("INT")}


NODE_CLASS_MAPPINGS = Registry({**CORE_NODES, "Derived Again": Count})
NODE_DISPLAY_NAME_MAPPINGS = dict(Titles((name, name.lower()) for name in CORE_NODES))
