from .prefix import PREFIX


def named(name):
    return f"{PREFIX} {name}"
