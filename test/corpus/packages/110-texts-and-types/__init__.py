from typing import List

from loguru import logger


def parts(text) -> List[str] or None:
    return text.split(":", 1)


class Split:
    RETURN_TYPES = tuple("INT,FLOAT".split(sep=","))
    RETURN_NAMES = tuple("a.b.c".rsplit(".", maxsplit=1))
    FUNCTION = "run"
    CATEGORY = parts("a:texts:split")[1]
    DESCRIPTION = f"{1e-05} {1e16} {0.1}"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"lines": ("a\nb".splitlines(keepends=False), {"default": sum([1, 2])})}}


NODE_CLASS_MAPPINGS = {"Split": Split}
logger.info(NODE_CLASS_MAPPINGS)
