from .nodes import Always

NODE_CLASS_MAPPINGS = {"CondDeveloper": Always}
