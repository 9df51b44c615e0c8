class Any(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


class Once(type):
    made = {}

    def __call__(cls, *args):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*args)
        return cls.made[cls]


ANY = Any("*")


class First:
    CATEGORY = "own"
    FUNCTION = "run"
    RETURN_TYPES = (ANY,)

    @classmethod
    def INPUT_TYPES(cls):
        forced = {"forceInput": True} if ANY in ["INT", "FLOAT"] else {}
        return {"required": {"any": (ANY, forced), "plain": ("INT", {"default": 1})}}


class Second(metaclass=Once):
    CATEGORY = "own"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"count": ("INT",)}}


NODES = {"OwnFirst": First, "OwnSecond": Second}
