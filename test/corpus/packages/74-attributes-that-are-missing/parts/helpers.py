import shutil
from collections.abc import Mapping

converter = shutil.which("converter")


class LazyMap(Mapping):
    def __getitem__(self, key):
        return key

    def __iter__(self):
        return iter(())

    def __len__(self):
        return 0
