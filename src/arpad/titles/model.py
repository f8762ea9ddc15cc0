"""Data classes of norms and title applications (1.5), and games needed (1.4.1)."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal, get_args

from arpad.documents.checks import Check, all_hold
from arpad.documents.document import ArticleNumber, Document, InWords, OneDecimal, ShownAs, shows
from arpad.documents.findings import findings_json
from arpad.documents.schema import FindingDocument, HalfPoints
from arpad.domain.event import System
from arpad.domain.findings import Finding
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


class NormGame(Document, frozen=True):
    """A game of a norm; the opponent by the starting rank.

    `rating` None: unrated."""

    shown = shows("round", "opponent", "opponent_id", "rating", "name")
    round: int
    opponent: int
    name: str
    id: str
    federation: str
    title: str
    rating: int | None
    score: HalfPoints

    @property
    def opponent_id(self) -> str | None:
        return self.id or None


class NormRow(NormGame, frozen=True):
    """A game of a norm as its table has it."""

    shown = shows(*NormGame.shown, "federation", "title", "score")


class LeftGame(NormRow, frozen=True):
    """A game that does not count for a norm, and why.

    `reason` is a message key of `norm.left`."""

    shown = shows(*NormRow.shown, "article", "reason")
    article: ArticleNumber
    reason: str


class RaisedGame(NormGame, frozen=True):
    """The game against the opponent whose rating is raised."""

    shown = shows(*NormGame.shown, "to")
    to: int


class Norm(Document, frozen=True):
    """A norm with all its checks.

    It is the best of all allowed selections of games. `rows` count; `left` never do (forfeits, byes and the like);
    `dropped` are wins left out (1.4.1f); `cut_after` is the last round that counts if later ones are ignored (1.4.1e),
    otherwise None. `credit` is how many games it counts for in an application (0: none). With `special`
    "last-round-absent" (1.4.2c) the opponent who did not come is among `rows`, with a score of 0. `foreigners`: whether
    the usual rules on federations are met (1.4.3e), also if the event is exempt from them."""

    shown = shows(
        "title", "achieved", "undecided", "games", "dropped", "cut_after", "score", "required", "average", "percentage",
        "dp", "performance", "raised", "credit", "special", "foreigners", "checks", "rows", "left",
    )  # fmt: skip
    title: NormTitle
    achieved: bool
    rows: tuple[Annotated[NormGame, ShownAs(NormRow)], ...]
    left: tuple[LeftGame, ...]
    dropped: tuple[NormGame, ...]
    cut_after: int | None
    half_points: int
    required_half_points: int | None
    average: int | None
    percentage: int | None
    dp: int | None
    performance: int | None
    raised: RaisedGame | None
    checks: tuple[Check, ...]
    credit: int
    special: Annotated[Special, ShownAs(str | None, lambda special: special or None)] = ""
    foreigners: bool | None = None

    @property
    def undecided(self) -> bool:
        """Whether nothing fails, but the report does not say everything."""
        return all_hold(self.checks) is None

    @property
    def games(self) -> int:
        return len(self.rows)

    @property
    def score(self) -> OneDecimal:
        return Decimal(self.half_points) / 2

    @property
    def required(self) -> OneDecimal | None:
        """The score that was needed; None if no score is enough."""
        return None if self.required_half_points is None else Decimal(self.required_half_points) / 2

    @property
    def failing(self) -> tuple[Check, ...]:
        """The conditions that are not met."""
        return tuple(check for check in self.checks if check.ok is False)


class WholeNorm(Norm, frozen=True, kw_only=True):
    """A norm, and the answer with all games if some were left out."""

    shown = shows(*Norm.shown, "whole")
    whole: Norm | None = None


class PlayerNorm(Norm, frozen=True, kw_only=True):
    """A norm of a player, who is named by the starting rank."""

    shown = shows("player", *Norm.shown)
    player: int


class Candidate(Document, frozen=True):
    """A player's norms, title by title."""

    shown = shows("player", "edition", "norms")
    player: int
    edition: str
    norms: tuple[WholeNorm, ...]
    findings: Annotated[tuple[Finding, ...], InWords(list[FindingDocument], findings_json)] = ()


class CandidateFindings(Candidate, frozen=True):
    """A player's norms, title by title, and what was found about the event."""

    shown = shows(*Candidate.shown, "findings")


class NotableNorms(Document, frozen=True):
    """The norms of an event: of each player those that are achieved, undecided, or miss a single condition."""

    edition: str
    event: str
    players: tuple[Candidate, ...]
    findings: Annotated[tuple[Finding, ...], InWords(list[FindingDocument], findings_json)]


# 1.5: the parts of a title application: the person, the rating reached, the norms; every field of form IT2.


class Applicant(Document, frozen=True):
    """The player whom the title is for."""

    shown = shows("id", "family_name", "first_name", "federation", "sex")
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


class Application(Document, frozen=True):
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
