OPERATORS = {
    "+": ("Add", "Add", "INT", "FLOAT"),
    "-": ("Sub", "Subtract", "INT"),
    "?": ("None", "Nothing"),
}


class Operator:
    FUNCTION = "operate"

    @classmethod
    def INPUT_TYPES(cls):
        kinds = cls.KINDS
        inputs = {"required": {side: (kinds[0],) for side in ("a", "b")}}
        if len(kinds) > 1:
            inputs["optional"] = {f"extra_{kind.lower()}": (kind,) for kind in kinds[1:]}
        return inputs


def make(key, symbol, kinds):
    return type(key, (Operator,), {"KINDS": kinds, "SYMBOL": symbol, "CATEGORY": "operators", "RETURN_TYPES": tuple(kinds)})
