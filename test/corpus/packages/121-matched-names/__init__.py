import ast
import fnmatch
import operator
import os
import re

HERE = os.path.dirname(__file__)
OPERATORS = {ast.Add: operator.add, ast.Mult: operator.mul}
IS_SIZE = re.compile(r"(?P<width>\d+)x(?P<height>\d+)(?:@(\d+))?")
LABEL = re.compile(r"^_*(\w+?)_?node$", re.IGNORECASE)


def compute(tree, names):
    if isinstance(tree, ast.Expression):
        return compute(tree.body, names)
    if isinstance(tree, ast.BinOp):
        return OPERATORS[type(tree.op)](compute(tree.left, names), compute(tree.right, names))
    if isinstance(tree, ast.Call):
        return sum(compute(one, names) for one in tree.args)
    return names[tree.id]


TOTAL = compute(ast.parse("a + b", mode="eval"), {"a": 1, "b": 2})


def sizes(*texts):
    found = {}
    for text in texts:
        match = IS_SIZE.fullmatch(text)
        if match:
            found[match.group("width")] = match.group(2, 3)
    return found


class Sized:
    RETURN_TYPES = ("INT",)
    FUNCTION = "run"
    CATEGORY = "matched/" + re.match(r"[a-z]+", "sizes and more").group()

    @classmethod
    def INPUT_TYPES(cls):
        known = sizes("64x32", "128x64@2", "no size")
        return {
            "required": {
                "width": (list(known),),
                "height": ([height for height, _ in known.values()],),
                "total": ("INT", {"default": TOTAL}),
                "searched": (["found" if re.search(r"b+", "abbc") else "none", "found" if re.match("b", "abbc") else "none"],),
            }
        }

    def run(self, **inputs):
        return (1,)


NODE_CLASS_MAPPINGS = {}
NODE_DISPLAY_NAME_MAPPINGS = {}
for file in fnmatch.filter(sorted(os.listdir(HERE)), "*_node.txt"):
    name = file.split(".")[0]
    NODE_CLASS_MAPPINGS[name] = Sized
    NODE_DISPLAY_NAME_MAPPINGS[name] = LABEL.search(name).groups()[0].title()
