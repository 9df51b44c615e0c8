from .kept import Kept
from .latin import Latin

NODE_CLASS_MAPPINGS = {"Kept": Kept, "Latin": Latin}

try:
    from .lost import Lost

    NODE_CLASS_MAPPINGS["Lost"] = Lost
except (ImportError, SyntaxError):
    pass
