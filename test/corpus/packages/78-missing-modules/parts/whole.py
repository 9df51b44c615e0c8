from ..nodes import Kept

NODES = {"MissingWhole": Kept}
