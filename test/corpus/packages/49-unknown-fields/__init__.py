import random
import time

import folder_paths
import torch

from .settings import load_settings

SETTINGS = load_settings()


class Mystery:
    CATEGORY = SETTINGS["category"]
    FUNCTION = random.choice(["go", "walk"])
    RETURN_TYPES = tuple(SETTINGS["types"])
    RETURN_NAMES = ("one",)
    DEPRECATED = time.time() > 2_000_000_000
    EXPERIMENTAL = True

    @classmethod
    def INPUT_TYPES(cls):
        return SETTINGS["inputs"]


class Half:
    CATEGORY = "unknown/half"
    FUNCTION = "run"
    RETURN_TYPES = ("MODEL", "STRING")
    OUTPUT_IS_LIST = (False, torch.cuda.is_available())

    @classmethod
    def INPUT_TYPES(cls):
        loras = ["None"] + folder_paths.get_filename_list("loras")
        files = [f for f in folder_paths.get_filename_list("embeddings") if f.endswith(".pt")]
        return {
            "required": {
                "model": ("MODEL",),
                "lora": (loras, {"default": "None"}),
                "file": (files,),
                "device": (["cpu"] + [f"cuda:{i}" for i in range(torch.cuda.device_count())],),
                "seed": ("INT", {"default": random.randint(0, 10), "min": 0}),
            }
        }


NODE_CLASS_MAPPINGS = {"Mystery": Mystery, "Half": Half}
NODE_DISPLAY_NAME_MAPPINGS = {"Mystery": SETTINGS["title"], "Half": "Half known"}
