class Plain:
    CATEGORY = "flags"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)
    HIDDEN = True

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}

    def run(self):
        return (1,)


class Blur(Plain):
    HIDDEN = False


class Glow(Plain):
    pass


class Sharpen(Plain):
    pass


class Grain(Plain):
    pass
