import sys
import types
from pathlib import Path

if "_blur_pack" not in sys.modules:
    package = types.ModuleType("_blur_pack")
    package.__path__ = [str(Path(__file__).parent)]
    sys.modules["_blur_pack"] = package

from _blur_pack.naming import named
from _blur_pack.parts.blur import Blur

NODE_CLASS_MAPPINGS = {named("Blur"): Blur}
