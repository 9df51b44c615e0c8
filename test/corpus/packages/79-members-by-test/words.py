class Words:
    separator = " "

    def __init__(self, text):
        self._text = text

    @property
    def text(self):
        return self._text

    @text.setter
    def text(self, value):
        self._text = value

    def reverse(self):
        return self._text[::-1]

    @classmethod
    def join(cls, parts):
        return cls.separator.join(parts)

    @staticmethod
    def count(text):
        return len(text.split())
