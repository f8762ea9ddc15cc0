"""What an application still needs: how many events, of which kind, and what else."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from arpad.arbiters.application import ApplicationAnswer
from arpad.arbiters.application_case import ApplicationCase, places
from arpad.arbiters.application_checks import large_swiss
from arpad.arbiters.model import KIND_OF_ARTICLE, NORM_EVENT_SYSTEMS, ArbiterNorm, NormEvent, NormEventSystem
from arpad.arbiters.norm_articles import ARTICLES
from arpad.arbiters.norms import JudgedNorm, judge_norm
from arpad.arbiters.selecting import PARTLY, WHOLE, passes
from arpad.regulations.arbiter_editions import FideArbiterRules

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
