from functools import cached_property


class Once:
    CATEGORY = "once"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


class Counter:
    count = 0

    def __iadd__(self, amount):
        self.total += amount
        return self

    total = 10

    @cached_property
    def next(self):
        Counter.count += 1
        return Counter.count


started = []


def letters():
    started.append("letters")
    yield "A"
    yield "B"


counter = Counter()
counter += 5
NODE_CLASS_MAPPINGS = {f"Counted {counter.total} {counter.next} {counter.next}": Once}
unused = letters()
NODE_CLASS_MAPPINGS[f"Started {len(started)}"] = Once
used = letters()
for letter in used:
    NODE_CLASS_MAPPINGS["Once " + letter] = Once
for letter in used:
    NODE_CLASS_MAPPINGS["Twice " + letter] = Once
