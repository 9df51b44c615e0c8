from .exported import Exported as _Base

__all__ = []
__all__ += ["Other"]


class Twice(_Base):
    FUNCTION = "from_hidden"


class Other(_Base):
    pass
