from .basic import Basic


class Fancy(Basic):
    FUNCTION = "fancy"
