"""Core-nodes that statements with the names `type` and `match` register."""


class Plain:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}

    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "keywords"

    def run(self, image):
        return (image,)


class Bright(Plain):
    pass


bright = Bright()
type(bright).CATEGORY = "keywords/bright"
type(bright).FUNCTION: str = "brighten"

match = {"MatchPlain": Plain}
match["MatchBright"] = Bright

type = {}
type["TypePlain"] = Plain

NODE_CLASS_MAPPINGS = {**match, **type}
