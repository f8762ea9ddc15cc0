"""What the engine returns for a round robin."""

from dataclasses import dataclass
from fractions import Fraction

from arpad.documents.steps import Trail
from arpad.domain.games import Entrant

LEFT_OUT = ("round-robin.ignored", "round-robin.no-ru")
"""The steps by which an unrated player is left out with all games."""


@dataclass(frozen=True, slots=True)
class EntrantResult:
    """One player. Rated: We and W − We, in hundredths. Unrated: Rc and Ru, and the corrected ones."""

    entrant: Entrant
    games: int
    score: int
    percentage: int
    dp: int | None = None
    rc: int | None = None
    ru: int | None = None
    new_rc: int | None = None
    new_ru: int | None = None
    expected: int | None = None
    result: int | None = None
    k: int | None = None
    change: int | None = None
    steps: Trail = ()


@dataclass(frozen=True, slots=True)
class RoundRobinRating:
    """The whole event: Rar, dpa and Ra if unrated players take part, and every player.

    `left_out` are the unrated players who are ignored with all their games, with the points that count for it; `steps`
    have the reason of each (`LEFT_OUT`)."""

    edition: str
    rar: Fraction | None
    dpa: Fraction | None
    ra: Fraction
    entrants: tuple[EntrantResult, ...]
    left_out: tuple[Entrant, ...]
    steps: Trail
