"""Web calculators: rating change, first rating, performance, K and time control, by any edition."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query
from starlette.requests import Request

from arpad.documents.document import ArticleNumber, Document, document_of, replace
from arpad.documents.schema import Exact, joined
from arpad.documents.steps import Explanation, as_rows
from arpad.domain.games import History
from arpad.domain.rating_list import LEAST_K, MOST_K
from arpad.eligibility.time_controls import check_time, time_class
from arpad.i18n import ArpadError, Language
from arpad.inputs import parse
from arpad.inputs.parse import games_in, whole
from arpad.inputs.parse import rating as rating_of
from arpad.inputs.times import parse_time_control
from arpad.rating.change import rating_change
from arpad.rating.coefficient import KFactor, given_k, k_factor
from arpad.rating.first_rating import InitialRating, initial_rating
from arpad.rating.inputs import by_event
from arpad.rating.newcomer import NewcomerEvent
from arpad.rating.performance import PerformanceRating, performance_rating
from arpad.rating.results import RatingChange
from arpad.regulations.rating_edition import Edition
from arpad.web.cache import Answer, wants_json
from arpad.web.problems import Fields, wrong_at
from arpad.web.routes import Pages
from arpad.web.site import language_of

# K as typed into a calculator, or the history it follows from.

Short = Annotated[str, Query(max_length=20)]


@dataclass(frozen=True, slots=True)
class HistoryFields:
    """The history of a player, as it was typed. An empty text means not known."""

    games_played: Short = ""
    born: Short = ""
    highest: Short = ""
    date: Short = ""

    def history(self, own: int) -> History:
        """Return a player's history; a date is required, because a junior's K depends on it."""
        games_played, born, highest = self.games_played.strip(), self.born.strip(), self.highest.strip()
        if not games_played:
            raise ArpadError("k-missing")
        if not self.date.strip():
            raise ArpadError("k-date")
        year, birthday = parse.birth(born) if born else (None, None)
        day = parse.date("date", self.date.strip())
        parse.check_birth(year, born, day)
        return History(
            rating=own,
            games_played=parse.whole("games_played", games_played, 0, 100_000),
            highest=parse.rating("highest", highest) if highest else own,
            date=day,
            born=year,
            birthday=birthday,
        )


TypedHistory = Annotated[HistoryFields, Depends(HistoryFields)]


def k_of(edition: Edition, own: int, typed: str, fields: HistoryFields) -> KFactor:
    """Return K as it was typed, or else K from the player's history."""
    if typed:
        return given_k(edition, parse.whole("K", typed, LEAST_K, MOST_K))
    return k_factor(edition, fields.history(own))


# Calculators: a change, a first rating, a performance, K, a time control; under any edition, or several at once.

calculator_pages = Pages("calculators")

MOST_EDITIONS = 6
AskedEditions = Annotated[list[str] | None, Query(description="Ids of editions, up to six.", max_length=MOST_EDITIONS)]
FIELDS = ("rating", "k", "games_played", "born", "highest", "date", "period_games", "games", "control")
ABOUT: Fields = {
    **dict.fromkeys(("game-form", "game-score", "score", "no-games"), ("games",)),
    **dict.fromkeys(("born", "born-range"), ("born",)),
    "k-missing": ("games_played",), "k-date": ("date",), "time-control": ("control",),
}  # fmt: skip
"""The fields of problems that name none."""
TypedGames = Annotated[str, Query(max_length=20_000)]


class Calculator(Document, frozen=True):
    """A calculator and its address."""

    name: str
    address: str


class ToldReason(Document, frozen=True):
    """A sentence of the reasons; the steps that led to it are deeper."""

    depth: int
    article: str
    text: str


class ByEdition(Document, frozen=True):
    """By which edition."""

    edition: str
    name: str


class Reasons(Document, frozen=True):
    """The reasons in words."""

    reasons_told: list[ToldReason]


class PeriodK(Document, frozen=True):
    """A development coefficient."""

    k: int
    listed_k: int
    article: ArticleNumber


class RatedTime(Document, frozen=True):
    """The class of a time control, and whether its games may be rated."""

    time_class: str | None
    minutes_for_60_moves: Exact
    ratable: bool


class ChangesDocument(Document, frozen=True):
    """A change, by each edition that was asked for; none without games."""

    results: list[Annotated[dict[str, Any], joined("ChangeBy", ByEdition, RatingChange, Reasons)]]


class InitialsDocument(Document, frozen=True):
    """A first rating, by each edition that was asked for."""

    results: list[Annotated[dict[str, Any], joined("InitialBy", ByEdition, InitialRating, Reasons)]]


class PerformancesDocument(Document, frozen=True):
    """A performance; none without games."""

    results: list[Annotated[dict[str, Any], joined("PerformanceOf", PerformanceRating, Reasons)]]


class CoefficientsDocument(Document, frozen=True):
    """K, by each edition that was asked for."""

    results: list[Annotated[dict[str, Any], joined("KBy", ByEdition, PeriodK, Reasons)]]


class TimeClassesDocument(Document, frozen=True):
    """A time control, by each edition that was asked for."""

    results: list[Annotated[dict[str, Any], joined("TimeClassBy", ByEdition, RatedTime, Reasons)]]


@calculator_pages.page("/calculators", "tools_calculators.html", list[Calculator])
def overview(request: Request) -> Answer:  # noqa: ARG001
    """The calculators there are."""
    return Answer(lambda: [Calculator(name, address) for name, address in ADDRESSES.items()])


