import asyncio
from contextlib import contextmanager


@contextmanager
def quietly():
    yield


async def fetch_names():
    return ["a"]


class Fetch:
    CATEGORY = "async"
    FUNCTION = "fetch"
    RETURN_TYPES = ("STRING",)

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"url": ("STRING", {"default": ""})}}

    async def fetch(self, url):
        async with asyncio.timeout(10):
            return (url,)


class Names(Fetch):
    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {"name": (asyncio.run(fetch_names()),)}}


def all_nodes():
    yield "Fetch", Fetch
    yield "Names", Names


with quietly():
    NODE_CLASS_MAPPINGS = {"Fetch": Fetch, "Names": Names}
NODE_DISPLAY_NAME_MAPPINGS = {name: name + "!" for name, _ in all_nodes()}
