class Hidden:
    NAME = "Hidden"
