from .sub import Sub as sub
from .values import *
from .values import _secret as value
