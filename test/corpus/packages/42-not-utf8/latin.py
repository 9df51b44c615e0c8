# -*- coding: latin-1 -*-
from .kept import Kept


class Latin(Kept):
    CATEGORY = "bytes/Größe"
