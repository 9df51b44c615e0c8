import json
from pathlib import Path


def load_settings():
    path = Path(__file__).with_name("settings.data")
    return json.loads(path.read_text())
