import inspect


from . import shapes
from .words import Words

NODE_CLASS_MAPPINGS = {}


def node_of(name, function):
    def inputs(cls):
        return {"required": {"text": ("STRING",)}}

    return type(f"Word{name.title()}", (), {
        "CATEGORY": "words",
        "FUNCTION": "run",
        "RETURN_TYPES": ("STRING",),
        "INPUT_TYPES": classmethod(inputs),
    })


for name, member in inspect.getmembers(Words, predicate=lambda one: inspect.isfunction(one) or inspect.ismethod(one)):
    if name.startswith("_"):
        continue
    made = node_of(name, member)
    NODE_CLASS_MAPPINGS[made.__name__] = made

for name, member in inspect.getmembers(shapes):
    if inspect.isclass(member) and hasattr(member, "INPUT_TYPES") and callable(member.INPUT_TYPES):
        NODE_CLASS_MAPPINGS[f"Shape{name}"] = member

for name, member in inspect.getmembers(shapes, inspect.isclass):
    if member.__module__ == shapes.__name__:
        NODE_CLASS_MAPPINGS[f"Own{name}"] = member
