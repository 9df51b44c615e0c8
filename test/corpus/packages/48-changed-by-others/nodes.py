from third_party_tools import enhance


class A:
    CATEGORY = "others"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


class B(A):
    pass


@enhance
class Wrapped(A):
    pass
