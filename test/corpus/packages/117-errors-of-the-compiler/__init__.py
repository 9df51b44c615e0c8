"""Sources that the grammar accepts and the compiler of Python refuses, next to good ones."""

from .parts.known import Known

NODE_CLASS_MAPPINGS = {"Known": Known}

try:
    from .twice import Twice
except SyntaxError:
    pass
else:
    NODE_CLASS_MAPPINGS["Twice"] = Twice

try:
    from .placed import Placed
except Exception:
    Placed = None
if Placed is not None:
    NODE_CLASS_MAPPINGS["Placed"] = Placed

try:
    from .indented import Indented
    NODE_CLASS_MAPPINGS["Indented"] = Indented
except IndentationError:
    pass

try:
    from .parts.known import Missing
except ImportError:
    from .parts import Missing
NODE_CLASS_MAPPINGS["Missing"] = Missing
