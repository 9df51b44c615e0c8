"""Classes that get their names after they are made."""


def make(kind):
    class Made:
        RETURN_TYPES = (kind,)
        FUNCTION = "run"
        CATEGORY = "made"

        @classmethod
        def INPUT_TYPES(cls):
            return {"required": {}}

        def run(self):
            return (kind,)

    Made.__name__ = f"Made{kind}"
    return Made


Number = make("INT")
Text = make("STRING")
