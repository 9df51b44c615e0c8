class AudioMix:
    CATEGORY = "audio"
    FUNCTION = "mix"
    RETURN_TYPES = ("AUDIO",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"one": ("AUDIO",), "two": ("AUDIO",), "gain": ("FLOAT", {"default": -6.5})}}


NODE_CLASS_MAPPINGS = {"AudioMix": AudioMix}
NODE_DISPLAY_NAME_MAPPINGS = {"AudioMix": "Mix audio 🎚️"}
