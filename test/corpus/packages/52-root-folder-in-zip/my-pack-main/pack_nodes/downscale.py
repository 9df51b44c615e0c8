from pack_nodes.upscale import Upscale


class Downscale(Upscale):
    FUNCTION = "down"
