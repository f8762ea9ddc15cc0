"""Data classes of an arbiter's career: person, norms, seminars, applications, activity (B.06.3, 2).

None means that a fact was not given: what depends on it stays open and is never guessed.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal, get_args

from arpad.documents.checks import Check, Sense, check_name, found_words, required_words
from arpad.documents.document import ArticleNumber, Document, InWords, ShownAs, shows
from arpad.documents.schema import Anything
from arpad.i18n import Language, text
from arpad.regulations.arbiter_editions import ArbiterTitle, EventLevel

# Days and years: what is some years later, and how old somebody is on a day.

LAST_OF_FEBRUARY = 28


def years_later(day: dt.date, years: int) -> dt.date:
    """Return the same day and month some years later; the 29th of February becomes the 28th in a common year."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=LAST_OF_FEBRUARY)


def age_on(born: dt.date, day: dt.date) -> int:
    """Return how many years old somebody is on a day."""
    years = day.year - born.year
    return years if years_later(born, years) <= day else years - 1


# What an arbiter's career is made of: events with a norm, seminars, the person, the application for a title. None
# always means that the fact was not given: what depends on it is then open, and never guessed.

NormEventSystem = Literal["swiss", "round-robin", "double", "team", "knockout", "other"]
NORM_EVENT_SYSTEMS: tuple[NormEventSystem, ...] = get_args(NormEventSystem)
"""2.3.1: the systems of tournaments that are accepted for norms."""

ROUND_ROBINS: tuple[NormEventSystem, ...] = ("round-robin", "double")

NormEventKind = Literal[
    "national-final", "national-team-top", "official", "rapid-blitz", "hybrid", "olympiad-match", "own-title"
]
NORM_EVENT_KINDS: tuple[NormEventKind, ...] = get_args(NormEventKind)
"""What 3.9, 4.8 and 4.9 name beside ordinary events. `own-title` is no event: an IA title of IBCA, ICCD or IPCA."""

SeminarKind = Literal["FA", "IA", "refresher"]
SEMINAR_KINDS: tuple[SeminarKind, ...] = get_args(SeminarKind)

UsedFor = Literal["none", "FA", "IA", "upgrade"]
USED_FOR: tuple[UsedFor, ...] = get_args(UsedFor)


class NormEvent(Document, frozen=True):
    """The facts of an event that decide whether an arbiter can have a norm there.

    `present`: the rounds in which the arbiter worked; `rateable`: every player can be rated at the end (3.8.2);
    `double`: the teams of a team event meet twice; `approved`: a hybrid event approved beforehand;
    `norm_possible`: a player could make a norm (4.8.3). The `festival_…` numbers are those of all events of a festival.
    """

    name: str = ""
    start: dt.date | None = None
    end: dt.date | None = None
    system: NormEventSystem | None = None
    kind: NormEventKind | None = None
    level: EventLevel | None = None
    rounds: int | None = None
    present: int | None = None
    players: int | None = None
    rated: int | None = None
    federations: int | None = None
    rateable: bool | None = None
    boards: int | None = None
    teams: int | None = None
    double: bool | None = None
    approved: bool | None = None
    norm_possible: bool | None = None
    festival: str = ""
    festival_players: int | None = None
    festival_rated: int | None = None

    @property
    def is_double(self) -> bool:
        """Whether everybody meets everybody twice: by the system, or because a team event states it."""
        return self.system == "double" or bool(self.double)

    @property
    def counted(self) -> bool:
        """Whether it is an event at all: a title of another federation has no rounds, no system and no end."""
        return self.kind != "own-title"


@dataclass(frozen=True, slots=True)
class ArbiterNorm:
    """One norm of an application: the event, the article that it uses ("" if it is to be found), and the paper.

    `chief` tells chief arbiters apart; `event_rated`: FIDE has rated the event (6.2); `link` is printed on the form."""

    event: NormEvent
    article: str = ""
    chief: str = ""
    signed: bool | None = None
    federation_signed: bool | None = None
    event_rated: bool | None = None
    used_for: UsedFor | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class SeminarNorm:
    """A seminar: its last day, and the share of the marks in the examination, or whether it was passed."""

    kind: SeminarKind
    end: dt.date
    exam: Fraction | None = None
    passed: bool | None = None
    name: str = ""
    federation: str = ""
    start: dt.date | None = None


