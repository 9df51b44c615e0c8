from .one import NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS
from .two import MORE, MORE_NAMES
from .three import Third, Fourth

NODE_CLASS_MAPPINGS.update(MORE)
NODE_DISPLAY_NAME_MAPPINGS.update(MORE_NAMES)
NODE_CLASS_MAPPINGS |= {"Third": Third}
NODE_CLASS_MAPPINGS["Fourth"] = Fourth
NODE_DISPLAY_NAME_MAPPINGS["Fourth"] = "The fourth"
NODE_DISPLAY_NAME_MAPPINGS.update(Third="The third")
