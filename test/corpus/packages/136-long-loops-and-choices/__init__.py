"""Nodes beside a loop that goes through much data, found among values that depend on the machine."""

import inspect
import platform
import sys

TABLE = {}


def fill():
    for row in range(900):
        for column in range(900):
            TABLE[(row + column) % 7] = row * column


fill()


def system():
    name = platform.system()
    if name == "Darwin":
        return "mac"
    elif name == "Linux":
        return "linux"
    else:
        return "other"


SYSTEM = system()
PROGRAM = ""
if SYSTEM == "mac":
    PROGRAM = "/Applications/Tool.app"
elif SYSTEM == "linux":
    PROGRAM = "tool"
THREADS = 1 if SYSTEM == "mac" else 4
SEPARATOR = {"mac": ":", "linux": ":"}.get(SYSTEM, ";")


class Blur:
    CATEGORY = "long"
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"image": ("IMAGE",), "radius": ("INT", {"default": 3})}}

    def run(self, image, radius):
        return (image,)


class Sharpen(Blur):
    CATEGORY = "long/sharp"


NODE_CLASS_MAPPINGS = {
    name: found for name, found in inspect.getmembers(sys.modules[__name__]) if inspect.isclass(found)
}
for name, found in inspect.getmembers(sys.modules[__name__]):
    if inspect.isclass(found):
        NODE_CLASS_MAPPINGS[f"{name} Again"] = found
NODE_DISPLAY_NAME_MAPPINGS = {"Blur": "Blur " + ("softly" if 2 > 1 else "hardly")}
