COLLECTED = {}


class Collector(type):
    def __new__(mcs, name, bases, namespace):
        made = super().__new__(mcs, name, bases, namespace)
        if bases:
            COLLECTED[name] = made
        return made


class Node(metaclass=Collector):
    pass
