import torch

from .shared import Plain

if torch.cuda.is_available():
    from .fast import Blur, Mixed
else:
    from .slow import Blur, Mixed

NODE_CLASS_MAPPINGS = {}
for node in (Plain, Blur):
    NODE_CLASS_MAPPINGS[f"Two {node.__name__}"] = node
NODE_CLASS_MAPPINGS[Blur.NAME] = Blur
NODE_CLASS_MAPPINGS["Two Mixed"] = Mixed
