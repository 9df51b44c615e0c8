from .marked import Marked

NODE_CLASS_MAPPINGS = {"Marked": Marked}
