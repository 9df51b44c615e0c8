import os

try:
    import cv2

    HAS_CV = True
except ImportError:
    HAS_CV = False


class Assemble:
    CATEGORY = "variables"
    FUNCTION = "run"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        inputs = {"required": {}}
        required = inputs["required"]
        required["image"] = ("IMAGE",)
        required.update({"mode": (["fast", "good"],)})
        for index in range(1, 4):
            required[f"weight_{index}"] = ("FLOAT", {"default": 1.0 / index if index == 1 else 0.5})
        optional = {}
        if HAS_CV:
            optional["edges"] = ("BOOLEAN", {"default": True})
        inputs["optional"] = optional
        inputs |= {"hidden": {"prompt": "PROMPT"}}
        return inputs


class Conditional:
    CATEGORY = "variables"
    FUNCTION = "run"
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        types = {"required": {"file": (sorted(os.listdir(".")), {"upload": True})}}
        if os.environ.get("SECRET_MODE"):
            types["required"]["secret"] = ("STRING",)
        return types
