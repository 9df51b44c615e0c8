SIZE = "12a"
