class Registry:
    def __init__(self, prefix):
        self.prefix = prefix
        self.classes = {}
        self._titles = []

    def add(self, cls):
        self.classes[self.prefix + cls.__name__] = cls
        self._titles.append((self.prefix + cls.__name__, getattr(cls, "TITLE", cls.__name__)))
        return cls

    def titles(self):
        return dict(self._titles)


registry = Registry("Inst")
