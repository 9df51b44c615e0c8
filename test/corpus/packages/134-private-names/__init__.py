"""Names with two underscores, which belong to one class each."""


class Base:
    __version = "1.0"
    __kinds = ("IMAGE", "MASK")
    CATEGORY = "private"
    FUNCTION = "run"
    RETURN_TYPES = __kinds

    def __init__(self):
        self.__state = "base"

    @classmethod
    def version(cls):
        return cls.__version

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"version": ([cls.version(), cls.__version],)}}

    def state(self):
        return self.__state


class Derived(Base):
    __version = "2.0"
    DESCRIPTION = __version

    def __init__(self):
        super().__init__()
        self.__state = "derived"

    @classmethod
    def versions(cls):
        return [cls.__version, cls.version(), getattr(cls, "_Base__version"), str(hasattr(cls, "__version"))]


class _Hidden(Base):
    def __suffix(self):
        return "hidden"

    def category(self):
        return f"private/{self.__suffix()}/{self.state()}"


def __outside():
    return "Outside"


Derived.CATEGORY = "/".join([*Derived.versions(), Derived().state(), Derived()._Derived__state])
_Hidden.CATEGORY = _Hidden().category()
NODE_CLASS_MAPPINGS = {"Base": Base, "Derived": Derived, "Hidden": _Hidden, __outside(): Base}
