from .common import Base


class Crop(Base):
    pass


NODE_CLASS_MAPPINGS = {"GeoCrop": Crop}
NODE_DISPLAY_NAME_MAPPINGS = {"GeoCrop": "Crop"}
