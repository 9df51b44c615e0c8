"""Texts and tests that are known without running them."""

import json
import re
import sys

import folder_paths

try:
    import comfy.utils as utils
except ImportError:
    utils = None

NAMES = folder_paths.get_filename_list("loras") + ["none"]


class Values:
    CATEGORY = "a\r\nb"
    DESCRIPTION = re.sub(r"`([^`]+)`", r"<\1>", "`a` — `c`")

    @classmethod
    def INPUT_TYPES(cls):
        if utils is None:
            return {}
        inputs = {"lora": (NAMES,), "json": ("STRING", {"default": json.dumps({"a": [1, 2]}, separators=(",", ":"))})}
        if isinstance(cls.CATEGORY, (list, tuple)):
            inputs["list"] = ("INT",)
        if isinstance(1, (int, float)):
            inputs["text"] = ("INT",)
        return {"required": inputs}


NODE_CLASS_MAPPINGS = {}
if "pytest" not in sys.modules:
    NODE_CLASS_MAPPINGS["Values"] = Values
