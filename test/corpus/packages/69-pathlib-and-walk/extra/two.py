class Flat:
    CATEGORY = "found"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODES = {"Flat": Flat}
