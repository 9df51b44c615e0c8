from contextlib import suppress

from .state import State, counter, next_name


def attempt(value):
    try:
        if value > 1:
            return "try"
        raise ValueError("too small")
    except ValueError:
        return "except"
    finally:
        counter["calls"] += 1


def nested(depth):
    return "leaf" if depth == 0 else f"{depth}>{nested(depth - 1)}"


class Ends:
    CATEGORY = nested(4)
    FUNCTION = attempt(2)
    RETURN_TYPES = ("INT",)
    RETURN_NAMES = (next_name(), next_name())

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"calls": ("INT", {"default": counter["calls"]})}}


class Handled(Ends):
    FUNCTION = attempt(0)


NODE_CLASS_MAPPINGS = {"Ends": Ends, "Handled": Handled}
with suppress(KeyError):
    NODE_CLASS_MAPPINGS["Suppressed"] = State
