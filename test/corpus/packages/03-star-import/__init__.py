from .nodes import *
