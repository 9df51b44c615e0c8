import traceback

from .good import Good

NODE_CLASS_MAPPINGS = {"Good": Good}

try:
    from .bad import Bad

    NODE_CLASS_MAPPINGS["Bad"] = Bad
except Exception:
    traceback.print_exc()
