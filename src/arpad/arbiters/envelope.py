"""The envelope of a sealed move (Guidelines I.2): the seven things that are written on it."""

import datetime as dt
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from arpad.i18n import ArpadError
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import WORDS, TomlKey, TomlTable

MEN = "KQRBNPkqrbnp"
ROWS = FILES = 8
SIDES = {"w": "white", "b": "black"}
Side = Literal["white", "black"]


@dataclass(frozen=True, slots=True)
class SealedMove:
    """What stands on an envelope. `used` are the times that the players have used; `draw_offer` "" if there is none."""

    white: str
    black: str
    fen: str
    white_used: str
    black_used: str
    sealed_by: Side
    move: int
    draw_offer: str
    day: dt.date
    hour: str
    place: str
    event: str = ""
    round: str = ""
    board: str = ""

    @property
    def position(self) -> list[list[str]]:
        """The men of the position, from the eighth row down; "" for an empty square."""
        return position_of(self.fen)


KEYS = {
    "white": replace(WORDS, needed=True),
    "black": replace(WORDS, needed=True),
    "fen": TomlKey(f.words, '"8/8/4k3/8/8/4K3/4P3/8 w - - 0 61"', needed=True),
    "white_used": TomlKey(f.words, '"1:58"', needed=True),
    "black_used": TomlKey(f.words, '"2:01"', needed=True),
    "sealed_by": TomlKey(f.one_of(("white", "black")), '"white" | "black"', needed=True),
    "move": TomlKey(f.whole(1, 500), "61", needed=True),
    "draw_offer": TomlKey(f.one_of(("none", "white", "black")), '"none" | "white" | "black"', needed=True),
    "day": TomlKey(f.iso_day, "2024-05-04", needed=True),
    "hour": TomlKey(f.words, '"10:00"', needed=True),
    "place": replace(WORDS, needed=True),
    "event": WORDS,
    "round": WORDS,
    "board": WORDS,
}


def read_sealed_move(file: Path) -> SealedMove:
    """Read an envelope; a thing that is missing is named."""
    name = str(file)
    values = TomlTable("arbiter-file", name).read(f.load(file), KEYS)
    offer = values.pop("draw_offer")
    sealed = SealedMove(**values, draw_offer="" if offer == "none" else offer)
    _fits(name, sealed)
    return sealed


def position_of(fen: str) -> list[list[str]]:
    """Return the men of a FEN, row by row."""
    rows = []
    for row in fen.split(maxsplit=1)[0].split("/"):
        squares: list[str] = []
        for sign in row:
            squares += [""] * int(sign) if sign.isdecimal() else [sign]
        rows.append(squares)
    return rows


def _fits(name: str, sealed: SealedMove) -> None:
    """Refuse a position that is none, and a side or a number that contradicts it."""
    fields = sealed.fen.split()
    signs = set(fields[0]) if fields else {"?"}
    rows = position_of(sealed.fen) if signs <= {*MEN, *"12345678/"} else []
    if len(rows) != ROWS or any(len(row) != FILES for row in rows):
        raise ArpadError("envelope-fen", file=name, fen=sealed.fen)
    side = SIDES.get(fields[1]) if len(fields) > 1 else None
    if side is not None and side != sealed.sealed_by:
        raise ArpadError("envelope-side", file=name, fen=sealed.fen, side=sealed.sealed_by)
    number = fields[5] if len(fields) > 5 else ""
    if number.isdecimal() and int(number) != sealed.move:
        raise ArpadError("envelope-move", file=name, fen=sealed.fen, move=sealed.move)
