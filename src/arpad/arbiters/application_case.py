"""An application as its checks see it: the edition of its day, and every norm judged."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arpad.arbiters.model import ArbiterApplication, NormEventSystem, SeminarNorm
from arpad.arbiters.norms import JudgedNorm, judge_norm
from arpad.regulations.arbiter_editions import (
    ArbiterEdition,
    FideArbiterRules,
    InternationalArbiterRules,
    arbiter_edition_for,
)
from arpad.regulations.articles import Article


@dataclass(frozen=True, slots=True)
class ApplicationCase:
    """An application, its edition, its norms and the seminars that are norms for its title."""

    application: ArbiterApplication
    edition: ArbiterEdition
    norms: tuple[JudgedNorm, ...]

    @property
    def rules(self) -> FideArbiterRules | InternationalArbiterRules:
        """The rules of the title."""
        return self.edition.of(self.application.title)

    @property
    def date(self) -> dt.date:
        return self.application.date

    @property
    def seminars(self) -> list[SeminarNorm]:
        """The seminars of the kind that the title asks for."""
        return [one for one in self.application.seminars if one.kind == self.application.title]

    @property
    def events(self) -> list[JudgedNorm]:
        """The norms that are events: all but a title of another federation."""
        return [norm for _, norm in self.placed_events]

    @property
    def placed_events(self) -> list[tuple[int, JudgedNorm]]:
        """The norms that are events, each with its place in the application."""
        return [(place, norm) for place, norm in enumerate(self.norms, 1) if norm.event.counted]

    @property
    def systems(self) -> set[NormEventSystem | None]:
        """2.3.1: the systems of the events; None if one is not known."""
        return {norm.event.system for norm in self.events}

    def article(self, number: str) -> Article:
        """An article without a number of its own in the data."""
        return Article(number, self.edition.source)

    def with_norms(self, norms: Iterable[JudgedNorm]) -> "ApplicationCase":
        """The same application with other norms."""
        return ApplicationCase(self.application, self.edition, tuple(norms))


def case_of_application(application: ArbiterApplication) -> ApplicationCase:
    """Judge every norm of an application."""
    edition = arbiter_edition_for(application.date)
    norms = tuple(judge_norm(norm, application.title, edition) for norm in application.norms)
    return ApplicationCase(application, edition, norms)


def places(norms: Sequence[JudgedNorm], chosen: Iterable[JudgedNorm]) -> str:
    """Return the numbers of norms in an application: 2, 3."""
    wanted = {id(norm) for norm in chosen}
    return ", ".join(str(place) for place, norm in enumerate(norms, 1) if id(norm) in wanted)
