CATEGORY = "film/tone"


class _Tone:
    CATEGORY = CATEGORY
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)


class LevelsNode(_Tone):
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "black": ("INT", {"default": 0}), "white": ("INT", {"default": 255})}}

    def run(self, image, black, white):
        return (image,)


class GammaNode(_Tone):
    FUNCTION = "gamma"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "gamma": ("FLOAT", {"default": 2.2})}}

    def gamma(self, image, gamma):
        return (image**gamma,)
