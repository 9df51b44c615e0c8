SIZES = {"small": [64, 64], "large": [512, 512]}


def widget(kind):
    options = {"default": 1}
    if kind == "FLOAT":
        options["step"] = 0.1
    if kind in ("FLOAT", "INT"):
        options["max"] = 9
    if kind != ["near", "far"]:
        options["min"] = 0
    return options


class Compare:
    RETURN_TYPES = ("IMAGE",) if SIZES["small"] == [64, 64] else ("MASK",)
    RETURN_NAMES = ("different",) if SIZES == {"small": [64, 64]} else ("equal",)
    FUNCTION = "run"
    CATEGORY = "compared"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"mode": (["near", "far"], widget(["near", "far"])), "amount": ("FLOAT", widget("FLOAT"))}}


ITSELF = []
ITSELF.append(ITSELF)
OTHER = [ITSELF]

NODE_CLASS_MAPPINGS = {"Compare": Compare, **({} if ("a", 1) == ["a", 1] else {"CompareToo": Compare})}
