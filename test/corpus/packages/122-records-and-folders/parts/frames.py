from .blurs import Fast
from .registry import REGISTRY, Entry


class FrameThin(Fast):
    CATEGORY = "records/frames"


class FrameThick(Fast):
    CATEGORY = "records/frames"


REGISTRY.entries += [Entry(FrameThin), Entry(FrameThick, "FrameWide", title="Wide frame")]
