from .nodes import NODE_CLASS_MAPPINGS

NODE_DISPLAY_NAME_MAPPINGS = {name: name.replace("_", " ").title() for name in NODE_CLASS_MAPPINGS}
