"""Data classes of norms and title applications (1.5), games needed (1.4.1), and verdicts over checks."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, get_args

from arpad.domain.event import System
from arpad.domain.findings import Finding
from arpad.regulations.articles import Article
from arpad.regulations.rating_rules import Rule
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition

# The parts of a norm: the games that count, the checks with their articles, the verdict.

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
class LeftGame:
    """A game that does not count, and the article by which it does not. `reason` is a message key."""

    game: NormGame
    article: Article
    reason: str


@dataclass(frozen=True, slots=True)
class RaisedGame:
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
    left: tuple[LeftGame, ...]
    dropped: tuple[NormGame, ...]
    cut_after: int | None
    score: int
    required: int | None
    average: int | None
    percentage: int | None
    dp: int | None
    performance: int | None
    raised: RaisedGame | None
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


# 1.5: the parts of a title application: the person, the rating reached, the norms; every field of form IT2.


@dataclass(frozen=True, slots=True)
class Applicant:
    """The player whom the title is for."""

    family_name: str
    first_name: str
    id: str
    federation: str
    sex: Literal["m", "f"]


@dataclass(frozen=True, slots=True)
class Reached:
    """1.5.3: the highest rating, and the day the one that is needed was gained (None: not known, or not yet).

    1.5.3a: it need not be `published`; it then counts once FIDE has rated all events of the period (`confirmed`).
    """

    highest: int
    gained: dt.date | None = None
    published: bool = True
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Opponents:
    """The opponents of the games that count, as form IT2 counts them. None: not given.

    `host`: of the federation in which it was played; `foreign`: not of the player's own federation; `one_federation`:
    the most of any one other federation; `federations`: how many federations other than the player's own."""

    host: int | None = None
    foreign: int | None = None
    one_federation: int | None = None
    federations: int | None = None
    titled: int | None = None
    gm: int | None = None
    im: int | None = None
    fm: int | None = None
    wgm: int | None = None
    wim: int | None = None
    wfm: int | None = None
    rated: int | None = None
    unrated: int | None = None


TITLED = ("gm", "im", "fm", "wgm", "wim", "wfm")
"""The titles that form IT2 counts one by one."""


@dataclass(frozen=True, slots=True)
class NormEntry:
    """One norm of an application. Scores are half points.

    `games`, `required` and `score` are of all games played; `counted`, `counted_required` and `counted_score` of the
    games that count, if some are left out (1.4.1e, f), otherwise None. `average` is of the opponents that count.
    `credit` is the number of games it counts for among the 27. `kinds` are the kinds of the event in 1.4 and 1.5.6.
    `eight`: one of 1.4.1c; `exempt`: a Swiss in which federations do not matter (1.4.3d); `direct`: given by place
    (1.2); `titles`: the titles on the certificate. `one_round_days`: the number of days with only one round.
    `participants` and `participants_average`: the least of any round, for 1.5.6a. `registered`: when a norm from
    before July 2005 was registered with FIDE (1.5.5). `approved`: FIDE approved the format beforehand (1.4.2e).
    `report`: the file the facts were computed from, with the conditions found there in `proved`. None: not given."""

    event: str
    location: str
    start: dt.date
    end: dt.date
    system: NormSystem
    rounds: int
    games: int
    score: int
    required: int | None
    average: int | None
    credit: int
    opponents: Opponents
    counted: int | None = None
    counted_required: int | None = None
    counted_score: int | None = None
    titles: tuple[NormTitle, ...] = ()
    kinds: tuple[str, ...] = ()
    eight: bool = False
    exempt: bool = False
    direct: bool = False
    one_round_days: int | None = None
    participants: int | None = None
    participants_average: int | None = None
    registered: dt.date | None = None
    approved: bool = False
    report: str = ""
    proved: tuple[Check, ...] = ()

    @property
    def games_counted(self) -> int:
        """The games that make the norm."""
        return self.games if self.counted is None else self.counted

    @property
    def score_counted(self) -> int:
        """The half points in the games that make the norm."""
        return self.score if self.counted_score is None else self.counted_score


@dataclass(frozen=True, slots=True)
class Application:
    """A title application: form IT2. `federation` is the one that applies, `date` the day it does."""

    federation: str
    title: NormTitle
    person: Applicant
    rating: Reached
    norms: tuple[NormEntry, ...]
    date: dt.date
    official: str = ""
    comments: str = ""

    @property
    def total_games(self) -> int:
        """1.5.1: the games that the norms count for."""
        return sum(norm.credit for norm in self.norms)


# 1.4.1 and 1.7: how many games a norm needs in an event, and how many it counts for in an application.

TEAM_CHAMPIONSHIPS = frozenset({"world-team", "continental-team"})
WORLD_CUPS = frozenset({"world-cup", "womens-world"})


def games_needed(edition: TitleEdition, kinds: Collection[str], rounds: int) -> Rule[int]:
    """1.4.1a and b: how many games a norm needs in an event of these kinds, by the rule that says so."""
    rules = edition.norm
    if TEAM_CHAMPIONSHIPS.intersection(kinds) and rounds in rules.games_team_rounds.value:
        return rules.games_team
    return rules.games_world_cup if WORLD_CUPS.intersection(kinds) else rules.games


def counts_as(edition: TitleEdition, kinds: Collection[str], games: int, extra: int, *, eight: bool) -> int:
    """1.4.1b to d, 1.7: how many games a norm counts for: its games, as nine if a rule says so (`eight`: 1.4.1c), and
    one for each whole point above what was required; never more than 13."""
    rules = edition.norm
    if eight:
        games = rules.nine_rounds_count.value
    elif WORLD_CUPS.intersection(kinds) and games == rules.games_world_cup.value:
        games = rules.world_cup_counts.value
    return min(rules.most_games.value, games + (extra if rules.extra_points.value else 0))


# The result of many checks: an answer, what is missing, and what others must decide.


def all_hold(checks: Iterable[Check]) -> bool | None:
    """Return whether all conditions are met: False if one fails, None if none fails but one is open."""
    answers = {check.ok for check in checks}
    return False if False in answers else None if None in answers else True


def is_lacking(check: Check) -> bool:
    """Return whether a condition fails, or needs a fact that the user can give."""
    return check.ok is False or (check.ok is None and bool(check.missing))


def is_open(check: Check) -> bool:
    """Return whether no further fact can decide a condition: others must decide."""
    return check.ok is None and not check.missing


def at_least(article: Article, name: str, least: int | Fraction, found: int | Fraction | None, key: str) -> Check:
    """Check a number that must be reached; `key` names the fact that is missing if it is not known."""
    if found is None:
        return Check(article, name, least, None, None, (key,))
    return Check(article, name, least, found, found >= least)


def at_most(article: Article, name: str, most: int, found: int | None, key: str) -> Check:
    """A number that must not be exceeded."""
    if found is None:
        return Check(article, name, most, None, None, (key,), sense="most")
    return Check(article, name, most, found, found <= most, sense="most")
