from .build import OPERATORS, make

NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}

for symbol, (key, title, *rest) in OPERATORS.items():
    if not rest:
        continue
    NODE_CLASS_MAPPINGS[f"Op{key}"] = make(key, symbol, rest)
    NODE_DISPLAY_NAME_MAPPINGS[f"Op{key}"] = f"{title} {symbol}"
