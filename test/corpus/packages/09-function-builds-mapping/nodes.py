class Blur:
    CATEGORY = "fx"
    FUNCTION = "blur"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "radius": ("INT", {"default": 2})}}


class Edge:
    CATEGORY = "fx"
    FUNCTION = "edges"
    RETURN_TYPES = ("IMAGE",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "kind": (["sobel", "canny"],)}}
