CATEGORY_OF = lambda part="general": "lambda/" + part
ICONS = {"image": "🖼", "text": "📝"}


class One:
    CATEGORY = CATEGORY_OF("image")
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)
    DISPLAY = ICONS["image"] + " One"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"choice": (cls.choices(), {"default": cls.choices()[1]})}}

    @staticmethod
    def choices():
        return [f"{n}x" for n in (1, 2, 4)]


class Two(One):
    CATEGORY = (lambda: "lambda/two")()
    DISPLAY = ICONS.get("text", "?") + " Two"

    @staticmethod
    def choices():
        return ["none"] + One.choices()


class Three(One):
    CATEGORY = CATEGORY_OF()
    DISPLAY = ICONS.get("audio", "?") + " Three"


NODE_CLASS_MAPPINGS = {cls.__name__: cls for cls in (One, Two, Three)}
NODE_DISPLAY_NAME_MAPPINGS = {key: cls.DISPLAY for key, cls in NODE_CLASS_MAPPINGS.items()}
