"""Judge an application for an arbiter's title: which norms to send, and what is still missing."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from arpad.arbiters.applications import (
    PAPERS,
    ApplicationCase,
    ApplicationCheck,
    application_checks,
    case_of_application,
    check_chiefs,
    check_norm_age,
    check_rounds,
    check_systems,
    check_uses,
    large_swiss,
    last_filing_day,
    places,
)
from arpad.arbiters.model import (
    KIND_OF_ARTICLE,
    NORM_EVENT_SYSTEMS,
    ArbiterApplication,
    ArbiterNorm,
    NormEvent,
    NormEventSystem,
    years_later,
)
from arpad.arbiters.norms import ARTICLES, JudgedNorm, judge_norm
from arpad.documents.checks import Check, all_hold
from arpad.regulations.arbiter_editions import FideArbiterRules

# Which norms of an application to send: those that hold together, and of several choices those that last longest.

LASTING = dt.date.max
"""The end of a norm that does not expire."""
OF_THE_NORM: tuple[ApplicationCheck, ...] = (check_norm_age, *PAPERS)
OF_THE_PERSON = frozenset({"languages", "english", "filing", "seminar-expiry"})
"""Checks that are not about a norm by itself."""
PARTLY: tuple[ApplicationCheck, ...] = (check_uses, check_rounds)
"""What must hold for some of the norms already, whatever the others will be."""
WHOLE: tuple[ApplicationCheck, ...] = (*PARTLY, check_systems, check_chiefs)


def is_usable(case: ApplicationCase, norm: JudgedNorm) -> bool:
    """Return whether nothing stands against a norm by itself: its article, its rounds, its age, its papers."""
    return norm.holds is not False and passes(case.with_norms([norm]), OF_THE_NORM)


def passes(case: ApplicationCase, checks: Sequence[ApplicationCheck]) -> bool:
    """Return whether nothing that some checks say about the norms of an application stands against it."""
    found = (one for check in checks for one in check(case))
    return all(one.ok is not False for one in found if one.name not in OF_THE_PERSON)


def best_choice(case: ApplicationCase) -> tuple[JudgedNorm, ...]:
    """Return the norms to send: as many as required if some choice of them holds, otherwise as many as can be used
    together with others that are still to come."""
    usable = [norm for norm in case.norms if is_usable(case, norm)]
    usable.sort(key=lambda norm: norm.expires or LASTING, reverse=True)
    needed = case.rules.tournaments.value
    for size in range(min(needed, len(usable)), 0, -1):
        checks = WHOLE if size == needed else PARTLY
        for chosen in combinations(usable, size):
            if passes(case.with_norms(chosen), checks):
                return chosen
    return ()


# An application for a title judged: what holds, what does not, what is open, and what is still needed.

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


# What an application still needs: how many events, of which kind, and what else.

AMPLE = 100_000
"""More rounds, players or teams than any article asks for."""
SYSTEMS_OF_ARTICLE: Mapping[str, tuple[NormEventSystem | None, ...]] = {
    "3.9.1": ("team", "double"), "3.9.4": ("team",), "3.9.5": (None,),
    "4.9.2": ("team", "double"), "4.9.4": ("team",), "4.9.5": (None,),
}  # fmt: skip
"""The systems of events that an article names by their kind; the others take any system, or say which."""


@dataclass(frozen=True, slots=True)
class ArbiterNeed:
    """One thing that is still needed: its kind (message key `arbiter.need.KIND`), the article, and the numbers."""

    kind: str
    article: str
    values: dict[str, object] = field(default_factory=dict)


def needs_of(answer: ApplicationAnswer) -> list[ArbiterNeed]:
    """Return what is missing, in the order in which an arbiter would get it."""
    case = answer.case
    if case.application.exam_only:
        return [*_person(answer), ArbiterNeed("exam-only", "3.12")]
    missing = case.rules.tournaments.value - len(answer.chosen)
    return [
        *_person(answer),
        *_refused(answer),
        *(_tournaments(case, answer.chosen, missing) if missing > 0 else _left_out(answer)),
        *_seminars(answer),
        *_in_time(answer),
    ]


def _person(answer: ApplicationAnswer) -> Iterator[ArbiterNeed]:
    names = ("national-arbiter", "fide-arbiter", "languages", "english")
    for check in answer.checks:
        if check.ok is not True and check.name in names:
            values: dict[str, object] = {"required": check.required}
            yield ArbiterNeed(check.name, check.article.number, values)
        elif check.ok is False and check.name == "age":
            yield ArbiterNeed("age", check.article.number, {"age": check.required})


def _refused(answer: ApplicationAnswer) -> Iterator[ArbiterNeed]:
    """Norms that cannot be used."""
    for place, (norm, usable) in enumerate(zip(answer.case.norms, answer.usable, strict=True), 1):
        if not usable:
            articles = [check.article.number for check in norm.checks if check.ok is False]
            articles += [
                check.article.number for check in answer.checks if check.ok is False and _names(check.detail, place)
            ]
            values: dict[str, object] = {"place": place, "event": norm.event.name or "–"}
            yield ArbiterNeed("refused", ", ".join(dict.fromkeys(articles)) or norm.article, values)


def _names(detail: str, place: int) -> bool:
    return str(place) in detail.rpartition(": ")[2].split(", ")


def _left_out(answer: ApplicationAnswer) -> Iterator[ArbiterNeed]:
    """More norms than are sent: those that stay at home."""
    others = [norm for norm in answer.case.norms if norm not in answer.chosen]
    usable = [norm for norm in others if answer.usable[answer.case.norms.index(norm)]]
    if usable:
        article = answer.case.rules.tournaments.article.number
        yield ArbiterNeed("leave-out", article, {"places": places(answer.case.norms, usable), "count": len(usable)})


def _tournaments(case: ApplicationCase, chosen: tuple[JudgedNorm, ...], missing: int) -> Iterator[ArbiterNeed]:
    """The events that are missing, and what at least one of them, or each of them, must be."""
    rules = case.rules
    kept = case.with_norms(chosen)
    offers = offers_of(kept, missing)
    yield ArbiterNeed("tournaments", rules.tournaments.article.number, {"count": missing})
    yield from _systems(kept, missing, {offer.system for offer in offers})
    yield _rounds(kept, missing)
    yield from _articles(kept, missing, {offer.article for offer in offers})
    yield from _chiefs(kept)


@dataclass(frozen=True, slots=True)
class NormOffer:
    """A way to the next norm: an article, and a system of events by which the application would take it."""

    article: str
    system: NormEventSystem | None


def offers_of(case: ApplicationCase, missing: int) -> list[NormOffer]:
    """Return the ways to the next norm that the application itself would take, beside the norms that it keeps: each is
    tried with an event that is large enough for everything."""
    checks = WHOLE if missing == 1 else PARTLY
    found = []
    for article in ARTICLES[case.application.title]:
        for system in SYSTEMS_OF_ARTICLE.get(article, NORM_EVENT_SYSTEMS):
            norm = judge_norm(_ample(case, article, system), case.application.title, case.edition)
            if norm.holds and passes(case.with_norms((*case.norms, norm)), checks):
                found.append(NormOffer(article, system))
    return found


def _ample(case: ApplicationCase, article: str, system: NormEventSystem | None) -> ArbiterNorm:
    """Return a norm of an article whose event has more of everything than any article asks for."""
    kind = KIND_OF_ARTICLE.get(article)
    if kind == "own-title":
        return ArbiterNorm(NormEvent(kind=kind), article)
    teams = AMPLE if kind == "national-team-top" else None
    event = NormEvent(
        "", case.date, case.date, system, kind, "world", AMPLE, AMPLE, AMPLE, AMPLE, AMPLE, True, teams, teams,
        approved=True, norm_possible=True,
    )  # fmt: skip
    return ArbiterNorm(event, article, chief="another")


def _systems(case: ApplicationCase, missing: int, offered: set[NormEventSystem | None]) -> Iterator[ArbiterNeed]:
    """2.4, 2.5: another system than those there are, or a large international Swiss."""
    rules, systems = case.edition.norms, case.systems - {None}
    if len(systems) >= rules.systems.value:
        return
    if not systems:
        if missing > 1:
            yield ArbiterNeed("two-systems", rules.systems.article.number, {"systems": rules.systems.value})
        return
    (system,) = systems
    if system == "swiss" and any(large_swiss(case, norm) for norm in case.events):
        return
    others = [other for other in NORM_EVENT_SYSTEMS if other != system and other in offered]
    yield ArbiterNeed(
        "other-system", rules.systems.article.number, {"system": system, "systems": others, "count": missing}
    )
    if system == "swiss":
        values: dict[str, object] = {
            "players": rules.swiss_players.value,
            "rated": rules.swiss_rated.value * 100,
            "rounds": max(rules.swiss_rounds.value, _least_rounds(case)),
            "federations": case.rules.international.value,
        }
        yield ArbiterNeed("large-swiss", rules.swiss_players.article.number, values)


def _rounds(case: ApplicationCase, missing: int) -> ArbiterNeed:
    """3.10, 4.10: enough rounds; one event may have fewer if none has yet."""
    rules = case.rules
    values: dict[str, object] = {"rounds": rules.rounds.value, "short": rules.short_rounds.value, "count": missing}
    used = _short_is_used(case)
    article = rules.rounds if used else rules.short_events
    return ArbiterNeed("rounds" if used else "rounds-or-short", article.article.number, values)


def _short_is_used(case: ApplicationCase) -> bool:
    return sum(norm.short for norm in case.norms) >= case.rules.short_events.value


def _least_rounds(case: ApplicationCase) -> int:
    """3.10.1, 4.10.1: the fewest rounds that the next event may have."""
    return case.rules.rounds.value if _short_is_used(case) else case.rules.short_rounds.value


def _articles(case: ApplicationCase, missing: int, offered: set[str]) -> Iterator[ArbiterNeed]:
    """The articles that the next events may use, without those that are used up or of no use."""
    title, rules = case.application.title, case.rules
    yield ArbiterNeed("articles", next(iter(ARTICLES[title])).rpartition(".")[0], {"count": missing})
    numbers: dict[str, object] = {
        "boards": rules.team_boards.value, "teams": rules.teams.value, "double": rules.teams_double.value,
        "present": rules.team_rounds.value, "share": rules.team_rated.value * 100,
        "federations": rules.international.value,
    }  # fmt: skip
    if isinstance(rules, FideArbiterRules):
        numbers |= {
            "swiss": rules.swiss_rated.value, "round_robin": rules.round_robin_rated.value,
            "double_rated": rules.double_rated.value, "quick": rules.quick_rated.value,
            "quick_rounds": rules.quick_rounds.value,
        }  # fmt: skip
    else:
        numbers |= {
            "players": rules.large_players.value, "rated": rules.large_rated.value * 100,
            "large_rounds": max(rules.large_rounds.value, _least_rounds(case)),
            "large_federations": rules.large_federations.value,
        }  # fmt: skip
    for article in ARTICLES[title]:
        if article in offered:
            yield ArbiterNeed(f"by-{article.replace('.', '-')}", article, numbers)


def _chiefs(case: ApplicationCase) -> Iterator[ArbiterNeed]:
    """4.13.1: another chief arbiter, if all norms so far have the same."""
    if isinstance(case.rules, FideArbiterRules):
        return
    chiefs = {norm.norm.chief for norm in case.events} - {""}
    if len(chiefs) == 1:
        yield ArbiterNeed("other-chief", case.rules.chief_arbiters.article.number, {"chief": chiefs.pop()})


def _seminars(answer: ApplicationAnswer) -> Iterator[ArbiterNeed]:
    names = ("seminars", "exam", "seminar-passed", "seminar-expiry")
    against = [check for check in answer.checks if check.ok is False and check.name in names]
    if against:
        title, rules = answer.case.application.title, answer.case.rules
        exam: dict[str, object] = {"exam": rules.exam.value * 100} if isinstance(rules, FideArbiterRules) else {}
        yield ArbiterNeed(f"seminar-{title.lower()}", against[0].article.number, exam)


def _in_time(answer: ApplicationAnswer) -> Iterator[ArbiterNeed]:
    """5.3: the last day for the papers there are."""
    expiry = answer.case.edition.expiry
    filing = next((check for check in answer.checks if check.name == "filing" and check.ok is False), None)
    if filing is not None:
        yield ArbiterNeed("too-late", filing.article.number, {"day": filing.found})
    elif answer.complete is not False and answer.latest is not None:
        lead, shown = expiry.lead_days.value, expiry.published_days.value
        yield ArbiterNeed("latest", "5.3", {"day": answer.latest, "lead": lead, "shown": shown})
