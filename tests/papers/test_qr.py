"""QR codes: the drawing has the modules of the symbol, and white around them."""

import re

import segno

from arpad.papers.typeset import QUIET, qr_lines, qr_svg

ADDRESS = "https://ajedrez.example/t/valdeoca-2026/table/12"


def drawn(svg: str) -> set[tuple[int, int]]:
    """The dark modules of a drawing: its second path is made of level lines through the middle of the modules."""
    path = re.findall(r' d="([^"]+)"', svg)[1]
    x, y = 0, 0
    found = set()
    for sign, *where in re.findall(r"([Mmh])(-?[\d.]+)(?: ?(-?[\d.]+))?", path):
        if sign == "M":
            x, y = int(where[0]), int(float(where[1]))
        elif sign == "m":
            x, y = x + int(where[0]), y + int(float(where[1]))
        else:
            found |= {(x + step, y) for step in range(int(where[0]))}
            x += int(where[0])
    return found


def test_the_drawing_is_the_symbol() -> None:
    symbol = segno.make(ADDRESS, error="m", micro=False)
    modules = {
        (x + QUIET, y + QUIET) for y, row in enumerate(symbol.matrix) for x, module in enumerate(row) if module & 1
    }
    svg = qr_svg(ADDRESS)
    side = len(symbol.matrix) + 2 * QUIET
    assert drawn(svg) == modules
    assert f'viewBox="0 0 {side} {side}"' in svg
    assert "style" not in svg
    assert "script" not in svg


def test_an_address_is_read_in_bytes_and_any_text_fits() -> None:
    assert segno.make(ADDRESS, error="m", micro=False).mode == "byte"
    assert qr_svg("ñ Á · ½") != qr_svg("n A . 1/2")
    assert len(qr_svg("x" * 1000)) > 10_000


def test_lines_for_a_terminal_have_the_same_modules() -> None:
    lines = qr_lines(ADDRESS)
    symbol = [list(row) for row in segno.make(ADDRESS, error="m", micro=False).matrix_iter(border=QUIET)]
    shown = [[letter in dark for letter in line] for line in lines for dark in ("▀█", "▄█")]
    assert shown[: len(symbol)] == [[bool(module) for module in row] for row in symbol]
    assert not any(any(row) for row in shown[len(symbol) :])
