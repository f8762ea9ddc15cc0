"""QR codes (ISO/IEC 18004) as drawings: on paper, on pages and in a terminal."""

import io
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode

CORRECTION = "m"
"""A symbol can be read with 15% of it covered."""
QUIET = 4
"""The modules that stay white around a symbol."""
BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""Two modules, one above the other, as one letter: 1 is dark."""


@lru_cache(maxsize=1024)
def qr_svg(text: str) -> str:
    """Return the QR code of a text as an SVG element, one unit to a module, the quiet zone included. It has no size of
    its own, no style and no script."""
    drawn = io.BytesIO()
    symbol = _symbol(text)
    symbol.save(
        drawn, "svg", border=QUIET, light="#fff", omitsize=True, xmldecl=False, nl=False, svgclass=None, lineclass=None
    )
    return drawn.getvalue().decode()


def qr_lines(text: str) -> list[str]:
    """Return the QR code of a text as lines of letters, two rows of modules to a line, the quiet zone included. It is
    written dark on light."""
    symbol = _symbol(text)
    rows = [list(row) for row in symbol.matrix_iter(border=QUIET)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    return [
        "".join(BLOCKS[int(upper), int(lower)] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


def _symbol(text: str) -> "QRCode":
    import segno  # noqa: PLC0415  (it comes with the extra `pdf`)

    return segno.make(text, error=CORRECTION, micro=False)
