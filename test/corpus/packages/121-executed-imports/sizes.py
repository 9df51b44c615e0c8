import configparser
from pathlib import Path

settings = configparser.RawConfigParser()
settings.read([str(Path(__file__).parent / "settings.ini")])


class SizeOne:
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"scale": ("FLOAT", {"default": settings.getfloat("sizes", "scale")})}}

    RETURN_TYPES = ("INT",)
    FUNCTION = "run"
    CATEGORY = "sizes"
