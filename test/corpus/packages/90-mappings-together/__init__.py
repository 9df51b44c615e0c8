from collections import ChainMap
from functools import reduce
from types import MappingProxyType

from . import first, second

FIXED = MappingProxyType(first.NODE_CLASS_MAPPINGS)
ALL = [FIXED, dict(ChainMap({"Joined Both": second.Two}, second.NODE_CLASS_MAPPINGS))]
NODE_CLASS_MAPPINGS = reduce(lambda left, right: {**left, **right}, ALL, {})
