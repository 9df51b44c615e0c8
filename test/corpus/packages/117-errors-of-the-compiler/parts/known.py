"""
return (self, self)
"""

from __future__ import annotations


LABEL = (
    "a text"
        " in two parts"
)
HELP = """
Lines
    of a text
"""


class Known:
    CATEGORY = "errors"
    OPTIONS = dict(a=dict(b=1), b=dict(b=2))

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"a": ("INT",)}}

    def run(self, mask=None, *images, other, **more):
        return (mask, mask)
