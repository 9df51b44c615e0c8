class Alpha:
    CATEGORY = "records"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


class Beta(Alpha):
    pass


class Gamma(Alpha):
    pass
