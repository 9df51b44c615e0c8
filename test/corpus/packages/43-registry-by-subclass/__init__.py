from .base import BaseNode
from . import filters

NODE_CLASS_MAPPINGS = {cls.ID: cls for cls in BaseNode.__subclasses__()}
NODE_DISPLAY_NAME_MAPPINGS = {cls.ID: cls.TITLE for cls in BaseNode.registered}
