# -*- coding: utf-8 -*-
from .узлы import Улучшить, 放大

NODE_CLASS_MAPPINGS = {"Улучшить": Улучшить, "放大": 放大, "Caf\u00e9 \U0001F600": 放大}
NODE_DISPLAY_NAME_MAPPINGS = {"Улучшить": "Улучшить изображение 🪄", "放大": '放大"两倍"'}
