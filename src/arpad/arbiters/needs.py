"""Judge an application for an arbiter's title: which norms to send, and what is still missing."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any

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
    ArbiterPerson,
    NormEvent,
    NormEventSystem,
    Placed,
    PlacedChecks,
    years_later,
)
from arpad.arbiters.norms import ARTICLES, JudgedNorm, judge_norm
from arpad.documents.checks import Check, all_hold
from arpad.documents.document import Document, InWords, ShownAs, TextOrNone, extended, replace, shows
from arpad.documents.schema import Bag
from arpad.i18n import Language, has, text
from arpad.regulations.arbiter_editions import ArbiterTitle, FideArbiterRules
from arpad.regulations.rating_rules import Rule

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


class ArbiterNeed(Document, frozen=True):
    """Something that an application still needs.

    `kind` is its message key (`arbiter.need.KIND`)."""

    shown = shows("kind", "article", "values", "words")
    kind: str
    article: str
    values: Annotated[Mapping[str, object], ShownAs(Bag)] = {}

    @property
    def words(self) -> Annotated["ArbiterNeed", InWords(str, lambda need, language: need.in_words(language))]:
        return self

    def in_words(self, language: Language) -> str:
        """Return what is needed in one sentence."""
        values = {name: _value_in_words(name, value, language) for name, value in self.values.items()}
        return text(f"arbiter.need.{self.kind}", language, **values)


def _value_in_words(name: str, value: object, language: Language) -> object:
    if name == "system":
        return text(f"arbiter.system.{value}", language)
    if isinstance(value, list | tuple):
        words = [text(f"arbiter.system.{system}", language) for system in value]
        return text("arbiter.or", language, first=", ".join(words[:-1]), last=words[-1])
    if name == "required" and isinstance(value, str):
        return ", ".join(_language(code.strip(), language) for code in value.split(","))
    return value


def _language(code: str, language: Language) -> str:
    key = f"arbiter.language.{code}"
    return text(key, language) if has(key) else code


class ApplicationNorm(Document, frozen=True):
    """A norm of an application. `chosen`: it is among those to send."""

    event: str
    start: dt.date | None
    end: dt.date | None
    edition: str
    article: TextOrNone
    articles: tuple[str, ...]
    short: bool
    expires: dt.date | None
    usable: bool
    chosen: bool


class ArbiterNeeds(Document, frozen=True):
    """What an application for a title still needs. `complete` null: some facts are open."""

    shown = shows("title", "date", "edition", "complete", "need")
    case: ApplicationCase
    whole: tuple[Check, ...]
    complete: bool | None
    exact: bool
    usable: tuple[bool, ...]
    chosen: tuple[JudgedNorm, ...]
    earliest: dt.date | None
    latest: dt.date | None

    @property
    def title(self) -> ArbiterTitle:
        return self.case.application.title

    @property
    def date(self) -> dt.date:
        return self.case.date

    @property
    def edition(self) -> str:
        return self.case.edition.id

    @property
    def need(self) -> list[ArbiterNeed]:
        return needs_of(self)


class ApplicationAnswer(ArbiterNeeds, frozen=True):
    """An application for FA or IA, condition by condition. `complete` null: some facts are open.

    `whole` are the conditions of the application as a whole, `chosen` the norms to send, if not all. `earliest` is the
    first day on which the same papers would pass, `latest` the last day before something expires; None if there is no
    such day."""

    shown = shows(
        "title", "date", "edition", "person", "norms", "checks", "complete", "exact", "open", "need", "earliest",
        "latest",
    )  # fmt: skip

    @property
    def person(self) -> ArbiterPerson:
        return self.case.application.person

    @property
    def norms(self) -> list[ApplicationNorm]:
        return [
            extended(
                ApplicationNorm, norm, event=norm.event.name, start=norm.event.start, end=norm.event.end, usable=usable,
                chosen=norm in self.chosen,
            )
            for norm, usable in zip(self.case.norms, self.usable, strict=True)
        ]  # fmt: skip

    @property
    def checks(self) -> PlacedChecks:
        """Every condition with the place of its norm (None: of the application as a whole)."""
        whole: Placed = [(None, check) for check in self.whole]
        return whole + [(place, check) for place, norm in enumerate(self.case.norms, 1) for check in norm.checks]

    @property
    def against(self) -> Placed:
        """The conditions that are not met."""
        return [(place, check) for place, check in self.checks if check.ok is False]

    @property
    def open_questions(self) -> Placed:
        """The conditions that depend on facts that were not given."""
        return [(place, check) for place, check in self.checks if check.ok is None]

    @property
    def open(self) -> int:
        return len(self.open_questions)


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


def _need(kind: str, article: str | Rule[Any], **values: object) -> ArbiterNeed:
    return ArbiterNeed(kind, article if isinstance(article, str) else article.article.number, values)


def needs_of(answer: ArbiterNeeds) -> list[ArbiterNeed]:
    """Return what is missing, in the order in which an arbiter would get it."""
    case = answer.case
    if case.application.exam_only:
        return [*_person(answer), _need("exam-only", "3.12")]
    missing = case.rules.tournaments.value - len(answer.chosen)
    return [
        *_person(answer),
        *_refused(answer),
        *(_tournaments(case, answer.chosen, missing) if missing > 0 else _left_out(answer)),
        *_seminars(answer),
        *_in_time(answer),
    ]


def _person(answer: ArbiterNeeds) -> Iterator[ArbiterNeed]:
    names = ("national-arbiter", "fide-arbiter", "languages", "english")
    for check in answer.whole:
        if check.ok is not True and check.name in names:
            yield _need(check.name, check.article.number, required=check.required)
        elif check.ok is False and check.name == "age":
            yield _need("age", check.article.number, age=check.required)


def _refused(answer: ArbiterNeeds) -> Iterator[ArbiterNeed]:
    """Norms that cannot be used."""
    for place, (norm, usable) in enumerate(zip(answer.case.norms, answer.usable, strict=True), 1):
        if not usable:
            articles = [check.article.number for check in norm.checks if check.ok is False]
            articles += [
                check.article.number for check in answer.whole if check.ok is False and _names(check.detail, place)
            ]
            named = ", ".join(dict.fromkeys(articles)) or norm.article
            yield _need("refused", named, place=place, event=norm.event.name or "–")


def _names(detail: str, place: int) -> bool:
    return str(place) in detail.rpartition(": ")[2].split(", ")


def _left_out(answer: ArbiterNeeds) -> Iterator[ArbiterNeed]:
    """More norms than are sent: those that stay at home."""
    others = [norm for norm in answer.case.norms if norm not in answer.chosen]
    usable = [norm for norm in others if answer.usable[answer.case.norms.index(norm)]]
    if usable:
        rule = answer.case.rules.tournaments
        yield _need("leave-out", rule, places=places(answer.case.norms, usable), count=len(usable))


def _tournaments(case: ApplicationCase, chosen: tuple[JudgedNorm, ...], missing: int) -> Iterator[ArbiterNeed]:
    """The events that are missing, and what at least one of them, or each of them, must be."""
    norms = case.with_norms(chosen)
    offers = offers_of(norms, missing)
    yield _need("tournaments", case.rules.tournaments, count=missing)
    yield from _systems(norms, missing, {offer.system for offer in offers})
    yield _rounds(norms, missing)
    yield from _articles(norms, missing, {offer.article for offer in offers})
    yield from _chiefs(norms)


@dataclass(frozen=True, slots=True)
class NormOffer:
    """A way to the next norm: an article, and a system of events by which the application would take it."""

    article: str
    system: NormEventSystem | None


def offers_of(case: ApplicationCase, missing: int) -> list[NormOffer]:
    """Return the ways to the next norm that the application itself would take, beside the norms that it keeps: each is
    tried with an event that is large enough for everything."""
    checks = WHOLE if missing == 1 else PARTLY
    offers = []
    for article in ARTICLES[case.application.title]:
        for system in SYSTEMS_OF_ARTICLE.get(article, NORM_EVENT_SYSTEMS):
            norm = judge_norm(_ample(case, article, system), case.application.title, case.edition)
            if norm.holds and passes(case.with_norms((*case.norms, norm)), checks):
                offers.append(NormOffer(article, system))
    return offers


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
            yield _need("two-systems", rules.systems, systems=rules.systems.value)
        return
    (system,) = systems
    if system == "swiss" and any(large_swiss(case, norm) for norm in case.events):
        return
    others = [other for other in NORM_EVENT_SYSTEMS if other != system and other in offered]
    yield _need("other-system", rules.systems, system=system, systems=others, count=missing)
    if system == "swiss":
        yield _need(
            "large-swiss",
            rules.swiss_players,
            players=rules.swiss_players.value,
            rated=rules.swiss_rated.value * 100,
            rounds=max(rules.swiss_rounds.value, _least_rounds(case)),
            federations=case.rules.international.value,
        )


def _rounds(case: ApplicationCase, missing: int) -> ArbiterNeed:
    """3.10, 4.10: enough rounds; one event may have fewer if none has yet."""
    rules = case.rules
    kind, rule = ("rounds", rules.rounds) if _short_is_used(case) else ("rounds-or-short", rules.short_events)
    return _need(kind, rule, rounds=rules.rounds.value, short=rules.short_rounds.value, count=missing)


def _short_is_used(case: ApplicationCase) -> bool:
    return sum(norm.short for norm in case.norms) >= case.rules.short_events.value


def _least_rounds(case: ApplicationCase) -> int:
    """3.10.1, 4.10.1: the fewest rounds that the next event may have."""
    return case.rules.rounds.value if _short_is_used(case) else case.rules.short_rounds.value


def _articles(case: ApplicationCase, missing: int, offered: set[str]) -> Iterator[ArbiterNeed]:
    """The articles that the next events may use, without those that are used up or of no use."""
    title, rules = case.application.title, case.rules
    yield _need("articles", next(iter(ARTICLES[title])).rpartition(".")[0], count=missing)
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
            yield _need(f"by-{article.replace('.', '-')}", article, **numbers)


def _chiefs(case: ApplicationCase) -> Iterator[ArbiterNeed]:
    """4.13.1: another chief arbiter, if all norms so far have the same."""
    if isinstance(case.rules, FideArbiterRules):
        return
    chiefs = {norm.norm.chief for norm in case.events} - {""}
    if len(chiefs) == 1:
        yield _need("other-chief", case.rules.chief_arbiters, chief=chiefs.pop())


def _seminars(answer: ArbiterNeeds) -> Iterator[ArbiterNeed]:
    names = ("seminars", "exam", "seminar-passed", "seminar-expiry")
    against = [check for check in answer.whole if check.ok is False and check.name in names]
    if against:
        title, rules = answer.case.application.title, answer.case.rules
        exam = {"exam": rules.exam.value * 100} if isinstance(rules, FideArbiterRules) else {}
        yield _need(f"seminar-{title.lower()}", against[0].article.number, **exam)


def _in_time(answer: ArbiterNeeds) -> Iterator[ArbiterNeed]:
    """5.3: the last day for the papers there are."""
    expiry = answer.case.edition.expiry
    filing = next((check for check in answer.whole if check.name == "filing" and check.ok is False), None)
    if filing is not None:
        yield _need("too-late", filing.article.number, day=filing.found)
    elif answer.complete is not False and answer.latest is not None:
        lead, shown = expiry.lead_days.value, expiry.published_days.value
        yield _need("latest", "5.3", day=answer.latest, lead=lead, shown=shown)
