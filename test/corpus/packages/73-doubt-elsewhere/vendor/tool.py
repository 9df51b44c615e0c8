import importlib

for name in input().split():
    importlib.import_module(name)
