from .nodes import Assemble, Conditional

NODE_CLASS_MAPPINGS = {"Assemble": Assemble, "Conditional": Conditional}
NODE_DISPLAY_NAME_MAPPINGS = {"Assemble": "Assemble", "Conditional": "Conditional"}
