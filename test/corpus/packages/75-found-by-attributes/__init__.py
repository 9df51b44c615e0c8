import importlib
import os

NODE_CLASS_MAPPINGS = {}

if "CORPUS_DEBUG" not in os.environ:
    module = importlib.import_module(".made", __name__)
    for name in dir(module):
        thing = getattr(module, name)
        if isinstance(thing, type) and hasattr(thing, "INPUT_TYPES"):
            NODE_CLASS_MAPPINGS[thing.__name__] = thing
