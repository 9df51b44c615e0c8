class Table:
    def __init__(self, into, prefix):
        self.into = into
        self.prefix = prefix

    def __setitem__(self, key, cls):
        self.into[self.prefix + key] = cls

    def __getitem__(self, key):
        return self.into[self.prefix + key]


class section:
    def __init__(self, table, name):
        self.name = f"{table.prefix}/{name}".lower()

    def __enter__(self):
        return self.name

    def __exit__(self, *error):
        return False
