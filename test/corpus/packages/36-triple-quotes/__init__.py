"""
NODE_CLASS_MAPPINGS = {"Fake": Fake}
"""


class Quoted:
    '''NODE_CLASS_MAPPINGS["AlsoFake"] = Quoted'''

    CATEGORY = '''quotes'''
    FUNCTION = "run"  # FUNCTION = "walk"
    RETURN_TYPES = ("STRING",)
    DESCRIPTION = """
    Says "what" it is told, 'as' it is.\
    With a \\ and an \x41.
    """

    @classmethod
    def INPUT_TYPES(cls):
        # return {"required": {"wrong": ("INT",)}}
        return {"required": {"text": ("STRING", {"default": r"\d+" "\n" 'it''s', "multiline": True})}}


# NODE_CLASS_MAPPINGS = {"Commented": Quoted}
NODE_CLASS_MAPPINGS = {
    # "Out": Quoted,
    "Quoted": Quoted,  # the only one
}
