from .generated import CONSTANT
from ..nodes import Kept

NODES = {"MissingBroken": Kept}
