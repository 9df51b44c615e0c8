from comfyui_stamp_nodes.parts.stamp import Stamp

NODE_CLASS_MAPPINGS = {"Stamp": Stamp}
