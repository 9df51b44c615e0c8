import inspect
import sys
from collections import defaultdict
from functools import cached_property, partial
from importlib import resources
from itertools import islice
from operator import attrgetter
from types import SimpleNamespace


class Registry:
    _only = None

    def __new__(cls):
        if cls._only is None:
            cls._only = super().__new__(cls)
            cls._only.groups = defaultdict(list)
        return cls._only

    def __iter__(self):
        for group in self.groups.values():
            yield from group

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.groups["last"].append(SimpleNamespace(name="Step Last", cls=self.first.cls))

    @cached_property
    def first(self):
        return next(iter(self))


def modules():
    folder = resources.files(__package__) / "nodes"
    for file in sorted(folder.iterdir(), key=attrgetter("name")):
        if file.name.endswith("s.py"):
            yield __import__(f"{__name__}.nodes.{file.stem}", fromlist=["*"])


def entry(prefix, cls):
    return SimpleNamespace(name=getattr(cls, "NAME", prefix + cls.__name__), cls=cls)


with Registry() as registry:
    for module in modules():
        for _, found in inspect.getmembers(module, inspect.isclass):
            if not inspect.isabstract(found):
                registry.groups[module.__name__].append(partial(entry, "Step ")(found))

NODE_CLASS_MAPPINGS = {one.name: one.cls for one in islice(Registry(), 0, 10)}
NODE_DISPLAY_NAME_MAPPINGS = dict.fromkeys({"Step Blur"} | {"Step Last"} - {"Step Last"}, "Blurred")
if sys.version_info >= (3, 8):
    NODE_DISPLAY_NAME_MAPPINGS["Step Last"] = "{0!r} {1:>3}".format("last", 7)
for name in list({"Step More", "Step Again"}) + ["Step Once More"]:
    NODE_CLASS_MAPPINGS[name] = NODE_CLASS_MAPPINGS["Step Blur"]
