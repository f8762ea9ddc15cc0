"""The rounds of a 001 record: opponent, colour and result at columns 92-95, 97 and 99, ten further for each round."""

from functools import cache, lru_cache

from arpad.domain.event import BYES, PLAYED, Colour, ResultCode, RoundResult
from arpad.reports.trf_fields import REMEMBERED, whole

FIRST_COLUMN = 92
WIDTH = 10
MOST_ROUNDS = 999
RESULTS: dict[str, ResultCode] = {
    "1": "1", "=": "=", "0": "0", "+": "+", "-": "-", "W": "W", "D": "D", "L": "L", "H": "H", "F": "F", "U": "U",
    "Z": "Z",
}  # fmt: skip
OPEN = "?"
"""TRF26: a game that is not finished, in files exchanged during an event. TRF16 leaves the result blank."""
COLOURS: dict[str, Colour] = {"w": "w", "b": "b"}
GAMES: dict[str, tuple[Colour, ResultCode]] = {
    f" {colour} {result}{blanks}": (colour, result)
    for colour in COLOURS.values()
    for result in RESULTS.values()
    if result in PLAYED
    for blanks in ("", " ", "  ")
}
"""The text after the opponent if a game was played and nothing is odd: this is so in nearly all rounds."""

Oddities = list[tuple[str, int, str]]
"""Code of the finding, characters from the start of the round, and the text in question."""


def column_of(round_number: int) -> int:
    """Where a round begins in the line."""
    return FIRST_COLUMN + WIDTH * (round_number - 1)


def rounds_in(length: int) -> int:
    """How many rounds a line has whose last character is at a column."""
    return max(0, (length - FIRST_COLUMN + WIDTH) // WIDTH)


def is_round(text: str) -> bool:
    """Whether eight characters look like a round: opponent, colour and result in their places, not all blank."""
    opponent, colour, result = text[:4], text[5:6].strip(" "), text[7:8].strip(" ")
    if text[4:5].strip(" ") or text[6:7].strip(" ") or (opponent.strip(" ") and whole(opponent) is None):
        return False
    if (colour and colour not in "wWbB-") or (result and result != OPEN and result.upper() not in RESULTS):
        return False
    return bool(opponent.strip(" ") or colour or result)


@cache
def absent(round_number: int) -> RoundResult:
    """A round that is blank while others played."""
    return RoundResult(round_number, None, None, "Z", column_of(round_number))


@lru_cache(maxsize=REMEMBERED)
def read_round(text: str, round_number: int) -> tuple[RoundResult, tuple[tuple[str, int, str], ...]]:
    """One round, ten characters with the two blanks behind it; and all that is odd about it."""
    game = GAMES.get(text[4:])
    if game is not None and (met := whole(text[:4])):
        return RoundResult(round_number, met, *game, column_of(round_number)), ()
    odd: Oddities = []
    opponent = _opponent(text[:4], odd)
    colour = _colour(text[5:6], odd)
    unfinished = opponent is not None and text[7:8] == OPEN
    result = None if unfinished else _result(text[7:8], odd)
    for at in (4, 6, 8, 9):
        if text[at : at + 1].strip(" "):
            odd.append(("round-misaligned", at, text.strip()))
            break
    if opponent is None:
        if result is None and not text[7:8].strip(" "):
            result = "Z"
            if not text[:4].strip(" ") and text[5:6] == "-":
                odd.append(("bare-dash", 5, "-"))
        elif result is not None and result not in BYES and not any(code == "opponent-unreadable" for code, *_ in odd):
            odd.append(("result-without-opponent", 7, result))
    elif unfinished or (result is None and not text[7:8].strip(" ")):
        odd.append(("result-missing", 7, str(opponent)))
    elif result in BYES:
        odd.append(("bye-with-opponent", 0, str(result)))
    return RoundResult(round_number, opponent, colour, result, column_of(round_number)), tuple(odd)


def _opponent(text: str, odd: Oddities) -> int | None:
    if not text.strip(" "):
        return None
    opponent = whole(text)
    if opponent is None:
        odd.append(("opponent-unreadable", 0, text.strip()))
    return opponent or None


def _colour(text: str, odd: Oddities) -> Colour | None:
    if text in COLOURS:
        return COLOURS[text]
    if text in ("-", " ", ""):
        return None
    if text.lower() in COLOURS:
        odd.append(("colour-form", 5, text))
        return COLOURS[text.lower()]
    odd.append(("colour-unreadable", 5, text))
    return None


def _result(text: str, odd: Oddities) -> ResultCode | None:
    if not text.strip(" "):
        return None
    result = RESULTS.get(text.upper())
    if result is None:
        odd.append(("result-unreadable", 7, text))
    return result
