import json

LAYERS = ["sky", "hills", "trees", "path", "lake"]
SIZES = json.loads('{"32": "large", "8": "small", "name": "sizes"}')
STYLE = {"stroke": 1.5, "tags": ["ink", "dünn"], "on": True, "none": {}, 2: None}


def of_type(value):
    if type(value) == bool:
        return "BOOLEAN"
    return "INT" if type(value) is int else "STRING"


class Arrange:
    CATEGORY = "arrange/" + "".join(chr(ord("a") + at) for at in range(3))
    RETURN_TYPES = tuple(of_type(value) for value in (True, 1, "one"))
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "first": (LAYERS[::-1], {"default": LAYERS[-2::-2][0]}),
                "second": (LAYERS[1:4:2],),
                "size": (list(SIZES.keys()),),
                "early": ([name for name in LAYERS if name < "path"],),
                "style": ("STRING", {"default": json.dumps(STYLE)}),
                "lines": ("STRING", {"default": json.dumps(STYLE, indent=2, ensure_ascii=False)}),
                "color": ("STRING", {"default": hex(255)}),
                "share": ("FLOAT", {"default": round(0.1 + 0.2, 2), "max": float("1.5"), "step": round(7.6)}),
            }
        }

    def run(self, **given):
        return (True, 1, "")


NODE_CLASS_MAPPINGS = {"Arrange": Arrange}
