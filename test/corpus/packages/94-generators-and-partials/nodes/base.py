from abc import ABC, abstractmethod


class Prefixed:
    """A category that begins with the name of its class."""

    def __init__(self, rest):
        self.rest = rest

    def __get__(self, node, cls):
        return f"{cls.__name__.lower():_<7}/{self.rest}"


class Base(ABC):
    CATEGORY = Prefixed("steps")
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"%s_%02d" % ("in", number): ("INT",) for number in (1, 12)}}

    @abstractmethod
    def run(self, **inputs):
        ...
