"""B.06.3, 1.3: the category of an event, by its kind in FIDE's calendar or by its numbers."""

from dataclasses import dataclass
from fractions import Fraction

from arpad.arbiters.model import ROUND_ROBINS, NormEventSystem
from arpad.arbiters.norm_articles import stated
from arpad.regulations.arbiter_editions import ArbiterCategory, arbiter_classification
from arpad.regulations.articles import Article
from arpad.titles.model import Check, all_hold, at_least


@dataclass(frozen=True, slots=True)
class CategoryFacts:
    """What decides the category of an event. `titled` have one of the titles of 1.3.3.2c, `titled_federations` are
    theirs. `standard`: rated as standard chess; `international_norm`: an IA norm is possible (1.3.4)."""

    system: NormEventSystem | None = None
    players: int | None = None
    rated: int | None = None
    rounds: int | None = None
    average: Fraction | None = None
    women: bool = False
    titled: int | None = None
    titled_federations: int | None = None
    standard: bool | None = None
    international_norm: bool | None = None


@dataclass(frozen=True, slots=True)
class CategoryAnswer:
    """The category of an event and the article that gives it; `category` None: none, or not known if `open`."""

    category: ArbiterCategory | None
    article: Article | None
    checks: tuple[Check, ...]
    open: bool = False


def category_of_kind(kind: str) -> CategoryAnswer:
    """1.3.1.1 to 1.3.3.1: the category of a kind of event in FIDE's calendar."""
    found = arbiter_classification().kind(kind)
    return CategoryAnswer(found.category, found.article, ())


def category_by_numbers(facts: CategoryFacts) -> CategoryAnswer:
    """1.3.2.3, 1.3.3.2, 1.3.4: the first category whose numbers are reached."""
    ways: list[tuple[ArbiterCategory, list[Check]]] = []
    if facts.system in ROUND_ROBINS:
        ways += [("B", _round_robin(facts, "b")), ("C", _round_robin(facts, "c"))]
    ways += [("C", _large_open(facts)), ("D", _norm_level(facts))]
    checks = tuple(check for _, way in ways for check in way)
    answers = [(category, way[0].article, all_hold(way)) for category, way in ways]
    for category, article, holds in answers:
        if holds:
            return CategoryAnswer(category, article, checks)
        if holds is None:
            return CategoryAnswer(None, article, checks, open=True)
    return CategoryAnswer(None, None, checks)


def _round_robin(facts: CategoryFacts, letter: str) -> list[Check]:
    """1.3.2.3a and b, 1.3.3.2a and b: a round robin of enough players with a high average."""
    rules = arbiter_classification().events
    average = getattr(rules, f"average_{letter}{'_women' if facts.women else ''}")
    players = rules.double_players if facts.system == "double" else rules.round_robin_players
    over = None if facts.average is None else facts.average > average.value
    missing = ("average",) if over is None else ()
    return [
        Check(average.article, "average", average.value, facts.average, over, missing, "over"),
        at_least(average.article, "players", players.value, facts.players, "players"),
    ]


def _large_open(facts: CategoryFacts) -> list[Check]:
    """1.3.3.2c: a large event with many titled players, rated as standard chess."""
    rules = arbiter_classification().events
    article = rules.open_over_players.article
    least = rules.open_over_players.value + 1
    rated = None if facts.rated is None or not facts.players else Fraction(facts.rated, facts.players)
    return [
        at_least(article, "players", least, facts.players, "players"),
        at_least(article, "rounds", rules.open_rounds.value, facts.rounds, "rounds"),
        at_least(article, "rated-share", rules.open_rated.value, rated, "rated"),
        at_least(article, "titled", rules.open_titled.value, facts.titled, "titled"),
        at_least(article, "titled-federations", rules.open_federations.value, facts.titled_federations, "titles"),
        stated(article, "standard", facts.standard, "time_control"),
    ]


def _norm_level(facts: CategoryFacts) -> list[Check]:
    """1.3.4: an event in which an arbiter can have an IA norm."""
    article = arbiter_classification().events.norm_level.article
    return [stated(article, "ia-norm", facts.international_norm, "kind")]
