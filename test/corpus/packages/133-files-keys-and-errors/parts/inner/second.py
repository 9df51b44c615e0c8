from ..first import First


class Second(First):
    CATEGORY = "parts/inner"


NODES = {"Second part": Second}
