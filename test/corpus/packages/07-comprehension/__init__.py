from .shapes import Circle, Square, Triangle

_ALL = [Circle, Square, Triangle]

NODE_CLASS_MAPPINGS = {f"Shape{cls.__name__}": cls for cls in _ALL}
NODE_DISPLAY_NAME_MAPPINGS = {f"Shape{cls.__name__}": cls.TITLE for cls in _ALL if cls.TITLE}
