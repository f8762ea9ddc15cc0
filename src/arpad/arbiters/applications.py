"""Checks of an arbiter's application for a title (B.06.1, 2.8 to 6.2), each a small function.

Facts that contradict each other are refused before any check runs.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arpad.arbiters.categories import ActivityFacts, active_on, activity_facts, refreshed, status_on
from arpad.arbiters.model import (
    KIND_OF_ARTICLE,
    ArbiterApplication,
    ArbiterNorm,
    ArbiterPerson,
    NormEvent,
    NormEventSystem,
    SeminarNorm,
    age_on,
    years_later,
)
from arpad.arbiters.norms import (
    INTERNATIONAL_LEVELS,
    JudgedNorm,
    is_international,
    judge_norm,
    most_uses,
)
from arpad.documents.checks import Check, any_holds, by_rule, compared, decided, every, stated
from arpad.i18n import ArpadError
from arpad.regulations.arbiter_editions import (
    ArbiterEdition,
    FideArbiterRules,
    InternationalArbiterRules,
    arbiter_edition_for,
    arbiter_edition_of_event,
)
from arpad.regulations.articles import Article

# An application as its checks see it: the edition of its day, and every norm judged.


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
        return [seminar for seminar in self.application.seminars if seminar.kind == self.application.title]

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


# 5.3, 4.12, 2.8 and others: what the papers of an application must be, each norm and each seminar for itself.

Checks = Iterable[Check]
ApplicationCheck = Callable[[ApplicationCase], Checks]


def all_norms(article: Article, name: str, answers: dict[int, bool | None], key: str) -> Check:
    """Check a fact of every norm; `answers` are by the place of the norm."""
    against = [place for place, answer in answers.items() if answer is False]
    unknown = [place for place, answer in answers.items() if answer is None]
    found, detail = sum(answer is True for answer in answers.values()), ", ".join(map(str, against or unknown))
    return decided(article, name, len(answers), found, every(answers.values()), key, sense="is", detail=detail)


def check_expiry(case: ApplicationCase) -> Checks:
    """5.3.1: no norm of a tournament is older than six years on the day of the application."""
    ends = [(norm.expires, place) for place, norm in case.placed_events]
    known = [(day, place) for day, place in ends if day is not None]
    if not ends:
        return
    rule = case.edition.expiry.tournament_years
    against = [place for day, place in known if day < case.date]
    ok = False if against else None if len(known) < len(ends) else True
    first, detail = min(known)[0] if known else None, ", ".join(map(str, against))
    yield decided(rule.article, "norm-expiry", case.date, first, ok, "norm.end", detail=detail)


def check_seminar_expiry(case: ApplicationCase) -> Checks:
    """5.3.2: no seminar is older than four years on the day of the application."""
    rule = case.edition.expiry.seminar_years
    if case.seminars and case.rules.seminars.value:
        last = max(years_later(seminar.end, rule.value) for seminar in case.seminars)
        yield compared(rule.article, "seminar-expiry", case.date, last)


def check_filing(case: ApplicationCase) -> Checks:
    """5.3.3: the application comes at most one year after the last event."""
    last = last_filing_day(case)
    if last is not None:
        yield compared(case.edition.expiry.filing_years.article, "filing", case.date, last)


def last_filing_day(case: ApplicationCase) -> dt.date | None:
    """5.3.3: a year after the last event."""
    ends = [norm.event.end for norm in case.events if norm.event.end is not None]
    return years_later(max(ends), case.edition.expiry.filing_years.value) if ends else None


def check_after_award(case: ApplicationCase) -> Checks:
    """4.12: norms for the IA title begin when the FA title has been awarded, and were not used for it."""
    award = case.application.person.fa
    if case.application.title != "IA":
        return
    article = case.article("4.12")
    begun = {} if award is None else {place: _after(norm, award) for place, norm in case.placed_events}
    if begun:
        yield all_norms(article, "after-award", begun, "norm.start")
    unused = {place: _unused(norm, begun.get(place)) for place, norm in enumerate(case.norms, 1)}
    if unused and (award is not None or False in unused.values()):
        yield all_norms(article, "unused", unused, "norm.used_for")


def _unused(norm: JudgedNorm, begun: bool | None) -> bool | None:
    """Whether a norm was not used for the FA title; an event after its award cannot have been, unless it says so."""
    used = norm.norm.used_for
    return used != "FA" if used is not None else True if begun else None


def _after(norm: JudgedNorm, award: dt.date) -> bool | None:
    return None if norm.event.start is None else norm.event.start >= award


def check_active(case: ApplicationCase) -> Checks:
    """2.9.2: a person who asks for norms of an International Arbiter is active on the days of the events."""
    person = case.application.person
    if case.application.title != "IA" or person.fa is None or not case.events:
        return
    facts = activity_facts(person, case.application.seminars)
    answers: dict[int, bool | None] = {
        place: None if norm.event.start is None else active_on(norm.event.start, facts)
        for place, norm in case.placed_events
        if _after(norm, person.fa) is not False
    }
    if answers:
        yield all_norms(case.article("2.9.2"), "active", answers, "person.active_until")


def check_languages(case: ApplicationCase) -> Checks:
    """3.3: one of six languages; 4.3: English."""
    rules, person = case.rules, case.application.person
    spoken = person.languages
    if isinstance(rules, InternationalArbiterRules):
        english = person.english if person.english is not None or spoken is None else rules.language.value in spoken
        yield stated(rules.language.article, "english", english, "person.english")
        return
    if person.english and spoken is None:
        spoken = ("en",)
    wanted = ", ".join(rules.languages.value)
    ok = None if spoken is None else bool(set(spoken) & set(rules.languages.value))
    found = None if spoken is None else ", ".join(spoken)
    yield decided(rules.languages.article, "languages", wanted, found, ok, "person.languages", sense="is")


def check_signatures(case: ApplicationCase) -> Checks:
    """2.8: the chief arbiter and the federation sign every norm."""
    for name, key in (("signed", "norm.signed"), ("federation-signed", "norm.federation_signed")):
        answers = {place: getattr(norm.norm, name.replace("-", "_")) for place, norm in enumerate(case.norms, 1)}
        if answers:
            yield all_norms(case.article("2.8"), name, answers, key)


def check_fees(case: ApplicationCase) -> Checks:
    """6.2: an event whose arbiters did not pay FIDE's fee is not rated, and gives no norms."""
    answers = {place: norm.norm.event_rated for place, norm in case.placed_events}
    if answers:
        yield all_norms(case.article("6.2"), "event-rated", answers, "norm.event_rated")


