import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))


def lines(name):
    path = os.path.join(HERE, name)
    if not os.access(path, os.R_OK):
        return []
    with open(path, encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip()]


with open(os.path.join(HERE, "cameras.csv"), encoding="utf-8") as file:
    CAMERAS = [row.strip().split(",")[0] for row in file.readlines()[1:]]


class Style:
    RETURN_TYPES = ("STRING",)
    FUNCTION = "run"
    CATEGORY = "data"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"style": (lines("styles.txt"),), "camera": (CAMERAS,), "none": (lines("missing.txt"),)}}


NODE_CLASS_MAPPINGS = {"Style": Style}
