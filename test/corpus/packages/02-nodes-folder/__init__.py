from .nodes.noise import GrainNode
from .nodes.levels import LevelsNode, GammaNode

NODE_CLASS_MAPPINGS = {
    "GrainNode": GrainNode,
    "LevelsNode": LevelsNode,
    "GammaNode": GammaNode,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "GrainNode": "Film grain",
    "LevelsNode": "Levels",
}

WEB_DIRECTORY = "./js"
