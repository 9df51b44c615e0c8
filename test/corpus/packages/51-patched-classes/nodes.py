class _Stat:
    RETURN_TYPES = ("FLOAT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"values": ("FLOAT", {"forceInput": True})}}


class Mean(_Stat):
    FUNCTION = "mean"


class Median(_Stat):
    pass


class Mode(_Stat):
    RETURN_TYPES = _Stat.RETURN_TYPES + ("INT",)
