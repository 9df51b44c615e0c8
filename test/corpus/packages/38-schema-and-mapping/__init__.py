from .classic import Classic
from .modern import ModernExtension

NODE_CLASS_MAPPINGS = {"Classic": Classic}


async def comfy_entrypoint():
    return ModernExtension()
