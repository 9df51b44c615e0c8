from itertools import chain, islice, product


class Late:
    CATEGORY = "late"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


prefix = "Early"
events = []


def named(letters):
    for letter in letters:
        yield f"{prefix} {letter}"


def noted(name):
    events.append(name)
    return name


from_function = named("AB")
from_expression = (f"{prefix} {letter}" for letter in "CD")
from_map = map(lambda letter: f"{prefix} {letter}", "EF")
from_filter = filter(lambda name: not name.startswith(prefix), ["Early G", "Late H"])
sources = ["I"]
first_iterable = (f"{prefix} {letter}" for letter in sources)
sources = ["J"]
never_run = map(noted, ["K"])
prefix = "Late"

NODE_CLASS_MAPPINGS = {name: Late for name in chain(from_function, from_expression, from_map, from_filter)}
NODE_CLASS_MAPPINGS.update(zip(first_iterable, [Late, None]))
NODE_CLASS_MAPPINGS[f"Noted {len(events)}"] = Late

numbered = enumerate(["L", "M"], start=1)
NODE_CLASS_MAPPINGS.update({f"Numbered {number} {name}": Late for number, name in numbered})
NODE_CLASS_MAPPINGS.update({f"Again {number} {name}": Late for number, name in numbered})

letters = iter("NOPQ")
NODE_CLASS_MAPPINGS["Next " + next(letters)] = Late
NODE_CLASS_MAPPINGS.update({"Rest " + letter: Late for letter in letters})
for names in islice(product("RS", "12"), 1, None, 2):
    NODE_CLASS_MAPPINGS["Product " + "".join(names)] = Late
if any(name == "Late T" for name in map(noted, ["Late S", "Late T", "Late U"])):
    NODE_CLASS_MAPPINGS["Any"] = Late
NODE_CLASS_MAPPINGS.update({"Pair " + a + b: Late for a, b in map(lambda a, b: (a, b), "VW", "12")})
