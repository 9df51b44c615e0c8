import sys

NODE_CLASS_MAPPINGS = {}
FLAG = "__flag_package_loaded__"

if FLAG in sys.modules:
    print("loaded before")
else:
    sys.modules[FLAG] = True

    class Flagged:
        CATEGORY = "flags"
        FUNCTION = "run"
        RETURN_TYPES = ("INT",)

        @classmethod
        def INPUT_TYPES(cls):
            return {"required": {}}

    NODE_CLASS_MAPPINGS["Flagged Once"] = Flagged
