WIDTH, HEIGHT = 1024, 7
RATIO = WIDTH / HEIGHT
debug = not WIDTH and HEIGHT
words = "one two,three  four".split()
table = {1: "int", "1": "str", None: "none", True: "bool", (1, 2): "pair"}


class Texts:
    CATEGORY = "values" + "/" * 2 + "texts"[1:-1]
    FUNCTION = "%s_%d" % ("run", 3)
    RETURN_TYPES = tuple(words) + (f"{WIDTH}x{HEIGHT}", f"{True}/{None}", f"{3.0}", f"{2.5}", str(10**6))
    RETURN_NAMES = (
        "a-b-c".replace("-", "+"),
        "héllo".upper() if WIDTH < 10 < 5 else "hello".capitalize(),
        ", ".join(table.values()),
        "x" * 3 + "y"[0],
        "{0}{1}{0}".format("a", "b"),
        "prefix_name".removeprefix("prefix_"),
        " padded\n".strip() + "..tail..".rstrip("."),
        "oct\101\x42",
        "abcdef"[-3:-1],
        f"{HEIGHT:03d}",
    )

    @classmethod
    def INPUT_TYPES(cls):
        return {
            "required": {
                "sums": ([7 // 2, -7 // 2, 7 % 3, -7 % 3, 1 << 4, 7 & 3, 6 | 1, abs(-3)],),
                "floats": ([0.1 + 0.2, 1e3, 1_000.5, .5, 5., 1e-7, -0.0, 10 / 4, 3 * 1.5],),
                "big": ("INT", {"max": 0xFFFFFFFFFFFFFFFF, "min": -0x8000000000000000, "default": 2**53 + 1}),
                "logic": ([debug, WIDTH or 5, 0 or "zero", 1 and "one", not "", 1 < 2 < 3, 3 > 2 > 5, "a" in "cat", "z" not in words],),
                "more": ([max(1, 2), min([3, 4]), sum([1, 2, 3]), len("四文字x"), int("12"), float(3), bool([]), any([0, 1])],),
            }
        }


NODE_CLASS_MAPPINGS = {"Texts": Texts}
