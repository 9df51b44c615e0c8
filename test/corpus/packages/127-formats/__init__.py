class Formatted:
    CATEGORY = "formats"
    FUNCTION = "run"
    RETURN_TYPES = ("INT",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


i = 7
x = 0.5
NODE_CLASS_MAPPINGS = {
    "Group " + f"{1234567:,} {1234567:_} {1234.5:,.2f}": Formatted,
    "Bases " + f"{255:x} {255:#X} {5:08b} {-255:#06x}": Formatted,
    "Percent " + f"{0.256:.0%} {x:g} {1e10:g} {100000.0:g} {0.1:e}": Formatted,
    "Signs " + f"{i:+d} {-i: d} {i:05} {-2.5:08.1f}": Formatted,
    "Middle " + f"{0.125:.2f} {2.5:.0f} {2.675:.2f} {round(2.5)} {round(2.675, 2)}": Formatted,
    "Built " + format(i, "03d") + format("ab", "^6") + format(x): Formatted,
    "Inner " + f"{i:>{2 + 2}}|{x:.{1}f}|{i=}|{x = :.2f}": Formatted,
    "Old " + "%5s|%-5s|%x|%r|%+d|%08.3f|%e" % ("a", "b", 255, "q", 3, 3.14159, 12345.678): Formatted,
    "Int " + str(int("ff", 16)) + str(int(" 7 ")) + str(int("101", base=2)) + str(int("-0x1F", 16)): Formatted,
}
