import os

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def find(name):
    if not os.path.exists(FOLDER):
        return None
    for entry in os.listdir(FOLDER):
        if entry.lower() == name.lower():
            return os.path.join(FOLDER, entry)
    return None


NODES = {}

try:
    path = find("Some-Other-Package")
    if path is None:
        raise RuntimeError("The other package is not installed.")

    class Borrowed:
        CATEGORY = "folder/borrowed"

    NODES["FolderBorrowed"] = Borrowed
except RuntimeError as error:
    print(error)
