from .table import Table, section

NODE_CLASS_MAPPINGS = {}
table = Table(NODE_CLASS_MAPPINGS, "Own")


class Base:
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


with section(table, "numbers") as numbers:
    class One(Base):
        CATEGORY = numbers

    table["One"] = One

with section(table, "others") as others:

    class Two(Base):
        CATEGORY = others + "/" + table["One"].CATEGORY

    table["Two"] = Two
