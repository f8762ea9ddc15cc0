"""Points by result: 162 (TRF26), XXS and BBW, BBD, BBL, BBZ, BBF, BBU.

The event's scoring holds the points of each result code that a record sets; all others are as usual
(1, ½, 0, a pairing-allocated bye 1).
"""

from collections.abc import Callable
from fractions import Fraction

from arpad.reports.notes import Notes
from arpad.reports.trf_fields import decimal

CODES_OF: dict[str, str] = {"W": "1+WF", "D": "=DH", "L": "0L", "A": "-Z", "Z": "Z", "P": "U", "X": "X"}
"""162: W a win, a forfeit win or a full-point bye; D a draw or a half-point bye; A absence or a forfeit loss; P the
pairing-allocated bye; X a result that is not known. Programs also write Z for an absence."""

XXS_CODES: dict[str, str] = {
    "WW": "1W", "BW": "1W", "WD": "=D", "BD": "=D", "WL": "0L", "BL": "0L", "ZPB": "Z", "HPB": "H", "FPB": "F",
    "PAB": "U", "FW": "+", "FL": "-", "W": "1W+F", "D": "=DH", "L": "0L",
}  # fmt: skip
ENGINE_CODES: dict[str, str] = {"BBW": "1W+F", "BBD": "=DH", "BBL": "0L", "BBZ": "Z", "BBF": "-", "BBU": "U"}
FIRST, STEP = 6, 9

Scoring = dict[str, Fraction]


def add_162(scoring: Scoring, text: str, line: int, notes: Notes) -> None:
    """162: a symbol at column 6 and its points at 7-10, and so on every nine columns."""
    symbols: Scoring = {}
    for at in range(FIRST - 1, len(text), STEP):
        symbol, value = text[at : at + 1].upper(), decimal(text[at + 1 : at + 5])
        if not text[at : at + STEP].strip(" "):
            continue
        if symbol not in CODES_OF or value is None:
            notes.add("scoring-unreadable", "warning", line, at + 1, text=text[at : at + STEP].strip())
        else:
            symbols[symbol] = value
    if "W" in symbols:
        symbols.setdefault("P", symbols["W"])
    for symbol, codes in CODES_OF.items():
        if symbol in symbols:
            scoring.update(dict.fromkeys(codes, symbols[symbol]))


def add_xxs(scoring: Scoring, text: str, line: int, notes: Notes) -> None:
    """XXS CODE=value ..., as pairing engines write it. WW and BW say win with white and with black."""
    for word in text[4:].split():
        code, _, number = word.upper().partition("=")
        value = decimal(number)
        if code not in XXS_CODES or value is None:
            notes.add("scoring-unreadable", "warning", line, text.find(word) + 1, text=word)
            continue
        other = {"W": "B", "B": "W"}.get(code[:1], "") + code[1:]
        known = scoring.get(f"{other}*")
        if len(code) == 2 and other in XXS_CODES and known is not None and known != value:
            notes.add("scoring-by-colour", "warning", line, text.find(word) + 1, text=word)
        scoring[f"{code}*"] = value
        scoring.update(dict.fromkeys(XXS_CODES[code], value))


def add_engine(scoring: Scoring, text: str, line: int, notes: Notes) -> None:
    """BBW 3.0 and the like. A pairing-allocated bye is worth a win unless BBU says otherwise."""
    value = decimal(text[4:].strip())
    if value is None:
        notes.add("scoring-unreadable", "warning", line, 5, text=text[4:].strip())
        return
    scoring.update(dict.fromkeys(ENGINE_CODES[text[:3]], value))
    if text[:3] == "BBW":
        scoring.setdefault("U", value)


SCORING_READERS: dict[str, Callable[[Scoring, str, int, Notes], None]] = {
    "162": add_162, "XXS": add_xxs, **dict.fromkeys(ENGINE_CODES, add_engine),
}  # fmt: skip


def finished(scoring: Scoring) -> Scoring:
    """Return the points by result code, without internal notes."""
    return {code: value for code, value in scoring.items() if not code.endswith("*")}