PAPERS: tuple[ApplicationCheck, ...] = (
    check_expiry,             # 5.3.1
    check_seminar_expiry,     # 5.3.2
    check_filing,             # 5.3.3
    check_after_award,        # 4.12
    check_active,             # 2.9.2
    check_languages,          # 3.3, 4.3
    check_signatures,         # 2.8
    check_fees,               # 6.2
)  # fmt: skip
"""What the papers must be, each for itself."""


# 2.9 to 6.2: the conditions of an application for a title, one small function for each, in one ordered list.


def check_national_arbiter(case: ApplicationCase) -> Checks:
    """2.9.1: a person who asks for norms of a FIDE Arbiter is registered as a national arbiter."""
    if case.application.title == "FA":
        registered = case.application.person.national_arbiter
        yield stated(case.article("2.9.1"), "national-arbiter", registered, "person.national_arbiter")


def check_fide_arbiter(case: ApplicationCase) -> Checks:
    """4.11, 2.9.4: an International Arbiter is a FIDE Arbiter first."""
    if case.application.title == "IA":
        award = case.application.person.fa
        held = award is not None and award <= case.date
        yield compared(case.article("4.11"), "fide-arbiter", True, held, sense="is")


def check_norm_age(case: ApplicationCase) -> Checks:
    """2.9.3: eighteen years old on the first day of every event."""
    rules, born = case.rules, case.application.person.born
    starts = [norm.event.start for norm in case.events if norm.event.start]
    if not isinstance(rules, FideArbiterRules) or not starts:
        return
    age = None if born is None else age_on(born, min(starts))
    yield by_rule(rules.norm_age, "norm-age", age, "person.born")


