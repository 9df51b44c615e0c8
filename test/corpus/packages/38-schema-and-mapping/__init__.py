from .classic import Classic
from .modern import ModernExtension

NODE_CLASS_MAPPINGS = {"Classic": Classic}
