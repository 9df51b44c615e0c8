PREFIX = "Own"
