import math
import os
import re
import sys

from nodes import MAX_RESOLUTION


def label(name):
    return re.sub(r"([a-z])([A-Z])", r"\1 \2", name)


def upper(match):
    return match.group(1).upper()


class SizedImage:
    CATEGORY = "/".join(re.findall(r"[a-z]+", "constants-and-patterns"))
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "width": ("INT", {"max": MAX_RESOLUTION}),
                "seed": ("INT", {"max": sys.maxsize if False else 10}),
                "angle": ("FLOAT", {"max": math.pi}),
                "ratio": ("FLOAT", {"default": 0. if cls else 1}),
                "folder": ("STRING", {"default": os.path.join("a", "b")}),
            }
        }


NODE_CLASS_MAPPINGS = {"SizedImage": SizedImage}
NODE_CLASS_MAPPINGS[re.sub(r"_(\w)", upper, "sized_again_later")] = SizedImage
NODE_CLASS_MAPPINGS[re.sub(r"\d", lambda match: f"<{match.group()}>", "sized 1 2")] = SizedImage
NODE_DISPLAY_NAME_MAPPINGS = {name: label(name) for name in NODE_CLASS_MAPPINGS}
