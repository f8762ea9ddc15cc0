"""Web calculators: rating change, first rating, performance, K and time control, by any edition."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query
from starlette.requests import Request

from arpad.documents.document import ArticleNumber, Document, document_of
from arpad.documents.schema import Exact, joined
from arpad.documents.steps import Explanation, as_rows
from arpad.eligibility.time_controls import time_class
from arpad.i18n import ArpadError, Language, text
from arpad.inputs.declared import FieldErrors, Input, inputs_of, read_each
from arpad.rating.calculations import ChangeAsked, KAsked, Played, PlayerHistory, TimeAsked
from arpad.rating.first_rating import InitialRating, initial_rating
from arpad.rating.performance import PerformanceRating, performance_rating
from arpad.rating.results import RatingChange
from arpad.regulations.rating_edition import Edition
from arpad.web.cache import Answer, wants_json
from arpad.web.problems import Fields, wrong_at
from arpad.web.routes import Pages, parameter
from arpad.web.site import language_of

T = TypeVar("T")

# Calculators: a change, a first rating, a performance, K, a time control; under any edition, or several at once.

calculator_pages = Pages("calculators")

MOST_EDITIONS = 6
AskedEditions = Annotated[list[str] | None, Query(description="Ids of editions, up to six.", max_length=MOST_EDITIONS)]
ABOUT: Fields = {
    "rating-missing": ("rating",), "no-games": ("games",), "born-range": ("born",), "k-missing": ("games_played",),
    "k-date": ("date",), "k-twice": ("k",), "standing-in-and-rating": ("standard",), "no-standing-in": ("standard",),
    "no-entered-list": ("entered_list",),
}  # fmt: skip
"""The fields of problems that name none."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed into a calculator, by the names of its inputs."""

    inputs: tuple[Input, ...]
    values: Mapping[str, Any]

    def unfolded(self, wrong: Collection[str]) -> bool:
        """Whether something was typed into a folded field, or is wrong there."""
        folded = Typed(tuple(given for given in self.inputs if given.folded), self.values)
        return folded.anything or any(given.name in wrong for given in folded.inputs)

    @property
    def anything(self) -> bool:
        """Whether something was typed that is not there from the beginning."""
        return any(self.values[given.name] not in ("", False, given.default) for given in self.inputs)

    def read(self, kind: type[T]) -> T:
        """Return the values of a class of inputs. All that is wrong is told at once, also of other classes."""
        values = read_each(self.inputs, self.values)
        return kind(**{given.name: values[given.name] for given in inputs_of(kind) if given.name in values})


def asked(*kinds: type[Any]) -> Any:
    """A dependency that takes the inputs of classes from the address of a page, as they were typed."""
    inputs = tuple(given for kind in kinds for given in inputs_of(kind))

    def typed(**values: Any) -> Typed:
        return Typed(inputs, values)

    typed.__signature__ = Signature([_query(given) for given in inputs])  # type: ignore[attr-defined]
    return Depends(typed)


def _query(given: Input) -> Parameter:
    if given.kind == "checkbox":
        return parameter(given.name, Annotated[bool, Query()], False)
    default = given.default if isinstance(given.default, str) else ""
    return parameter(given.name, Annotated[str, Query(max_length=given.max_length)], default)


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
    request: Request, typed: Annotated[Typed, asked(ChangeAsked, PlayerHistory)], edition: AskedEditions = None
) -> Answer:
    """The change of a rated player."""

    def compute(rules: Edition, language: Language) -> dict[str, Any]:
        result = typed.read(ChangeAsked).change(rules, typed.read(PlayerHistory))
        return {**result.document(language), **_reasons(result.steps, language)}

    return _answer(request, edition, typed, compute)


@calculator_pages.page("/calculators/initial", "tools_initial.html", InitialsDocument)
def initial(request: Request, typed: Annotated[Typed, asked(Played)], edition: AskedEditions = None) -> Answer:
    """The first rating of a player without one."""

    def compute(rules: Edition, language: Language) -> dict[str, Any]:
        rating = initial_rating(rules, typed.read(Played).events())
        return {**rating.document(language), **_reasons(rating.explanation, language)}

    return _answer(request, edition, typed, compute)


@calculator_pages.page("/calculators/performance", "tools_performance.html", PerformancesDocument)
def performance(request: Request, typed: Annotated[Typed, asked(Played)]) -> Answer:
    """The performance of a row of games."""
    language = language_of(request)

    def compute() -> list[dict[str, Any]]:
        rating = performance_rating(typed.read(Played).given)
        if rating is None:
            raise ArpadError("no-games")
        return [{**rating.document(language), **_reasons(rating.steps, language)}]

    return _results(request, typed, compute)


@calculator_pages.page("/calculators/k", "tools_k.html", CoefficientsDocument)
def k_factor_page(
    request: Request, typed: Annotated[Typed, asked(KAsked, PlayerHistory)], edition: AskedEditions = None
) -> Answer:
    """The development coefficient of a player."""

    def compute(rules: Edition, language: Language) -> dict[str, Any]:
        used = typed.read(KAsked).k(rules, typed.read(PlayerHistory))
        return document_of(PeriodK, used, language) | _reasons(used.steps, language)

    return _answer(request, edition, typed, compute)


@calculator_pages.page("/calculators/time-class", "tools_time.html", TimeClassesDocument)
def time_page(request: Request, typed: Annotated[Typed, asked(TimeAsked)], edition: AskedEditions = None) -> Answer:
    """The class of a time control, and whether its games may be rated."""

    def compute(rules: Edition, language: Language) -> dict[str, Any]:
        time = typed.read(TimeAsked)
        against = time.against(rules)
        rated = RatedTime(time_class(time.control), time.control.minutes_for(), not against)
        return rated.document() | _reasons(against, language)

    return _answer(request, edition, typed, compute)


def _answer(
    request: Request,
    chosen: Sequence[str] | None,
    typed: Typed,
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
    return _results(request, typed, by_all, editions)


def _results(
    request: Request, typed: Typed, compute: Callable[[], list[dict[str, Any]]], more: Mapping[str, Any] | None = None
) -> Answer:
    """Answer with what is computed, nothing if nothing was typed. What is wrong stands at its field. `more` is for the
    page."""
    results: list[dict[str, Any]] = []
    problem: ArpadError | None = None
    try:
        results = compute() if typed.anything else []
    except ArpadError as found:
        if wants_json(request):
            raise
        problem = found
    data = {"results": results}
    page = {"data": data, "wrong": _wrong(problem, typed, language_of(request)), "typed": typed, **(more or {})}
    return Answer(lambda: data, lambda: page, status=200 if problem is None else 400)


def _wrong(problem: ArpadError | None, typed: Typed, language: Language) -> dict[str, str]:
    """What is wrong, at each field, which is called by its label."""
    labels = {given.name: text(f"web.tool.{given.name.replace('_', '-')}", language) for given in typed.inputs}
    if isinstance(problem, FieldErrors):
        each = {name: wrong_at(error, language, (), labels=labels) for name, error in problem.at.items()}
        return {name: wrong[""] for name, wrong in each.items()}
    return wrong_at(problem, language, labels, ABOUT, labels=labels)


def _reasons(steps: Explanation, language: Language) -> dict[str, Any]:
    """The reasons in words."""
    return Reasons([ToldReason(*row) for row in as_rows(steps, language)]).document()
