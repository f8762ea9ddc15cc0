"""The parts of a norm: the games that count, the checks with their articles, the verdict."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from arpad.domain.event import System
from arpad.domain.findings import Finding
from arpad.regulations.articles import Article
from arpad.regulations.title_editions import NORM_TITLES, NormTitle

HELD: Mapping[str, Sequence[NormTitle]] = {
    "GM": NORM_TITLES, "IM": ("IM", "WIM"), "WGM": ("WGM", "WIM"), "WIM": ("WIM",),
}  # fmt: skip
"""The titles for which the holder of a title needs no norm any more."""

EventKind = Literal[
    "ordinary",
    "world-team",
    "continental-team",
    "world-cup",
    "womens-world",
    "national-championship",
    "national-team",
    "zonal",
]
"""The kinds of events that matter to 1.4.1 and 1.4.3: team championships of 7 to 9 rounds, the World Cup and the
Women's World Championship, and events in which foreigners are not needed."""
KINDS: tuple[EventKind, ...] = get_args(EventKind)


NormSystem = Literal[System, "knock-out", "schiller"]
"""1.4.2e: how an event is played."""
NORM_SYSTEMS: tuple[NormSystem, ...] = get_args(NormSystem)

Special = Literal["", "eight-of-nine", "last-round-absent"]
"""The rule that allows fewer games than 1.4.1 requires: 1.4.1c, or 1.4.2c."""

Sense = Literal["least", "over", "most", "is"]


@dataclass(frozen=True, slots=True)
class EventFacts:
    """Facts of an event that its report does not have. None: not known.

    `host` is the federation that registered the event, if the report does not have it or has it wrong; `system` is
    found from the report unless it is given, and `approved` says that FIDE approved it beforehand (1.4.2e); `outside`
    are federations that are not members of FIDE."""

    kind: EventKind = "ordinary"
    host: str = ""
    registered: dt.date | None = None
    system: NormSystem | None = None
    outside: tuple[str, ...] = ()
    approved: bool = False


@dataclass(frozen=True, slots=True)
class NormGame:
    """One game of the candidate, as the norm sees it. `score` in half points; `rating` None: unrated."""

    round: int
    opponent: int
    name: str
    id: str
    federation: str
    title: str
    rating: int | None
    score: int


@dataclass(frozen=True, slots=True)
class Left:
    """A game that does not count, and the article by which it does not. `reason` is a message key."""

    game: NormGame
    article: Article
    reason: str


@dataclass(frozen=True, slots=True)
class Raised:
    """1.4.6c: the one opponent whose rating is raised."""

    game: NormGame
    to: int


@dataclass(frozen=True, slots=True)
class Check:
    """One condition: its article, its name (message key `norm.check.NAME`), what is required and what was found.

    `ok` None: it cannot be decided from the report; `missing` then names the columns that are needed. `sense` says
    whether `required` is the least or the most there may be, must be exceeded, or is what there must be; `detail` says
    what was counted.
    """

    article: Article
    name: str
    required: object
    found: object
    ok: bool | None
    missing: tuple[str, ...] = ()
    sense: Sense = "least"
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Norm:
    """The answer for one title: the best of all allowed selections of games.

    `games` count; `left` never do (forfeits, byes and the like); `dropped` are wins left out (1.4.1f); `cut_after` is
    the last round that counts if later ones are ignored (1.4.1e), otherwise None. `score` and `required` are half
    points; `required` None: no score is enough. `credit` is how many games it counts for in an application (0: none).
    With `special` "last-round-absent" (1.4.2c) the opponent who did not come is among `games`, with a score of 0.
    `foreigners`: whether the usual rules on federations are met (1.4.3e), also if the event is exempt from them.
    """

    title: NormTitle
    achieved: bool
    games: tuple[NormGame, ...]
    left: tuple[Left, ...]
    dropped: tuple[NormGame, ...]
    cut_after: int | None
    score: int
    required: int | None
    average: int | None
    percentage: int | None
    dp: int | None
    performance: int | None
    raised: Raised | None
    checks: tuple[Check, ...]
    credit: int
    special: Special = ""
    foreigners: bool | None = None

    @property
    def undecided(self) -> bool:
        """Nothing fails, but something cannot be decided from the report."""
        answers = {check.ok for check in self.checks}
        return None in answers and False not in answers


@dataclass(frozen=True, slots=True)
class Candidate:
    """All that was found for one player of an event. `whole` are the answers with all games, for the titles
    for which `norms` had to leave some out."""

    rank: int
    edition: str
    norms: tuple[Norm, ...]
    whole: tuple[Norm, ...] = ()
    findings: tuple[Finding, ...] = field(default=())
