from threading import Thread

import host_api


def linked(key, graph):
    keys = []
    for _, value in graph[key]["inputs"].items():
        if type(value) == list:
            keys.append(value[0])
            keys.extend(linked(value[0], graph))
    return keys


def forward(message):
    for key in message.keys():
        linked(key, message.graph)
        forward(message.next(key))


def listen():
    while True:
        message = host_api.receive()
        if message.kind == "prompt":
            forward(message)
        elif message.kind == "graph":
            linked(message.key, message.graph)


while True:
    settings = host_api.settings()
    if settings.ready:
        break

Thread(target=listen, daemon=True).start()


class Listen:
    RETURN_TYPES = ("STRING",)
    FUNCTION = "run"
    CATEGORY = "threads"

    @classmethod
    def INPUT_TYPES(cls):
        return {"required": {}}


NODE_CLASS_MAPPINGS = {"Listen": Listen}
