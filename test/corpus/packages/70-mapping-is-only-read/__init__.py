from .nodes import First, Second

NODE_CLASS_MAPPINGS = {"First": First}

if not NODE_CLASS_MAPPINGS.__contains__("Second"):
    NODE_CLASS_MAPPINGS["Second"] = Second
print("loaded", NODE_CLASS_MAPPINGS.__len__(), list(NODE_CLASS_MAPPINGS).index("First"))
NODE_DISPLAY_NAME_MAPPINGS = {name: name.upper() for name in NODE_CLASS_MAPPINGS.keys()}
