"""The input of a closing: the list before, the reports, the decisions, and the lists of the past."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from arpad.i18n import ArpadError
from arpad.lists.accepted_report import Accepted
from arpad.lists.ledger import Ledger
from arpad.rating.participants import HOME
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations

Past = Callable[[dt.date], Ledger]
"""Return the list in force on a day; for days before the first list, the first one."""


@dataclass(frozen=True, slots=True)
class PersonChange:
    """From this list on a player has another name, federation, title, sex, year or day of birth; or is deceased."""

    id: str
    field: str
    value: str | int


@dataclass(frozen=True, slots=True)
class RatingDecision:
    """On this list a player has this rating, whatever was computed; 0: none."""

    id: str
    time_class: TimeClass
    rating: int


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions that count for this list. `merged` gives for an id the one that is kept."""

    persons: tuple[PersonChange, ...] = ()
    ratings: tuple[RatingDecision, ...] = ()
    excluded: frozenset[str] = frozenset()
    merged: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Named:
    """Editions that somebody named for lists on whose day none is in force: for this list, and for the one before."""

    own: str | None = None
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Period:
    """A rating period, ready to be closed. It is named by the date of the list it ends in.

    `foreign` are FIDE's lists, if a federation counts foreigners by them (FEDA 9.56); `foreigners_by_report`:
    foreigners not on FIDE's list count with the FIDE rating of the report (10.23), as in all lists made since
    Arpad knows of it.
    """

    system: str
    date: dt.date
    previous: Ledger
    reports: tuple[Accepted, ...]
    regulations: Regulations
    past: Past
    federation: str = ""
    decisions: Decisions = Decisions()
    foreign: Past | None = None
    named: Named = Named()
    foreigners_by_report: bool = True

    @property
    def home(self) -> str:
        """Return the federation whose players are not foreigners."""
        return home_federation(self.system, self.federation) if self.foreigners_by_report else self.federation

    def editions(self) -> dict[TimeClass, Edition]:
        """Return the edition whose rules hold for the list, for each time class that has one."""
        return list_editions(self.regulations, self.system, self.date, self.named.own)

    def editions_before(self) -> dict[TimeClass, Edition]:
        """Return the editions whose rules held for the list before."""
        return list_editions(self.regulations, self.system, self.previous.date, self.named.before)


def home_federation(system: str, federation: str) -> str:
    """Return the federation of a system: the office's own; for FEDA Spain, if the office names none."""
    return federation or HOME.get(system, "")


def list_editions(
    regulations: Regulations, system: str, date: dt.date, named: str | None = None
) -> dict[TimeClass, Edition]:
    """Return the editions in force on the day of a list. The standard one, or the first there is, must exist, unless
    one is named: it then holds for its time classes."""
    editions: dict[TimeClass, Edition] = {}
    problem: ArpadError | None = None
    own = None if named is None else regulations.edition(named)
    if own is not None and own.system != system:
        raise ArpadError("list-edition-system", edition=own.id, other=own.system, system=system)
    for time_class in TIME_CLASSES:
        try:
            editions[time_class] = regulations.edition_for(system, time_class, date)
        except ArpadError as missing:
            problem = problem or missing
            if own is not None and own.covers(time_class):
                editions[time_class] = own
    if not editions and problem is not None:
        raise problem
    return editions
