import copy

BASE = {"required": {"image": ("IMAGE",)}, "optional": {}}
SHALLOW = dict(BASE)
SHALLOW["optional"]["shared"] = ("INT",)
DEEP = copy.deepcopy(BASE)
DEEP["required"]["own"] = ("FLOAT",)
OTHER = BASE.copy()
OTHER["hidden"] = {"id": "UNIQUE_ID"}


class Plain:
    CATEGORY = "copies"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return BASE


class Shallow(Plain):
    @classmethod
    def INPUT_TYPES(cls):
        return SHALLOW


class Deep(Plain):
    @classmethod
    def INPUT_TYPES(cls):
        return DEEP


class Other(Plain):
    @classmethod
    def INPUT_TYPES(cls):
        types = copy.copy(OTHER)
        types["required"] = {**types["required"], "more": ("INT",)}
        return types


NODE_CLASS_MAPPINGS = {"Plain": Plain, "Shallow": Shallow, "Deep": Deep, "Other": Other}
