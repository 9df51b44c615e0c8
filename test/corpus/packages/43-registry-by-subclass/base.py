class BaseNode:
    registered = []
    CATEGORY = "subclass"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    def __init_subclass__(cls, title=None, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.ID = "Sub" + cls.__name__
        cls.TITLE = title or cls.__name__
        cls.registered.append(cls)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}
