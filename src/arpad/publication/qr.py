"""QR codes (ISO/IEC 18004) as drawings: on paper and on pages."""

import io
from functools import lru_cache

import segno

CORRECTION = "m"
"""A symbol can be read with 15% of it covered."""
QUIET = 4
"""The modules that stay white around a symbol."""


@lru_cache(maxsize=1024)
def qr_svg(text: str) -> str:
    """Return the QR code of a text as an SVG element, one unit to a module, the quiet zone included. It has no size of
    its own, no style and no script."""
    drawn = io.BytesIO()
    symbol = segno.make(text, error=CORRECTION, micro=False)
    symbol.save(
        drawn, "svg", border=QUIET, light="#fff", omitsize=True, xmldecl=False, nl=False, svgclass=None, lineclass=None
    )
    return drawn.getvalue().decode()
