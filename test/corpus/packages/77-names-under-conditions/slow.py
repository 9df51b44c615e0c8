from .nodes import Base


class Sampler(Base):
    CATEGORY = "conditions/slow"
