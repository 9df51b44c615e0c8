from .shared import Plain


class Blur(Plain):
    NAME = "two blur"


class Mixed(Plain):
    NAME = "two fast"
    CATEGORY = "two/fast"
