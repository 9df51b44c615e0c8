from .core.nodes.image.sharpen import Sharpen
from .core.nodes.text.shout import Shout

NODE_CLASS_MAPPINGS = {"DeepSharpen": Sharpen, "DeepShout": Shout}
NODE_DISPLAY_NAME_MAPPINGS = {"DeepSharpen": Sharpen.TITLE, "DeepShout": Shout.TITLE}
