from .nodes import Circle
from .register import CLASSES as NODE_CLASS_MAPPINGS, register

NODE_DISPLAY_NAME_MAPPINGS = register.titles
