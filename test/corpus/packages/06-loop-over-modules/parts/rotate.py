from .common import Base as GeometryBase


class Rotate(GeometryBase):
    @classmethod
    def INPUT_TYPES(cls):
        return {**super().INPUT_TYPES(), "optional": {"degrees": ("FLOAT", {"default": 90.0})}}


NODE_CLASS_MAPPINGS = {"GeoRotate": Rotate}
NODE_DISPLAY_NAME_MAPPINGS = {"GeoRotate": "Rotate ↻"}
