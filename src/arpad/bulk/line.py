"""The editions that a replay goes through."""

import datetime as dt
from dataclasses import dataclass

from arpad.i18n import ArpadError
from arpad.lists.transition import transitions_between
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import Regulations


@dataclass(frozen=True, slots=True)
class Line:
    """The editions of a system and time class in their order; or only one, whatever the date."""

    editions: tuple[Edition, ...]
    by_date: bool = True

    @property
    def name(self) -> str:
        """Return the id of the only edition; empty if each holds from its date on."""
        return "" if self.by_date else self.editions[0].id

    def place(self, edition: Edition) -> int:
        return self.editions.index(edition)

    def on(self, date: dt.date) -> Edition:
        """Return the edition in force on a day; the first one before it comes into force."""
        if not self.by_date:
            return self.editions[0]
        return [self.editions[0], *(edition for edition in self.editions if edition.effective <= date)][-1]

    def checked(self, date: dt.date) -> Edition:
        """Return the edition in force on the day an event starts. If there is none, or it rates by the average of the
        event, it is refused."""
        edition = self.on(date)
        if self.by_date and (edition.effective > date or (edition.until is not None and edition.until < date)):
            raise ArpadError("bulk-no-edition", date=date.isoformat(), edition=edition.id)
        if edition.change.method.value != "game-by-game":
            method = f"change.method = {edition.change.method.value}"
            raise ArpadError("bulk-event-average", edition=edition.id, parameter=method)
        return edition

    def transitions(self, after: dt.date, until: dt.date) -> list[Edition]:
        """Return the editions with a transition that came into force after one day and by another."""
        return transitions_between(self.editions, after, until) if self.by_date else []


def by_date(regulations: Regulations, system: str = "fide", time_class: TimeClass = "standard") -> Line:
    """Return all editions of a system, each from its day on."""
    return Line(
        tuple(edition for edition in regulations.editions() if edition.system == system and edition.covers(time_class))
    )


def only(edition: Edition) -> Line:
    """Return the line of one edition for everything."""
    return Line((edition,), by_date=False)
