numbers = [3, 1, 2]
copy = numbers
copy += [5]
numbers.insert(0, 9)
numbers.remove(1)
last = numbers.pop()
first, *middle, end = "abcde"
a, b = 1, 2
a, b = b, a
pairs = (1, 2)
kept = pairs
pairs += (3,)

found = []
for number in range(10):
    if number % 2:
        continue
    if number > 6:
        break
    found.append(number)
else:
    found.append("never")

stack = ["root"]
seen = []
while stack:
    item = stack.pop()
    seen.append(item)
    if len(item) < 6:
        stack.extend([item + "a", item + "b"])

functions = [lambda: n for n in range(3)]
table = {}
for key in ("x", "y"):
    table.setdefault("all", []).append(key)
table["gone"] = 1
gone = table.pop("gone")
nested = [[0] * 2] * 2
nested[0][1] = "shared"


def collect(item, into=[]):
    into.append(item)
    return list(into)


def search(items):
    for item in items:
        if item == "b":
            return f"found {item}"
    else:
        return "nothing"


class Lists:
    CATEGORY = search("abc")
    FUNCTION = search("xyz")
    RETURN_TYPES = tuple(f"T{n}" for n in found)
    RETURN_NAMES = tuple(seen) + tuple(map(str, kept))

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "numbers": (numbers, {"default": last, "copy": copy is numbers}),
                "middle": (middle + [first, end, a, b],),
                "late": ([function() for function in functions],),
                "table": (table["all"], {"gone": gone, "left": sorted(table)}),
                "nested": (nested,),
                "defaults": (collect(1) + collect(2),),
                "sorted": (sorted(["b", "a", "C"], reverse=True),),
                "zipped": (dict(zip("ab", [1, 2])), {"unzipped": list(zip(*[(1, 2), (3, 4)]))}),
                "reversed": (list(reversed([1, 2])) + [i for i, _ in enumerate("ab", start=1)],),
                "filtered": (list(filter(None, [0, 1])) + [x for y in [[1], [2]] for x in y if x > 1],),
            }
        }


NODE_CLASS_MAPPINGS = {"Lists": Lists}
NODE_CLASS_MAPPINGS["Removed"] = Lists
NODE_CLASS_MAPPINGS.pop("Removed")
NODE_CLASS_MAPPINGS.pop("Missing", None)
