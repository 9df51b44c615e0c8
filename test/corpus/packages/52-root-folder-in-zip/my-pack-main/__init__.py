import os
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))

from pack_nodes.upscale import Upscale
import pack_nodes.downscale as down
import pack_nodes.names

NODE_CLASS_MAPPINGS = {"PackUp": Upscale, "PackDown": down.Downscale}
NODE_DISPLAY_NAME_MAPPINGS = pack_nodes.names.NAMES
