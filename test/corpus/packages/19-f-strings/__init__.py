import os

from .version import VERSION, PREFIX, build_number
from .nodes import Stamp, Label, Seal

NODE_CLASS_MAPPINGS = {
    f"{PREFIX}Stamp": Stamp,
    f"{PREFIX}Label{{v{VERSION}}}": Label,
    f"{PREFIX}Seal-{os.getpid()}": Seal,
}
NODE_DISPLAY_NAME_MAPPINGS = {
    f"{PREFIX}Stamp": f"Stamp ({PREFIX}{f'v{VERSION}'})",
    f"{PREFIX}Label{{v{VERSION}}}": f"Label, build {build_number()}",
}
