"""Facts that contradict each other: refused when they are stated, so that nothing is judged by one half of them."""

from collections.abc import Iterator

from arpad.arbiters.model import KIND_OF_ARTICLE, ArbiterApplication, ArbiterNorm, ArbiterPerson, NormEvent, SeminarNorm
from arpad.arbiters.norm_articles import INTERNATIONAL_LEVELS
from arpad.arbiters.status import ActivityFacts, refreshed, status_on
from arpad.i18n import ArpadError
from arpad.regulations.arbiter_editions import arbiter_edition_of_event

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
    """A norm names an article for one kind of event, and is said to be another kind; or its event is impossible."""
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
    passed = tuple(refreshed(one for one in seminars if one.passed))
    facts = ActivityFacts(person.fa, person.ia, passed, person.last_event)
    known = status_on(person.active_until, facts)
    if person.fa is not None and person.fa > person.active_until:
        yield f"fa = {person.fa}", f"active_until = {person.active_until}"
    if known.ends is not None and known.ends > person.active_until:
        yield f"active_until = {person.active_until}", f"{known.ends} ({known.article.number})"
