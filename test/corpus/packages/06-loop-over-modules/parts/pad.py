from .common import Base


class Pad(Base):
    @classmethod
    def INPUT_TYPES(cls):
        types = super().INPUT_TYPES()
        types["required"]["left"] = ("INT", {"default": 0})
        return types


NODE_CLASS_MAPPINGS = {"GeoPad": Pad}
