import random

import torch


class GrainNode:
    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {"image": ("IMAGE",), "seed": ("INT", {"default": 0, "min": 0, "max": 0xFFFFFFFFFFFFFFFF})},
            "optional": {"mono": ("BOOLEAN", {"default": False})},
        }

    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "add_grain"
    CATEGORY = "film"

    def add_grain(self, image, seed, mono=False):
        random.seed(seed)
        return (image + torch.randn_like(image),)
