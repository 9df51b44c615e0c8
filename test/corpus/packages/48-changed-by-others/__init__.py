import third_party_tools

from .nodes import A, B, Wrapped

NODE_CLASS_MAPPINGS = {"OthersA": A, "OthersB": B, "OthersWrapped": Wrapped}
third_party_tools.install(NODE_CLASS_MAPPINGS)
