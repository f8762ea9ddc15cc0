"""Typeset PDF files from templates with typst, and draw QR codes.

Data are passed as JSON, separate from the template, so names are printed exactly; the same input gives the same
bytes.
"""

import io
import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from arpad.i18n import Language, keys, text

if TYPE_CHECKING:
    from segno import QRCode


# QR codes (ISO/IEC 18004) as drawings: on paper, on pages and in a terminal.

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


# From a template and its data to a PDF. The data are JSON, separate from the template, and never become part of its
# text, so a name is printed exactly, whatever characters it has. Only the fonts that come with typst are used, and no
# date is written: the same input gives the same bytes on every machine.

LONG_WORD = re.compile(r"\S{26,}")
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
BREAK = "\N{ZERO WIDTH SPACE}"
DIGITS = 16


def typeset(
    template: str,
    data: Mapping[str, object],
    language: Language,
    shared: Sequence[str] = (),
    ppi: int | None = None,
    drawings: Mapping[str, str] | None = None,
) -> bytes:
    """Return the PDF of a template; with `ppi`, a single page as a picture with this many pixels an inch instead.

    Each template has its words and its data; `common.typ` comes before them all, then what the template shares with
    others. `drawings` are SVG elements of our own, by name: nobody types them, and they go to the template as they
    are."""
    import typst  # noqa: PLC0415  (an extra: a sheet may be read without being printed)

    folder = files("arpad.papers") / "templates"
    source = "\n".join((folder / f"{name}.typ").read_text("utf-8") for name in ("common", *shared, template))
    given = json.dumps({**_printable(data), "language": language})
    kind: Literal["pdf", "png"] = "pdf" if ppi is None else "png"
    inputs = {"data": given, "drawings": json.dumps(dict(drawings or {}))}
    return typst.compile(source.encode(), format=kind, ppi=ppi, sys_inputs=inputs, ignore_system_fonts=True)


def words(room: str, language: Language) -> dict[str, str]:
    """Return the words for a template: the messages of a room without placeholders."""
    start = f"{room}."
    found = {key.removeprefix(start): text(key, language) for key in sorted(keys(language)) if key.startswith(start)}
    return {name: message for name, message in found.items() if "{" not in message}


def digest_text(digest: str) -> str:
    """Return a digest in groups of 16 characters, so that it can be compared by eye."""
    return " ".join(digest[at : at + DIGITS] for at in range(0, len(digest), DIGITS))


def _printable(data: Mapping[str, object]) -> dict[str, object]:
    return {name: _clean(value) for name, value in data.items()}


def _clean(value: object) -> object:
    """Return texts without signs that cannot be printed or that turn the writing, and with places to break a line."""
    if isinstance(value, str):
        whole = value.encode("utf-8", "replace").decode()
        return LONG_WORD.sub(lambda word: BREAK.join(word.group()), UNPRINTABLE.sub(" ", whole))
    if isinstance(value, Mapping):
        return _printable(value)
    if isinstance(value, list | tuple):
        return [_clean(item) for item in value]
    return value
