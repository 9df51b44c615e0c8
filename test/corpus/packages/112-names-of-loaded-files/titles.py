NAME = "outer"
