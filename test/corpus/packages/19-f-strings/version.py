import time

MAJOR, MINOR = 3, 1
VERSION = f"{MAJOR}.{MINOR}"
PREFIX = "Fs"


def build_number():
    return int(time.time()) // 1000
