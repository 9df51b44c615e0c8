counter = {"calls": 0}


def numbered():
    total = 0

    def step():
        nonlocal total
        total += 1
        return f"name_{total}"

    return step


next_name = numbered()


class State:
    CATEGORY = "state"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}
