from .registry import registry
from .nodes import *

NODE_CLASS_MAPPINGS = registry.classes
NODE_DISPLAY_NAME_MAPPINGS = registry.titles()
