import logging
import math

import torch

log = logging.getLogger(__name__)
device = torch.device("cpu")


class _Hidden:
    CATEGORY = "members"
    FUNCTION = "run"
    RETURN_TYPES = ("FLOAT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"x": ("FLOAT",)}}


class Helper:
    tau = math.tau


class First(_Hidden):
    pass


class Second(_Hidden):
    """The second."""

    CATEGORY = "members/second"
