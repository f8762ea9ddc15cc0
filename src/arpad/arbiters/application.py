"""An application for a title judged: what holds, what does not, what is open, and what is still needed."""

import datetime as dt
from dataclasses import dataclass, replace

from arpad.arbiters.application_case import ApplicationCase, case_of_application
from arpad.arbiters.application_checks import application_checks
from arpad.arbiters.days import years_later
from arpad.arbiters.model import ArbiterApplication
from arpad.arbiters.norms import JudgedNorm
from arpad.arbiters.paper_checks import last_filing_day
from arpad.arbiters.selecting import best_choice, is_usable
from arpad.titles.model import Check, all_hold

AGES = frozenset({"age"})


@dataclass(frozen=True, slots=True)
class ApplicationAnswer:
    """The answer to an application. `complete`: nothing stands against it and nothing is open; None: something is open.

    `chosen` are the norms to send, if not all. `earliest` is the first day on which the same papers would pass,
    `latest` the last day before something expires; None if there is no such day."""

    case: ApplicationCase
    checks: tuple[Check, ...]
    complete: bool | None
    exact: bool
    usable: tuple[bool, ...]
    chosen: tuple[JudgedNorm, ...]
    earliest: dt.date | None
    latest: dt.date | None

    @property
    def all_checks(self) -> list[tuple[int | None, Check]]:
        """Every condition with the place of its norm (None: of the application as a whole)."""
        whole: list[tuple[int | None, Check]] = [(None, check) for check in self.checks]
        return whole + [(place, check) for place, norm in enumerate(self.case.norms, 1) for check in norm.checks]

    @property
    def against(self) -> list[tuple[int | None, Check]]:
        """The conditions that are not met."""
        return [(place, check) for place, check in self.all_checks if check.ok is False]

    @property
    def open_questions(self) -> list[tuple[int | None, Check]]:
        """The conditions that depend on facts that were not given."""
        return [(place, check) for place, check in self.all_checks if check.ok is None]


def judge_application(application: ArbiterApplication) -> ApplicationAnswer:
    """Judge an application by the edition of its day, each norm by the edition of its event."""
    case = case_of_application(application)
    checks = tuple(application_checks(case))
    everything = (*checks, *(check for norm in case.norms for check in norm.checks))
    return ApplicationAnswer(
        case,
        checks,
        all_hold(everything),
        len(case.norms) == case.rules.tournaments.value,
        tuple(is_usable(case, norm) for norm in case.norms),
        best_choice(case),
        _earliest(case, everything),
        _latest(case),
    )


def _latest(case: ApplicationCase) -> dt.date | None:
    """5.3: the last day before a norm or a seminar expires, or the year after the last event ends."""
    rule = case.edition.expiry.seminar_years
    seminars = [years_later(seminar.end, rule.value) for seminar in case.seminars if case.rules.seminars.value]
    days = [*(norm.expires for norm in case.norms), *seminars, last_filing_day(case)]
    return min((day for day in days if day is not None), default=None)


def _earliest(case: ApplicationCase, checks: tuple[Check, ...]) -> dt.date | None:
    """Return the first day on which the same papers pass: the last event, and the birthday that is needed."""
    born = case.application.person.born
    if born is None or any(check.ok is False and check.name not in AGES for check in checks):
        return None
    ends = [norm.event.end for norm in case.events if norm.event.end is not None]
    ends += [seminar.end for seminar in case.seminars]
    first = max([years_later(born, case.rules.age.value), case.edition.effective, *ends])
    latest = _latest(case)
    if latest is not None and first > latest:
        return None
    then = case_of_application(replace(case.application, date=first))
    return first if all(check.ok is not False for check in application_checks(then)) else None
