CLASSES = {}


class register:
    titles = {}
    count = 0

    def __init__(self, title, *, category="called"):
        self.title = title
        self.category = category

    def __call__(self, cls):
        register.count += 1
        cls.CATEGORY = f"{self.category}/{register.count}"
        self.titles[cls.__name__] = self.title
        CLASSES[cls.__name__] = cls
        return cls
