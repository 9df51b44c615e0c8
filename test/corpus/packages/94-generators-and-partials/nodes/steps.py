import textwrap

from .base import Base


class Blur(Base):
    DESCRIPTION = textwrap.dedent(
        """\
        Blurs.
          Twice.
        """
    ).strip()

    def run(self, **inputs):
        return (1,)


class Sharpen(Blur):
    """Sharpens."""

    NAME = "Step Sharper"


Sharpen.DESCRIPTION = Sharpen.__doc__
