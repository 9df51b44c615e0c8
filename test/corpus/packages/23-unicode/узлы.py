class Улучшить:
    CATEGORY = "изображение"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)
    RETURN_NAMES = ("картинка",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"картинка": ("IMAGE",), "сила": ("FLOAT", {"default": 0.5, "display": "slider"})}}


class 放大(Улучшить):
    CATEGORY = "图像/缩放"
    RETURN_NAMES = ("图像",)
