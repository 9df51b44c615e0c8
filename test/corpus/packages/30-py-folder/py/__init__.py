from .loader import Loader as _Loader
from .saver import Saver as ImageSaver

NODE_CLASS_MAPPINGS = {
    "PyLoader": _Loader,
    "PySaver": ImageSaver,
}
NODE_DISPLAY_NAME_MAPPINGS = {k: f"{k[2:]} ({k[:2]})" for k in NODE_CLASS_MAPPINGS.keys()}
