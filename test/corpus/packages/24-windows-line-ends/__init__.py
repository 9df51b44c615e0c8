class Crlf:
    """
    Written on Windows.
    """

    CATEGORY = "windows"
    FUNCTION = "run"
    RETURN_TYPES = ("STRING",)
    DESCRIPTION = """Two
lines."""

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "text": ("STRING", {"default": """a
b""", "multiline": True}),
            }
        }


NODE_CLASS_MAPPINGS = {"Crlf": Crlf}
NODE_DISPLAY_NAME_MAPPINGS = {"Crlf": "Line " \
    "ends"}
