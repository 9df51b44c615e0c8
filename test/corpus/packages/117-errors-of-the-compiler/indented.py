class Indented:
    CATEGORY = "errors"

    def run(self): return 1
        x = 2
