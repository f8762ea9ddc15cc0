"""1.5: what a title application is made of: the person, the rating reached, the norms; every field of form IT2."""

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from arpad.regulations import NormTitle
from arpad.titles.model import Check, NormSystem


@dataclass(frozen=True, slots=True)
class Applicant:
    """Whom the title is for."""

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
    """The opponents of the games that count, as form IT2 numbers them. None: not said.

    `host`: of the federation where it was played; `foreign`: not of the player's own federation; `one_federation`: the
    most of any one other federation; `federations`: how many federations other than his own.
    """

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

    `games`, `required` and `score` are of all games played; `counted`, `counted_required` and `counted_score` of those
    that are counted, where some are left out (1.4.1e, f), else None. `average` is of the opponents that count. `credit`
    is how many games it stands for among the 27. `kinds` names what the event is to 1.4 and 1.5.6. `eight`: one of
    1.4.1c; `exempt`: a Swiss in which federations do not matter (1.4.3d); `direct`: given by place (1.2); `titles`:
    what the certificate calls it a norm for. `one_round_days`: on how many days just one round was played.
    `participants` and `participants_average`: the least of any round, for 1.5.6a. `registered`: when a norm from before
    July 2005 was registered with FIDE (1.5.5). `approved`: FIDE approved the format beforehand (1.4.2e). `report`: the
    file the facts were computed from, with the conditions as they were found there in `proved`. None: not said.
    """

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
        """1.5.1: the games the norms stand for."""
        return sum(norm.credit for norm in self.norms)
