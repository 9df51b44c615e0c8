class Older:
    RETURN_TYPES = ()
