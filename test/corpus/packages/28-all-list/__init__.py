from .exported import *
from .hidden import *

NODE_CLASS_MAPPINGS = {"Exported": Exported, "Twice": Twice}
