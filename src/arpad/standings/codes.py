"""The codes of tie-breaks: `Name[:MP|:GP][/Cn][/Mn][/L±n][/Kx][/F][/P][/R]`, in upper or lower case."""

import re
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from itertools import dropwhile

from arpad.formats.trf_fields import decimal
from arpad.i18n import ArpadError, number

NAMES = (
    "PTS", "DE", "WIN", "WON", "BPG", "BWG", "PS", "REP", "STD", "TPN", "BH", "AOB", "FB", "SB", "KS", "ARO", "TPR",
    "PTP", "APRO", "APPO", "RTNG", "BC", "TBR", "BBE", "MPvGP", "EMMSB", "EMGSB", "EGMSB", "EGGSB", "EDE", "EDEBT",
    "EDEBB", "EDET", "EDEB", "SSSC", "ABH", "AFB", "OTHER_SOB", "LOT", "PLAYOFF",
)  # fmt: skip
"""All tie-breaks of all editions; ABH and AFB show the score as opponents see it, LOT and PLAYOFF take what was drawn
or played."""
ALIASES = {
    "GE": "REP", "SNO": "TPN", "MPTS": "PTS:MP", "GPTS": "PTS:GP", "ESB:MM": "EMMSB", "ESB:MG": "EMGSB",
    "ESB:GM": "EGMSB", "ESB:GG": "EGGSB", "ESB": "EMGSB",
}  # fmt: skip
"""Other spellings that are read."""
BY_CAPITALS = {name.upper(): name for name in NAMES}
SCORES = ("MP", "GP")
GROUP_CODES = frozenset({"DE", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB", "LOT", "PLAYOFF"})
"""Type A: computed for each group that is still tied."""
RATING_CODES = frozenset({"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"})
SEPARATOR = re.compile(r"[/#!]|-(?=[A-Z])")
MODIFIER = re.compile(r"([CMKU])(\d+(?:\.\d+)?)|(L)([+-]?\d+)|([PFR])")
MOST = 99


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break with its modifiers: n values cut below, m on both sides, a limit in half points, and so on."""

    name: str
    score: str = ""
    low: int = 0
    median: int = 0
    limit: int = 0
    normaliser: Fraction | None = None
    fore: bool = False
    as_games: bool = False
    reverse: bool = False
    unrated: int | None = None

    @property
    def code(self) -> str:
        """The code as it is written."""
        marks = [
            f":{self.score}" if self.score else "",
            f"/C{self.low}" if self.low else "",
            f"/M{self.median}" if self.median else "",
            f"/L{self.limit:+}" if self.limit else "",
            f"/K{number(self.normaliser)}" if self.normaliser is not None else "",
            "/F" if self.fore else "",
            "/P" if self.as_games else "",
            "/R" if self.reverse else "",
            f"/U{self.unrated}" if self.unrated is not None else "",
        ]
        return self.name + "".join(marks)

    @property
    def modifiers(self) -> tuple[str, ...]:
        """The letters of its modifiers."""
        told = {
            "C": self.low, "M": self.median, "L": self.limit, "K": self.normaliser is not None, "F": self.fore,
            "P": self.as_games, "R": self.reverse, "U": self.unrated is not None,
        }  # fmt: skip
        return tuple(letter for letter, set_ in told.items() if set_)

    @property
    def by_group(self) -> bool:
        return self.name in GROUP_CODES

    def __str__(self) -> str:
        return self.code


def parse_code(text: str) -> TieBreak:
    """One code. An unknown name is refused with the nearest that there is."""
    written = text.strip().upper()
    if written.startswith("OTHER_"):
        head, marks = written, []
    else:
        head, *marks = SEPARATOR.split(written)
    head = ALIASES.get(head, head)
    name, _, score = head.partition(":")
    if name not in BY_CAPITALS or (score and score not in SCORES):
        raise _unknown(text.strip(), name)
    settings: dict[str, object] = {}
    for mark in marks:
        settings.update(_modifier(text.strip(), mark))
    return TieBreak(BY_CAPITALS[name], score, **settings)  # type: ignore[arg-type]


def _unknown(text: str, name: str) -> ArpadError:
    near = get_close_matches(name, [*BY_CAPITALS, *ALIASES], 1, 0)
    nearest = BY_CAPITALS.get(near[0], near[0]) if near else NAMES[0]
    return ArpadError("standings.unknown-code", code=text, nearest=nearest)


def _modifier(code: str, mark: str) -> dict[str, object]:
    found = MODIFIER.fullmatch(mark)
    if found is None:
        raise ArpadError("standings.unknown-modifier", code=code, modifier=mark)
    letter = found[1] or found[3] or found[5]
    told = found[2] or found[4]
    if letter == "K":
        value = decimal(told)
        if not value:
            raise ArpadError("standings.unknown-modifier", code=code, modifier=mark)
        return {"normaliser": value}
    if letter in "PFR":
        return {{"P": "as_games", "F": "fore", "R": "reverse"}[letter]: True}
    if "." in told or (letter != "U" and abs(int(told)) > MOST):
        raise ArpadError("standings.unknown-modifier", code=code, modifier=mark)
    return {{"C": "low", "M": "median", "L": "limit", "U": "unrated"}[letter]: int(told)}


def after_score(codes: tuple[TieBreak, ...], score: str) -> tuple[TieBreak, ...]:
    """The tie-breaks of a list, without the score that it may begin with: PTS, or the `score` of a team event, which
    record 192 names. The other score of teams is a tie-break like others."""
    return tuple(dropwhile(lambda code: code.name == "PTS" and code.score in ("", score), codes))


def parse_list(text: str) -> tuple[TieBreak, ...]:
    """A list of codes, between commas or blanks."""
    return tuple(parse_code(word) for word in re.split(r"[,\s]+", text.strip()) if word)
