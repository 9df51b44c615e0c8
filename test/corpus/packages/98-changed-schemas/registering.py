from functools import wraps

NODES = {}


def change_schema(kind, category):
    original = kind.define_schema

    @classmethod
    @wraps(original.__func__)
    def changed(cls):
        schema = original.__func__(cls)
        if schema.display_name is None:
            schema.display_name = "Shown " + original.__self__.__name__
        if category:
            schema.category = category
        return schema

    kind.define_schema = changed


def node(kind=None, category=None):
    def decorate(kind):
        change_schema(kind, category)
        NODES[kind.__name__] = kind
        return kind

    return decorate if kind is None else decorate(kind)
