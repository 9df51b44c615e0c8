from .shared import Plain


class Blur(Plain):
    NAME = "two blur"
    SIZE = 3


class Mixed(Plain):
    NAME = "two slow"
