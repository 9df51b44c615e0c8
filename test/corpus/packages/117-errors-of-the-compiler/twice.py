class Twice:
    CATEGORY = "errors"

    def run(self, mask, image, mask=None):
        return (mask,)
