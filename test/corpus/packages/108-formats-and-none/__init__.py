import inspect
import re


def shorten(text):
    """Shortens
    a text."""
    return text[:9]


TITLE = getattr(object, "TITLE", None)


class Format:
    RETURN_TYPES = ("STRING",)
    FUNCTION = "run"
    CATEGORY = "formats"
    DESCRIPTION = inspect.getdoc(shorten)

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "size": ([f"{i / 10:.1f}" for i in range(1, 4)],),
                "part": (["%.1f%%" % 50, "{:.2f}".format(1.5), "%.2f" % (1 / 3)],),
                "clean": ("STRING", {"default": re.sub(r"[_\-]+", " ", "a_b--c")}),
            }
        }


NODE_CLASS_MAPPINGS = {"Format": Format}
NODE_DISPLAY_NAME_MAPPINGS = {"Format": TITLE if isinstance(TITLE, str) else "Format"}
