from dataclasses import dataclass, field

from .defaults import STRENGTH


@dataclass
class Entry:
    node: type
    name: str = ""
    hidden: bool = field(default=False, init=False)
    title: str = field(default="Untitled", kw_only=True)

    def __post_init__(self):
        if not self.name:
            self.name = self.node.__name__


@dataclass
class Registry:
    strength: float = STRENGTH
    classes: dict = field(default_factory=dict)
    entries: list = field(default_factory=list, init=False)

    def register(self, name):
        def keep(node):
            self.classes[name] = node
            return node

        return keep


REGISTRY = Registry()
