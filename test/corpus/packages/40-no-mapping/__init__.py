from .tools import double

VALUE = double(21)
