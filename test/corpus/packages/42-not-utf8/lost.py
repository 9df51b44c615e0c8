from .kept import Kept


class Lost(Kept):
    CATEGORY = "bytes/Größe"
