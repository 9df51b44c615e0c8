from host_api import setting

from .nodes import Plain, Tint

LISTED = [Plain]
if setting("tint"):
    LISTED.append(Tint)

NODE_CLASS_MAPPINGS = {node.NAME: node for node in LISTED}
NODE_DISPLAY_NAME_MAPPINGS = {}
for node in LISTED:
    NODE_DISPLAY_NAME_MAPPINGS[node.NAME] = node.NAME.title()
