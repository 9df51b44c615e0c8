from .thing import thing
from . import pack, thing as not_the_module
from .pack import sub, value as VALUE
import os.path as path
import collections.abc

NODE_CLASS_MAPPINGS = {"Thing": thing(VALUE), "Sub": sub, "Same": not_the_module(pack.value)}
