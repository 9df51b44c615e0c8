IMAGE = "IMAGE"
MASK = "MASK"
PAIR = (IMAGE, MASK)
MAX = 2**14
SAMPLERS = ["euler", "heun"]
SAMPLERS += ["dpm", "ddim"]
DEFAULTS = {"default": 512, "min": 64, "max": MAX // 2, "step": 8}
