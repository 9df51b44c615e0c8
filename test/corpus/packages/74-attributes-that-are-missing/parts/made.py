class WithHelp(type):
    def __new__(cls, name, bases, attributes):
        made = type.__new__(cls, name, bases, attributes)
        if hasattr(made, "INPUT_TYPES"):
            made.DESCRIPTION = f"Helps with {name}"
        return made


class Blur(metaclass=WithHelp):
    RETURN_TYPES = ("IMAGE",)
    FUNCTION = "run"
    CATEGORY = "made"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}

    def run(self):
        return (None,)


NODE_CLASS_MAPPINGS = {"Blur": Blur}
