from . import settings

NODE_CLASS_MAPPINGS = {}


class Node:
    CATEGORY = "errors"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


def register(name, function, *errors):
    try:
        function()
    except errors:
        NODE_CLASS_MAPPINGS["Caught " + name] = Node
    else:
        NODE_CLASS_MAPPINGS["Fine " + name] = Node


def unpack():
    first, second = (1, 2, 3)


register("int", lambda: int(settings.SIZE), ValueError)
register("int of digits", lambda: int("12"), ValueError)
register("float", lambda: float("1,5"), ValueError)
register("attribute", lambda: settings.MISSING, AttributeError)
register("attribute of none", lambda: None.size, AttributeError)
register("unpack", unpack, ValueError)
register("zero", lambda: 1 // 0, ZeroDivisionError)
register("sum", lambda: "a" + 1, TypeError)

try:
    size = int(settings.SIZE)
except ValueError:
    size = 5
else:
    size = 0
NODE_CLASS_MAPPINGS[f"Size {size}"] = Node

try:
    NODE_CLASS_MAPPINGS["New"] = Node
    limit = settings.LIMIT
    NODE_CLASS_MAPPINGS["Limited"] = Node
except AttributeError:
    NODE_CLASS_MAPPINGS["Old"] = Node
