from .text import Join, Repeat

NODE_CLASS_MAPPINGS = dict(TextJoin=Join, TextRepeat=Repeat)
NODE_DISPLAY_NAME_MAPPINGS = dict(NODE_CLASS_MAPPINGS, TextJoin="Join texts", TextRepeat="Repeat a text")
