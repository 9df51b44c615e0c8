import sys

from .always import Always, WindowsOnly, Screen

NODE_CLASS_MAPPINGS = {"Always": Always, "Screen": Screen}

if sys.platform == "win32":
    NODE_CLASS_MAPPINGS["WindowsOnly"] = WindowsOnly

NODE_DISPLAY_NAME_MAPPINGS = {"Always": "Always there"}
