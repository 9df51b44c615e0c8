from . import a


class Beta(a.Alpha):
    CATEGORY = a.Alpha.CATEGORY + "/beta"


NODE_DISPLAY_NAME_MAPPINGS = {"Alpha": "α", "Beta": "β"}
