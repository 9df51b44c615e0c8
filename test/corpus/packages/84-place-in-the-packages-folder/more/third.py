class PlaceThird:
    CATEGORY = "place"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODES = {"PlaceThird": PlaceThird}
