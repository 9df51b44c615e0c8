import json
import os

with open(os.path.join(os.path.dirname(__file__), "nodes.json"), encoding="utf-8") as file:
    SPEC = json.load(file)


class Generic:
    CATEGORY = "json"
    FUNCTION = "run"
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"text": ("STRING",)}}


NODE_CLASS_MAPPINGS = {"JsonGeneric": Generic}
for entry in SPEC:
    NODE_CLASS_MAPPINGS[entry["id"]] = type(entry["id"], (Generic,), {"CATEGORY": entry["category"]})
