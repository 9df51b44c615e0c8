from . import lazy
from .lazy import Known, Made

NODE_CLASS_MAPPINGS = {"Known": Known, "Made": Made}
if hasattr(lazy, "Other"):
    NODE_CLASS_MAPPINGS["Other"] = lazy.Other
