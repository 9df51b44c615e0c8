def setup():
    global NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS
    from .lazy import Lazy

    NODE_CLASS_MAPPINGS = {"Lazy": Lazy}
    NODE_DISPLAY_NAME_MAPPINGS = {"Lazy": Lazy.title()}


if __name__ == "__main__":
    print("not a program")
else:
    setup()
