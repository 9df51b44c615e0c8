from .nodes import Mean, Median, Mode

CATEGORY = "patched/" + "statistics"

NODE_CLASS_MAPPINGS = {"StatMean": Mean, "StatMedian": Median, "StatMode": Mode}

for node_class in NODE_CLASS_MAPPINGS.values():
    node_class.CATEGORY = CATEGORY
    if not hasattr(node_class, "FUNCTION"):
        node_class.FUNCTION = "compute"

setattr(Mode, "EXPERIMENTAL", True)
Median.DEPRECATED = not Mode.EXPERIMENTAL
NODE_DISPLAY_NAME_MAPPINGS = dict(zip(NODE_CLASS_MAPPINGS, ["Mean", "Median", "Mode"]))
