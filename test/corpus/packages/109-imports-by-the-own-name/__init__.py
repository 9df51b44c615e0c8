from comfyui_stamp_nodes.parts.mappings import NODE_CLASS_MAPPINGS

__all__ = ["NODE_CLASS_MAPPINGS"]
