"""Core-nodes of both styles in one extension, and classes that compare and make their objects in their own ways."""

import os
from dataclasses import dataclass

import folder_paths
from comfy_api.latest import ComfyExtension, io

from .older import NODES


@dataclass
class Label:
    node_id: str
    display_name: str | None


def labelled(cls, node_id, display_name=None):
    label = Label(node_id, display_name)
    if not hasattr(cls, "GET_SCHEMA"):
        setattr(cls, "GET_SCHEMA", lambda: label)
    return cls


class Newer(io.ComfyNode):
    @classmethod
    def define_schema(cls):
        inputs = []
        if os.path.exists(folder_paths.get_input_directory()):
            inputs = [io.Int.Input("count", default=1)]
        return io.Schema(node_id="OwnNewer", category="own", inputs=inputs, outputs=[io.Int.Output()])


class Extension(ComfyExtension):
    async def get_node_list(self):
        return [Newer, *[labelled(cls, name, f"Labelled {name}") for name, cls in NODES.items()]]


async def comfy_entrypoint():
    return Extension()
