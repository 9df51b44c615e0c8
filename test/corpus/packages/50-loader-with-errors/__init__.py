import logging

logger = logging.getLogger(__name__)

NODE_CLASS_MAPPINGS: dict = {}
NODE_DISPLAY_NAME_MAPPINGS: dict = {}


def _load(module_name, class_names):
    try:
        module = __import__(f"{module_name}", globals(), locals(), class_names, 1)
    except ImportError as error:
        logger.warning("skipping %s: %s", module_name, error)
        return
    for class_name in class_names:
        NODE_CLASS_MAPPINGS[class_name] = getattr(module, class_name)


def _register(cls, title):
    global COUNT
    COUNT += 1
    NODE_CLASS_MAPPINGS[cls.__name__] = cls
    NODE_DISPLAY_NAME_MAPPINGS[cls.__name__] = f"{COUNT}. {title}"


COUNT = 0

from .plain import Plain, Simple

_register(Plain, "Plain")
_register(Simple, "Simple")
logger.info("loaded %d nodes: %s", len(NODE_CLASS_MAPPINGS), NODE_CLASS_MAPPINGS)
