import asyncio
import functools
import operator
from itertools import accumulate, combinations, pairwise, permutations, repeat, zip_longest

NODE_CLASS_MAPPINGS = {}


class Node:
    CATEGORY = "order"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


class Told(Node):
    def __init_subclass__(cls, order=0, **keywords):
        cls.CATEGORY = f"told/{cls.__name__.lower()}"
        NODE_CLASS_MAPPINGS[f"Told {cls.__name__} {order}"] = cls


made = type("Made", (Told,), {"RETURN_TYPES": ("A",)}, order=5)


class Text(str):
    def __add__(self, other):
        return "Added " + other


Told.DESCRIPTION = Text("a") + "b"


class Meta(type):
    def __new__(mcs, name, bases, names):
        made = super().__new__(mcs, name, bases, names)
        if name != "Root":
            NODE_CLASS_MAPPINGS["Meta " + name] = made
        return made


class Root(Node, metaclass=Meta):
    pass


derived = type("Derived", (Root,), {})


def counter():
    count = 0

    def step():
        nonlocal count
        count += 1
        return count

    return step


step = counter()


def register(number):
    def decorate(cls):
        NODE_CLASS_MAPPINGS[f"Decorated {number} {cls.INNER}"] = cls
        return cls

    return decorate


@register(step())
class Decorated(Node):
    INNER = step()


class Inner(Node):
    pass


class Innermost(Inner):
    pass


order = "/".join(cls.__name__ for cls in Innermost.__mro__[1:-1][::-1])
NODE_CLASS_MAPPINGS[f"Order {order} {len(Innermost.__mro__)} {Node.__bases__[0].__name__}"] = Node


class Registry:
    def __lshift__(self, cls):
        NODE_CLASS_MAPPINGS["Shifted " + cls.__name__] = cls
        return self

    def __contains__(self, name):
        return name == "yes"

    def __eq__(self, other):
        NODE_CLASS_MAPPINGS["Equal " + other] = Node
        return True

    def __neg__(self):
        NODE_CLASS_MAPPINGS["Negative"] = Node
        return self

    def __rmul__(self, other):
        NODE_CLASS_MAPPINGS[f"Times {other}"] = Node
        return self


registry = Registry()
registry << Inner << Innermost
registry == "k"
-registry
3 * registry
NODE_CLASS_MAPPINGS[f"In {'yes' in registry} {'no' not in registry}"] = Node

for first, second in zip(*[iter("abcd")] * 2):
    NODE_CLASS_MAPPINGS["Chunk " + first + second] = Node
letters = iter("wxyz")
for first, second in zip(letters, letters):
    NODE_CLASS_MAPPINGS["Pair " + first + second] = Node
lines = iter(["a", "  more", "b"])
for line in lines:
    if line == "a":
        line += next(lines)
    NODE_CLASS_MAPPINGS["Line " + line] = Node


async def noted(name):
    NODE_CLASS_MAPPINGS["Noted " + name] = Node
    return name


async def main():
    await noted("x")
    names = await asyncio.gather(noted("y"), noted("z"))
    NODE_CLASS_MAPPINGS["Gathered " + "".join(names)] = Node


asyncio.run(main())
numbers = [last := str(number) for number in range(3)]
NODE_CLASS_MAPPINGS["Last " + last] = Node
NODE_CLASS_MAPPINGS["Sum " + str(sum(accumulate([1, 2, 3]))) + functools.reduce(operator.add, "ab")] = Node
NODE_CLASS_MAPPINGS["Pairs " + "".join(a + b for a, b in pairwise("abc"))] = Node
NODE_CLASS_MAPPINGS["Longest " + "".join(a + b for a, b in zip_longest("ab", "c", fillvalue="-"))] = Node
NODE_CLASS_MAPPINGS["Chosen " + "".join(a + b for a, b in combinations("abc", 2))] = Node
NODE_CLASS_MAPPINGS["Arranged " + "".join("".join(part) for part in permutations("ab"))] = Node
NODE_CLASS_MAPPINGS["Repeated " + "".join(repeat("a", 3)) + str(-0.0)] = Node
