from .base import BaseNode


class Sepia(BaseNode, title="Sepia tone"):
    pass


class Mono(BaseNode):
    RETURN_NAMES = ("mono",)
