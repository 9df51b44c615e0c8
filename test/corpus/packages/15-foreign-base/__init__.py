import nodes as host_nodes

from .own import OwnPreview


class BetterPreview(host_nodes.WebcamCapture):
    CATEGORY = "foreign"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"images": ("IMAGE",)}}


class Module(OwnPreview):
    pass


NODE_CLASS_MAPPINGS = {"BetterPreview": BetterPreview, "OwnModule": Module}
