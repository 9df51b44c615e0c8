from .nodes import SaveText, ShowText

NODE_CLASS_MAPPINGS = {"MixSave": SaveText, "MixShow": ShowText}
NODE_DISPLAY_NAME_MAPPINGS = {"MixSave": "Save text", "MixShow": "Show text"}
