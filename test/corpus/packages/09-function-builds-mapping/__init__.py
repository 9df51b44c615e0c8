from .nodes import Blur, Edge

NODE_CONFIG = {
    "FxBlur": {"class": Blur, "name": "Blur (fx)"},
    "FxEdge": {"class": Edge},
}


def generate_mappings(config):
    classes = {}
    names = {}
    for key, info in config.items():
        classes[key] = info["class"]
        names[key] = info.get("name", info["class"].__name__)
    return classes, names


NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS = generate_mappings(NODE_CONFIG)
