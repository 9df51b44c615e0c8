from functools import partial


class Registering(type):
    known = {}

    def __init__(cls, name, bases, names):
        super().__init__(name, bases, names)
        if "RETURN_TYPES" in names:
            Registering.known[names.get("TITLE", name)] = cls

    def all_of(cls):
        return dict(cls.known)


class Wrapping(Registering):
    @staticmethod
    def with_seed(inputs):
        found = inputs()
        found["optional"] = {"seed": ("INT", {"default": 0})}
        return found

    def __new__(mcs, name, bases, names):
        made = type.__new__(mcs, name, bases, names)
        if hasattr(made, "INPUT_TYPES"):
            made.INPUT_TYPES = partial(mcs.with_seed, made.INPUT_TYPES)
        return made


class Node(metaclass=Registering):
    CATEGORY = "made"
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


class Plain(Node):
    TITLE = "Made Plain"
    RETURN_TYPES = ("INT",)


class Seeded(metaclass=Wrapping):
    TITLE = "Made Seeded"
    CATEGORY = "made/seeds"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"count": ("INT",)}}


NODE_CLASS_MAPPINGS = Node.all_of()
