"""What Python itself says of the packages beside this file, to hold the expected.json of each against.

Runs them (with stand-ins for what they import from elsewhere), so it is for people who change the corpus, not for tests:

    python3 test/corpus/truth.py [PACKAGE ...]     prints what expected.json differs in, and nothing where all is true
    python3 test/corpus/truth.py --print PACKAGE   prints the definitions of one
"""

import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import sys
import types

PACKAGES = pathlib.Path(__file__).parent / "packages"
# Schemas and libraries need the host itself, one of these reads its standard input, one writes a file, and one has lists in any order.
NOT_RUN = {"37-schema-only", "38-schema-and-mapping", "72-schema-fields", "73-doubt-elsewhere", "76-entry-point-in-a-branch", "80-folder-of-any-name", "81-settings-written-first", "82-library-that-registers", "83-lists-under-conditions", "84-place-in-the-packages-folder", "85-combinations-and-order", "86-already-loaded", "92-schemas-with-attributes", "96-library-that-collects", "98-changed-schemas", "101-endless-threads", "104-schema-widgets", "105-schema-templates", "106-types-of-the-host", "109-imports-by-the-own-name", "110-texts-and-types", "113-input-with-a-widget", "115-any-order", "116-classes-of-the-host", "118-small-values", "119-own-namespace", "120-own-ways", "130-schemas-filled-later", "137-entry-point-under-conditions", "139-one-of-two-classes"}


class Anything:
    """Stands in for whatever a library offers."""

    def __init__(self, *args, **kwargs):
        pass

    def __call__(self, *args, **kwargs):
        return self

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()


class Host(types.ModuleType):
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "NODE_CLASS_MAPPINGS":
            return {}
        if name == "MAX_RESOLUTION":
            return 16384
        if name == "get_filename_list":
            return lambda folder: [f"{folder}.bin"]
        if name == "enhance":
            return lambda cls: type(cls.__name__, (cls,), {"CATEGORY": "enhanced"})
        if name == "install":
            return lambda mapping: mapping.update(OthersExtra=mapping["OthersA"])
        if name == "WebcamCapture":
            return type(name, (), {"FUNCTION": "preview", "RETURN_TYPES": (), "OUTPUT_NODE": True})
        if name == "cuda":
            return types.SimpleNamespace(is_available=lambda: False, device_count=lambda: 1)
        if name in ("nn", "latest", "io"):
            return sys.modules.get(f"{self.__name__}.{name}") or Host(f"{self.__name__}.{name}")
        return type(name, (Anything,), {})


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    NAMES = {"torch", "torchless", "comfy_api", "nodes", "folder_paths", "cv2", "host_api", "third_party_tools", "fancy_library"}

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name.split(".")[0] in self.NAMES else None

    def create_module(self, spec):
        return Host(spec.name)

    def exec_module(self, module):
        pass


def definitions(folder):
    root = folder if (folder / "__init__.py").exists() else next(path for path in sorted(folder.iterdir()) if path.is_dir())
    name = "corpus_" + folder.name.replace("-", "_")
    spec = importlib.util.spec_from_file_location(name, root / "__init__.py", submodule_search_locations=[str(root)])
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    titles = getattr(module, "NODE_DISPLAY_NAME_MAPPINGS", {})
    found = []
    for key, cls in getattr(module, "NODE_CLASS_MAPPINGS", {}).items():
        fields = {
            "name": key,
            "displayName": titles.get(key),
            "category": getattr(cls, "CATEGORY", None),
            "description": getattr(cls, "DESCRIPTION", None),
            "function": getattr(cls, "FUNCTION", None),
            "inputTypes": cls.INPUT_TYPES(),
            "returnTypes": getattr(cls, "RETURN_TYPES", None),
            "returnNames": getattr(cls, "RETURN_NAMES", None),
            "outputIsList": getattr(cls, "OUTPUT_IS_LIST", None),
            "deprecated": bool(getattr(cls, "DEPRECATED", False)),
            "experimental": bool(getattr(cls, "EXPERIMENTAL", False)),
        }
        fields = {field: value for field, value in fields.items() if value is not None and value is not False}
        found.append(json.loads(json.dumps(fields)))
    return found


def agree(expected, true):
    if isinstance(expected, dict) and "unevaluated" in expected:
        return True
    if isinstance(expected, dict) and isinstance(true, dict):
        keys = {key for key in expected if key in true or not agree(expected[key], None)}
        return keys == true.keys() and all(agree(expected[key], true[key]) for key in keys)
    if isinstance(expected, list) and isinstance(true, list):
        return len(expected) == len(true) and all(map(agree, expected, true))
    return type(expected) is type(true) and expected == true


def main(arguments):
    sys.dont_write_bytecode = True
    sys.meta_path.append(StandIns())
    wanted = [name for name in arguments if not name.startswith("--")] or sorted(path.name for path in PACKAGES.iterdir() if path.is_dir() and path.name not in NOT_RUN)
    differ = 0
    for name in wanted:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            true = definitions(PACKAGES / name)
        if "--print" in arguments:
            print(json.dumps(true, ensure_ascii=False, indent=2))
            continue
        expected = json.loads((PACKAGES / name / "expected.json").read_text("utf-8"))
        differing = {part["part"] for part in expected["unreadable"]}
        by_name = {definition["name"]: definition for definition in expected["coreNodes"]}
        for definition in true:
            own = by_name.pop(definition["name"], None)
            fields = {field for field in {*definition, *(own or {})} if own is None or not agree(own.get(field), definition.get(field))}
            fields = {field for field in fields if f"{definition['name']}.{field}" not in differing and definition["name"] not in differing}
            if own is None and "*" in differing:
                continue
            if fields:
                differ += 1
                print(f"{name}: {definition['name']}: {', '.join(sorted(fields))}")
        for left in by_name:
            if left not in differing:
                differ += 1
                print(f"{name}: {left}: is not there")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
