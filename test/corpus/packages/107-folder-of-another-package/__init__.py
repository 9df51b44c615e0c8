import os

HERE = os.path.dirname(os.path.abspath(__file__))


def fonts(folder):
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else ["Default.ttf"]


class Write:
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "fonts"

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "font": (fonts(os.path.join(os.path.dirname(HERE), "other-pack", "fonts")),),
                "own": (fonts(os.path.join(HERE, "fonts")),),
            }
        }


NODE_CLASS_MAPPINGS = {"Write": Write}
