from .one import First


class Second(First):
    CATEGORY = First.CATEGORY + "/second"


MORE = {"Second": Second}
MORE_NAMES = {"Second": "The second"}
