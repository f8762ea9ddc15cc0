"""Calculators: a change, a first rating, a performance, K, a time control; under any edition, or several at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from fastapi import Query
from starlette.requests import Request

from arpad.documents.steps import Trail, as_json, as_rows
from arpad.eligibility.time_controls import check_time, time_class
from arpad.i18n import ArpadError, Language
from arpad.inputs.parse import games_in, whole
from arpad.inputs.parse import rating as rating_of
from arpad.inputs.times import parse_time_control
from arpad.rating.change import rating_change
from arpad.rating.coefficient import limit_step, within_limit
from arpad.rating.documents import change_document, initial_document, performance_document
from arpad.rating.first_rating import initial_rating
from arpad.rating.inputs import by_event
from arpad.rating.newcomer import NewcomerEvent
from arpad.rating.performance import performance_rating
from arpad.regulations.rating_edition import Edition
from arpad.web.answers import Answer, wants_json
from arpad.web.language import language_of
from arpad.web.pages import Pages
from arpad.web.tools.k import Short, TypedHistory, k_of
from arpad.web.tools.shapes import (
    CalculatorDocument,
    ChangesDocument,
    CoefficientsDocument,
    InitialsDocument,
    PerformancesDocument,
    TimeClassesDocument,
)
from arpad.web.wrong_fields import Fields, wrong_at

calculators = Pages("calculators")

MOST_EDITIONS = 6
AskedEditions = Annotated[list[str] | None, Query(description="Ids of editions, up to six.", max_length=MOST_EDITIONS)]
FIELDS = ("rating", "k", "games_played", "born", "highest", "date", "period_games", "games", "control")
ABOUT: Fields = {
    **dict.fromkeys(("game-form", "game-score", "score", "no-games"), ("games",)),
    "k-missing": ("games_played",), "k-date": ("date",), "born": ("born",), "time-control": ("control",),
}  # fmt: skip
"""The fields of problems that name none."""
TypedGames = Annotated[str, Query(max_length=20_000)]


@calculators.page("/calculators", "tools_calculators.html", list[CalculatorDocument])
def overview(request: Request) -> Answer:  # noqa: ARG001
    """The calculators there are."""
    return Answer(lambda: [{"name": name, "address": address} for name, address in ADDRESSES.items()])


ADDRESSES = {
    **{name: f"/calculators/{name}" for name in ("change", "initial", "performance", "k", "time-class")},
    "prizes": "/tools/prizes",
    "arbiter-norm": "/tools/arbiter-norm",
    "arbiters": "/calculators/arbiters",
}


@calculators.page("/calculators/change", "tools_change.html", ChangesDocument)
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
        found = k_of(rules, own, k.strip(), history)
        result = rating_change(rules, own, found.k, games_in(games))
        steps = (*found.steps, *result.steps)
        return {**change_document(result, steps, language), **_reasons(steps, language)}

    return _answer(request, edition, bool(rating or games), compute)


@calculators.page("/calculators/initial", "tools_initial.html", InitialsDocument)
def initial(request: Request, edition: AskedEditions = None, games: TypedGames = "") -> Answer:
    """The first rating of a player without one."""

    def compute(rules: Edition, language: Language) -> dict[str, Any]:
        played = by_event(games_in(games))
        found = initial_rating(rules, [NewcomerEvent(name, tuple(some)) for name, some in played.items()])
        return {**initial_document(found, language), **_reasons(found.explanation, language)}

    return _answer(request, edition, bool(games), compute)


@calculators.page("/calculators/performance", "tools_performance.html", PerformancesDocument)
def performance(request: Request, games: TypedGames = "") -> Answer:
    """The performance of a row of games."""
    language = language_of(request)

    def compute() -> list[dict[str, Any]]:
        found = performance_rating(games_in(games))
        if found is None:
            raise ArpadError("no-games")
        told = {"steps": as_json(found.steps, language), **_reasons(found.steps, language)}
        return [{**performance_document(found), **told}]

    return _results(request, compute if games.strip() else None)


@calculators.page("/calculators/k", "tools_k.html", CoefficientsDocument)
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
        found = k_of(rules, own, "", history)
        games = whole("period_games", period_games, 0, 10_000) if period_games.strip() else 0
        value = within_limit(rules, found.k, games)
        steps, article = found.steps, found.article
        if value != found.k:
            steps, article = (*steps, limit_step(rules, found.k, value, games)), rules.k.product_limit.article
        return {"k": value, "listed_k": found.k, "article": article.number} | _reasons(steps, language)

    return _answer(request, edition, bool(rating), compute)


@calculators.page("/calculators/time-class", "tools_time.html", TimeClassesDocument)
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
        document = {
            "time_class": time_class(parsed),
            "minutes_for_60_moves": parsed.minutes_for(),
            "ratable": not against,
        }
        return document | _reasons(against, language)

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
        return [{"edition": rule.id, "name": rule.name[language]} | compute(rule, language) for rule in rules]

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


def _reasons(steps: Trail, language: Language) -> dict[str, Any]:
    """The trail in words."""
    told = as_rows(steps, language)
    return {"reasons_told": [{"depth": depth, "article": article, "text": words} for depth, article, words in told]}
