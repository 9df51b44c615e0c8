class AudioLoad:
    CATEGORY = "audio"
    FUNCTION = "load"
    RETURN_TYPES = ("AUDIO",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"path": ("STRING", {"default": r"C:\sounds\one.wav"})}}


NODE_CLASS_MAPPINGS = {"AudioLoad": AudioLoad}
NODE_DISPLAY_NAME_MAPPINGS = {"AudioLoad": "Load audio 🎧"}