ADDRESSES = {
    **{name: f"/calculators/{name}" for name in ("change", "initial", "performance", "k", "time-class")},
    "prizes": "/tools/prizes",
    "arbiter-norm": "/tools/arbiter-norm",
    "arbiters": "/calculators/arbiters",
}


@calculator_pages.page("/calculators/change", "tools_change.html", ChangesDocument)
def change(
    request: Request,
    history: TypedHistory,
    edition: AskedEditions = None,
    rating: Short = "",
    games: TypedGames = "",
    k: Short = "",
) -> Answer:
    """The change of a rated player."""

    def compute(rules: Edition, language: Language) -> dict[str, Any]:
        own = rating_of("rating", rating.strip())
        factor = k_of(rules, own, k.strip(), history)
        result = rating_change(rules, own, factor.k, games_in(games), games_played=factor.games_played)
        result = replace(result, steps=(*factor.steps, *result.steps))
        return {**result.document(language), **_reasons(result.steps, language)}

    return _answer(request, edition, bool(rating or games), compute)


@calculator_pages.page("/calculators/initial", "tools_initial.html", InitialsDocument)
def initial(request: Request, edition: AskedEditions = None, games: TypedGames = "") -> Answer:
    """The first rating of a player without one."""

    def compute(rules: Edition, language: Language) -> dict[str, Any]:
        played = by_event(games_in(games))
        rating = initial_rating(rules, [NewcomerEvent(name, tuple(some)) for name, some in played.items()])
        return {**rating.document(language), **_reasons(rating.explanation, language)}

    return _answer(request, edition, bool(games), compute)


@calculator_pages.page("/calculators/performance", "tools_performance.html", PerformancesDocument)
def performance(request: Request, games: TypedGames = "") -> Answer:
    """The performance of a row of games."""
    language = language_of(request)

    def compute() -> list[dict[str, Any]]:
        rating = performance_rating(games_in(games))
        if rating is None:
            raise ArpadError("no-games")
        return [{**rating.document(language), **_reasons(rating.steps, language)}]

    return _results(request, compute if games.strip() else None)


@calculator_pages.page("/calculators/k", "tools_k.html", CoefficientsDocument)
def k_factor_page(
    request: Request,
    history: TypedHistory,
    edition: AskedEditions = None,
    rating: Short = "",
    period_games: Short = "",
) -> Answer:
    """The development coefficient of a player."""

    def compute(rules: Edition, language: Language) -> dict[str, Any]:
        own = rating_of("rating", rating.strip())
        factor = k_of(rules, own, "", history)
        games = whole("period_games", period_games, 0, 10_000) if period_games.strip() else 0
        used = factor.limited(rules, games)
        return document_of(PeriodK, used, language) | _reasons(used.steps, language)

    return _answer(request, edition, bool(rating), compute)


@calculator_pages.page("/calculators/time-class", "tools_time.html", TimeClassesDocument)
def time_page(
    request: Request,
    control: Annotated[str, Query(max_length=200)] = "",
    edition: AskedEditions = None,
    rating: Short = "",
) -> Answer:
    """The class of a time control, and whether its games may be rated."""

    def compute(rules: Edition, language: Language) -> dict[str, Any]:
        parsed = parse_time_control(control)
        highest = rating_of("rating", rating.strip()) if rating.strip() else 0
        against = check_time(rules, parsed, highest=highest, rounds_per_day=1, equal=True)
        rated = RatedTime(time_class(parsed), parsed.minutes_for(), not against)
        return rated.document() | _reasons(against, language)

    return _answer(request, edition, bool(control.strip()), compute)


def _answer(
    request: Request,
    chosen: Sequence[str] | None,
    asked: bool,
    compute: Callable[[Edition, Language], dict[str, Any]],
) -> Answer:
    """Compute by every chosen edition, side by side; by the one in force if none is chosen."""
    site, language = request.app.state.site, language_of(request)
    current = site.regulations.edition_for("fide", "standard", site.settings.now().date()).id
    names = list(dict.fromkeys(chosen or [current]))
    rules = [site.regulations.edition(name) for name in names]

    def by_all() -> list[dict[str, Any]]:
        return [ByEdition(rule.id, rule.name[language]).document() | compute(rule, language) for rule in rules]

    editions = {"chosen": names, "editions": site.regulations.editions(), "current": current}
    return _results(request, by_all if asked else None, editions)


def _results(
    request: Request, compute: Callable[[], list[dict[str, Any]]] | None, more: Mapping[str, Any] | None = None
) -> Answer:
    """Answer with what is computed, nothing if nothing was asked. What is wrong stands at its field. `more` is for the
    page."""
    results: list[dict[str, Any]] = []
    problem: ArpadError | None = None
    try:
        results = [] if compute is None else compute()
    except ArpadError as found:
        if wants_json(request):
            raise
        problem = found
    data = {"results": results}
    wrong = wrong_at(problem, language_of(request), FIELDS, ABOUT, labels={"k": "K"})
    return Answer(
        lambda: data, lambda: {"data": data, "wrong": wrong, **(more or {})}, status=200 if problem is None else 400
    )


def _reasons(steps: Explanation, language: Language) -> dict[str, Any]:
    """The reasons in words."""
    return Reasons([ToldReason(*row) for row in as_rows(steps, language)]).document()
