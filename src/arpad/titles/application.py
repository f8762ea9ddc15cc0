"""1.5: the parts of a title application: the person, the rating reached, the norms; every field of form IT2."""

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from arpad.regulations.title_editions import NormTitle
from arpad.titles.model import Check, NormSystem


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
    """1.5.3: the highest rating, and the day the one that is needed was gained (None: not said, or not yet).

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
