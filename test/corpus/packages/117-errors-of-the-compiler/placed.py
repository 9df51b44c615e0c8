class Placed:
    CATEGORY = "errors"


return Placed
