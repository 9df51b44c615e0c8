NAMES = {"PackUp": "Up", "PackDown": "Down"}
