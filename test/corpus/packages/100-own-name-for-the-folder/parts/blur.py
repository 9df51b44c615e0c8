from _blur_pack.prefix import PREFIX


class Blur:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = PREFIX

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",)}}
