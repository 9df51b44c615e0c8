NAMES = ["b", "a"]