def check_age(case: ApplicationCase) -> Checks:
    """5.4.2, 5.5.2: old enough on the day of the application."""
    born = case.application.person.born
    yield by_rule(case.rules.age, "age", None if born is None else age_on(born, case.date), "person.born")


def check_number(case: ApplicationCase) -> Checks:
    """5.4.3, 5.5.3: exactly as many norms of tournaments as required; more are an error too."""
    yield by_rule(case.rules.tournaments, "tournaments", len(case.norms), sense="is")


def check_seminars(case: ApplicationCase) -> Checks:
    """3.7, 4.7: a seminar of the title, and only one (5.4.3)."""
    rule, norms = case.rules.seminars, case.seminars
    if not rule.value:
        return
    yield by_rule(rule, "seminars", len(norms))
    if len(norms) > rule.value:
        yield compared(case.rules.tournaments.article, "seminars", rule.value, len(norms), sense="is")
    for seminar in norms:
        yield _passed(case, seminar)


def _passed(case: ApplicationCase, seminar: SeminarNorm) -> Check:
    """3.7: at least 80 % in the examination of an FA seminar; 4.7: a positive evaluation of an IA seminar."""
    rules = case.rules
    if isinstance(rules, FideArbiterRules) and seminar.exam is not None:
        return by_rule(rules.exam, "exam", seminar.exam)
    passed = seminar.passed if seminar.passed is not None or seminar.exam is None else seminar.exam > Fraction(0)
    return stated(rules.seminars.article, "seminar-passed", passed, "seminar.passed")


def check_uses(case: ApplicationCase) -> Checks:
    """3.9, 4.9: each of some articles once; 4.8.1, 4.8.4: a limited number of times."""
    limits = most_uses(case.edition, case.application.title)
    used = Counter(norm.article for norm in case.norms)
    for article, rule in limits.items():
        if used[article] > rule.value:
            those = places(case.norms, (norm for norm in case.norms if norm.article == article))
            yield by_rule(rule, "uses", used[article], sense="most", detail=f"{article}: {those}")
    for group, rule in {rule.article: rule for rule in limits.values()}.items():
        most = max(used[name] for name, other in limits.items() if other.article == group)
        if 0 < most <= rule.value:
            yield by_rule(rule, "uses", most, sense="most")


def check_rounds(case: ApplicationCase) -> Checks:
    """3.10, 4.10: every event is long enough, and only one is short."""
    rules = case.rules
    rounds = [(place, norm.rounds) for place, norm in enumerate(case.norms, 1) if norm.rounds is not None]
    if not rounds:
        return
    answers = {place: check.ok for place, check in rounds}
    yield all_norms(rules.rounds.article, "enough-rounds", answers, "norm.rounds")
    short = [norm for norm in case.norms if norm.short]
    detail = places(case.norms, short)
    yield by_rule(rules.short_events, "short-events", len(short), sense="most", detail=detail)


def check_systems(case: ApplicationCase) -> Checks:
    """2.4: two different systems; 2.5: or a large international Swiss among Swiss events only."""
    rule, systems = case.edition.norms.systems, case.systems
    known = {system for system in systems if system is not None}
    ok: bool | None = len(known) >= rule.value
    if not ok and None in systems:
        yield Check(rule.article, "systems", rule.value, len(known), None, ("norm.system",))
        return
    large = None
    if not ok and known == {"swiss"}:
        large = any_holds(large_swiss(case, norm) for norm in case.events)
        ok = True if large else large
    keys = ("norm.players", "norm.rated", "norm.federations", "norm.rounds")
    article = case.edition.norms.swiss_players.article if large else rule.article
    yield decided(article, "large-swiss" if large else "systems", rule.value, len(known), ok, *keys)