class ArbiterPerson(Document, frozen=True):
    """Somebody who applies for a title.

    `fa` and `ia` are the days of the awards; `active_until` is FIDE's day, if it is known, `last_event` the year of the
    last event (for the transition of 2021)."""

    shown = shows("id", "name", "federation", "born")
    id: str = ""
    last_name: str = ""
    first_name: str = ""
    federation: str = ""
    born: dt.date | None = None
    national_arbiter: bool | None = None
    fa: dt.date | None = None
    ia: dt.date | None = None
    active_until: dt.date | None = None
    last_event: int | None = None
    languages: tuple[str, ...] | None = None
    english: bool | None = None

    @property
    def name(self) -> str:
        """The name as lists print it: family name first."""
        return ", ".join(part for part in (self.last_name, self.first_name) if part)


@dataclass(frozen=True, slots=True)
class ArbiterApplication:
    """An application for a title, as forms FA2 and IA2 state it."""

    title: ArbiterTitle
    date: dt.date
    person: ArbiterPerson
    norms: tuple[ArbiterNorm, ...] = ()
    seminars: tuple[SeminarNorm, ...] = ()
    federation: str = ""
    official: str = ""
    exam_only: bool = False


KIND_OF_ARTICLE: Mapping[str, NormEventKind] = {
    "3.9.1": "national-team-top",
    "3.9.2": "rapid-blitz",
    "3.9.3": "hybrid",
    "3.9.4": "olympiad-match",
    "3.9.5": "own-title",
    "4.8.1": "national-final",
    "4.8.2": "official",
    "4.8.4": "rapid-blitz",
    "4.9.2": "national-team-top",
    "4.9.3": "hybrid",
    "4.9.4": "olympiad-match",
    "4.9.5": "own-title",
}
"""A norm that names one of these articles says by it what the event was."""


# Conditions as documents and pages about arbiters show them, in words.


class ConditionValues(Document, frozen=True):
    """What a condition asks and what was found. `sense`: least, more, most or equal; `missing` are facts not given."""

    required: Anything
    found: Anything
    sense: Sense
    detail: str
    missing: tuple[str, ...]


class ArticleCondition(Document, frozen=True):
    """A condition with its article. `ok` null: it is open; `norm` is the place of its norm in an application."""

    norm: int | None
    article: ArticleNumber
    key: str
    ok: bool | None
    values: Annotated[Check, ShownAs(ConditionValues)]
    words: str


def check_sentence(check: Check, language: Language) -> str:
    """Return a condition in one line: what was found, and what is required; or which fact is missing."""
    values = {"check": check_name(check, language, "arbiter"), "article": check.article.number}
    if check.ok is None:
        key = "arbiter.open" if check.missing else "arbiter.decided-elsewhere"
        return text(key, language, keys=", ".join(check.missing), **values)
    values |= {"found": found_words(check, language), "asked": required_words(check, language)}
    return text("arbiter.against", language, **values)


def condition(check: Check, language: Language, norm: int | None = None) -> ArticleCondition:
    """Return a condition in words; `norm` is the place of the norm it belongs to."""
    return ArticleCondition(norm, check.article, check.name, check.ok, check, check_sentence(check, language))


ShownCheck = Annotated[Check, InWords(ArticleCondition, condition)]
ShownChecks = tuple[ShownCheck, ...]
Placed = list[tuple[int | None, Check]]
PlacedChecks = Annotated[
    Placed,
    InWords(list[ArticleCondition], lambda placed, language: [condition(check, language, at) for at, check in placed]),
]
"""Conditions, each with the place of its norm (None: of the application as a whole)."""
