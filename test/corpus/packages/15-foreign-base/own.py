import torch.nn as nn


class OwnPreview(nn.Module):
    CATEGORY = "foreign/own"
    FUNCTION = "forward"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}
