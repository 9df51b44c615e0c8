from .two import Second


class Third(Second):
    FUNCTION = "third"


class Fourth(Third):
    RETURN_TYPES = Third.RETURN_TYPES + ("FLOAT",)
    RETURN_NAMES = ("whole", "part")
