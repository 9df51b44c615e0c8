"""Classes that derive from core-nodes of the host."""

import nodes
from nodes import LoraLoader, PreviewImage


class Show(PreviewImage):
    CATEGORY = "shown"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"images": ("IMAGE",)}}


class Load(nodes.LoadImage):
    """Its inputs are files of the user."""

    EXPERIMENTAL = True


class Named(LoraLoader):
    RETURN_TYPES = LoraLoader.RETURN_TYPES + ("STRING",)
    RETURN_NAMES = ("model", "clip", "name")
    FUNCTION = "load"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"model": ("MODEL",)}}


class Other(nodes.SomeNewNode):
    FUNCTION = "run"


NODE_CLASS_MAPPINGS = {"Show": Show, "Load": Load, "Named": Named, "Other": Other}
