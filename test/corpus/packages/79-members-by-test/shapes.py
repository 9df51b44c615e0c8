import hashlib
import time

import cv2

folder = f"/tmp/{time.time()}"
digest = hashlib.md5(b"shapes")
settings = cv2.load("shapes.yaml")
routes = cv2.application().routes


@routes.get("/shapes")
async def shapes(request):
    return None


@cv2.remember
def remembered():
    return folder


class Circle:
    CATEGORY = "shapes"
    FUNCTION = "run"
    RETURN_TYPES = ("MASK",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"radius": ("INT",)}}
