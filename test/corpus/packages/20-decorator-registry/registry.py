NODES = {}
NAMES = {}


def register(title=None):
    def decorate(cls):
        NODES[cls.__name__] = cls
        if title:
            NAMES[cls.__name__] = title
        return cls

    return decorate
