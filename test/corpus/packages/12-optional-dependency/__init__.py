from .basic import Basic

NODE_CLASS_MAPPINGS = {"Basic": Basic}
NODE_DISPLAY_NAME_MAPPINGS = {"Basic": "Basic"}

try:
    import fancy_library

    from .fancy import Fancy

    NODE_CLASS_MAPPINGS["Fancy"] = Fancy
    NODE_DISPLAY_NAME_MAPPINGS["Fancy"] = "Fancy ✨"
except ImportError:
    print("fancy_library is not there, so neither is the Fancy node")