def large_swiss(case: ApplicationCase, norm: JudgedNorm) -> bool | None:
    """2.5, 2.5.1: whether an event, or its festival, is a large international Swiss."""
    rules, event = case.edition.norms, norm.event
    players, rated = festival_numbers(case, norm)
    enough_rated = None if rated is None or players is None else rated >= rules.swiss_rated.value * players
    answers = (
        None if players is None else players >= rules.swiss_players.value,
        enough_rated,
        is_international(event, case.rules.international.value),
        None if event.rounds is None else event.rounds >= rules.swiss_rounds.value,
    )
    return every(answers)


def festival_numbers(case: ApplicationCase, norm: JudgedNorm) -> tuple[int | None, int | None]:
    """2.5.1: the players and the rated players of a festival: as stated, or of its events in the application."""
    event = norm.event
    if event.festival_players is not None or not event.festival:
        whole = event.festival_players, event.festival_rated
        return whole if event.festival_players is not None else (event.players, event.rated)
    events = [other.event for other in case.events if other.event.festival == event.festival]
    players, rated = [norm_event.players for norm_event in events], [norm_event.rated for norm_event in events]
    return _sum(players), _sum(rated)


def _sum(numbers: list[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


def check_chiefs(case: ApplicationCase) -> Checks:
    """4.13.1: norms for the IA title are not all of one chief arbiter."""
    rules = case.rules
    if not isinstance(rules, InternationalArbiterRules) or not case.events:
        return
    chiefs = {norm.norm.chief for norm in case.events}
    known = chiefs - {""}
    rule = rules.chief_arbiters
    ok = True if len(known) >= rule.value else None if "" in chiefs else False
    yield decided(rule.article, "chief-arbiters", rule.value, len(known), ok, "norm.chief")


def check_examination(case: ApplicationCase) -> Checks:
    """3.12: an examination instead of norms, for federations that cannot hold rated events: the commission decides."""
    yield Check(case.article("3.12"), "exam-only", True, None, None, sense="is")


PERSON: tuple[ApplicationCheck, ...] = (
    check_national_arbiter,   # 2.9.1
    check_fide_arbiter,       # 4.11
    check_norm_age,           # 2.9.3
    check_age,                # 5.4.2, 5.5.2
)  # fmt: skip
NUMBER: tuple[ApplicationCheck, ...] = (
    check_number,             # 5.4.3, 5.5.3
    check_seminars,           # 3.7, 4.7
)  # fmt: skip
TOGETHER: tuple[ApplicationCheck, ...] = (
    check_uses,               # 3.9, 4.8.1, 4.8.4, 4.9
    check_rounds,             # 3.10, 4.10
    check_systems,            # 2.4, 2.5
    check_chiefs,             # 4.13.1
)  # fmt: skip
"""What the norms must be together."""


def application_checks(case: ApplicationCase) -> Iterator[Check]:
    """Check the application as a whole; each norm is judged by its own article besides."""
    whole = (*PERSON, *NUMBER, *TOGETHER, *PAPERS)
    by_examination = (check_examination, *PERSON, check_languages)
    for check in by_examination if case.application.exam_only else whole:
        yield from check(case)


# Facts that contradict each other: refused when they are stated, so that nothing is judged by one half of them.

Contradiction = tuple[str, str]
"""Two facts that cannot both be true, as a file states them."""
NEVER_DOUBLE = ("swiss", "round-robin", "knockout")
ENGLISH = "en"
NOT_MORE = (
    ("teams", "players"), ("boards", "players"), ("players", "festival_players"), ("rated", "festival_rated"),
    ("festival_rated", "festival_players"),
)  # fmt: skip
"""Numbers of an event of which the first is never more than the second."""


def refuse_contradictions(file: str, application: ArbiterApplication) -> None:
    """Refuse an application in which a person, a seminar or a norm contradicts itself."""
    found = [("[person]", *pair) for pair in of_person(application.person, application.seminars)]
    for place, seminar in enumerate(application.seminars, 1):
        found += [(f"[[seminar]] {place}", *pair) for pair in of_seminar(seminar)]
    for place, norm in enumerate(application.norms, 1):
        found += [(f"[[norm]] {place}", *pair) for pair in of_norm(norm)]
    for where, one, other in found:
        raise ArpadError("arbiter-contradiction", where=f"{file}, {where}", one=one, other=other)


def of_norm(norm: ArbiterNorm) -> Iterator[Contradiction]:
    """A norm names an article for one kind of event but states another kind, or its event is impossible."""
    event, meant = norm.event, KIND_OF_ARTICLE.get(norm.article)
    if meant is not None and event.kind not in (None, meant):
        yield f"article = {norm.article} ({meant})", f"kind = {event.kind}"
    yield from of_event(event)


def of_event(event: NormEvent) -> Iterator[Contradiction]:
    """An event that is double and not double, national and international (2.6), all rated and not rateable."""
    if event.system == "double" and event.double is False:
        yield "system = double", "double = false"
    if event.system in NEVER_DOUBLE and event.double:
        yield f"system = {event.system}", "double = true"
    if event.level == "national" and (event.federations or 1) > 1:
        yield "level = national", f"federations = {event.federations}"
    if event.level in INTERNATIONAL_LEVELS and event.federations == 1:
        yield f"level = {event.level}", "federations = 1"
    if event.rateable is False and event.players and event.rated == event.players:
        yield "rateable_for_all = false", f"rated = players = {event.players}"
    for part, whole in NOT_MORE:
        less, more = getattr(event, part), getattr(event, whole)
        if less is not None and more is not None and less > more:
            yield f"{part} = {less}", f"{whole} = {more}"


def of_seminar(seminar: SeminarNorm) -> Iterator[Contradiction]:
    """3.7: a seminar for FIDE Arbiters is passed with enough marks, and with no fewer."""
    if seminar.start is not None and seminar.start > seminar.end:
        yield f"start = {seminar.start}", f"end = {seminar.end}"
    if seminar.kind != "FA" or seminar.exam is None or seminar.passed is None:
        return
    if seminar.passed != (seminar.exam >= arbiter_edition_of_event(seminar.end).fa.exam.value):
        yield f"exam = {seminar.exam.numerator}/{seminar.exam.denominator}", f"passed = {str(seminar.passed).lower()}"


def of_person(person: ArbiterPerson, seminars: tuple[SeminarNorm, ...]) -> Iterator[Contradiction]:
    """The FA title comes before the IA title (4.11), and an end of activity is not before the one that awards, courses
    and the table of 2021 give (B.06.3, 2.2 and 2.6)."""
    if person.fa is not None and person.ia is not None and person.fa > person.ia:
        yield f"fa = {person.fa}", f"ia = {person.ia}"
    if person.born is not None and person.fa is not None and person.born > person.fa:
        yield f"born = {person.born}", f"fa = {person.fa}"
    if person.english is False and ENGLISH in (person.languages or ()):
        yield "english = false", f"languages = {', '.join(person.languages or ())}"
    if person.active_until is None:
        return
    passed = tuple(refreshed(seminar for seminar in seminars if seminar.passed))
    facts = ActivityFacts(person.fa, person.ia, passed, person.last_event)
    known = status_on(person.active_until, facts)
    if person.fa is not None and person.fa > person.active_until:
        yield f"fa = {person.fa}", f"active_until = {person.active_until}"
    if known.ends is not None and known.ends > person.active_until:
        yield f"active_until = {person.active_until}", f"{known.ends} ({known.article.number})"
