"""3.8 to 3.9, 4.8 to 4.9: the articles by which an event gives a norm, one function for each."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from arpad.arbiters.model import KIND_OF_ARTICLE, ROUND_ROBINS, NormEvent, NormEventKind
from arpad.regulations.arbiter_editions import (
    ArbiterEdition,
    ArbiterTitle,
    EventLevel,
    FideArbiterRules,
    InternationalArbiterRules,
)
from arpad.regulations.articles import Article
from arpad.regulations.rating_rules import Rule
from arpad.titles.model import Check, all_hold, at_least

INTERNATIONAL_LEVELS: tuple[EventLevel, ...] = ("international", "continental", "world")
WORLD_LEVELS: tuple[EventLevel, ...] = ("continental", "world")
NOT_ORDINARY: tuple[NormEventKind, ...] = ("rapid-blitz", "hybrid", "own-title")

Judge = Callable[[ArbiterEdition, NormEvent], Iterable[Check]]


def share(part: int | None, whole: int | None) -> Fraction | None:
    """Return a share; None if one of the numbers is missing or there is nobody."""
    return None if part is None or not whole else Fraction(part, whole)


def stated(article: Article, name: str, answer: bool | None, key: str) -> Check:
    """Check a fact that somebody must state; `key` names it."""
    return Check(article, name, True, answer, answer, (key,) if answer is None else (), "is")


def any_holds(answers: Iterable[bool | None]) -> bool | None:
    """Return whether one of some answers is yes; None if that depends on one that is not known."""
    found = list(answers)
    return True if True in found else None if None in found else False


def is_international(event: NormEvent, least: int) -> bool | None:
    """2.6.2: players of enough federations; if their number is not known, what is said about the level."""
    if event.federations is not None:
        return event.federations >= least
    if event.level is None:
        return None
    return event.level in INTERNATIONAL_LEVELS


def _international(article: Article, event: NormEvent, least: int) -> Check:
    ok = is_international(event, least)
    return Check(article, "federations", least, event.federations, ok, ("federations",) if ok is None else ())


def _system(article: Article, event: NormEvent, wanted: str) -> Iterable[Check]:
    """The system of the article; rapid, blitz and hybrid events have articles of their own, and in a round robin of
    teams not every player meets every other."""
    ok = None if event.system is None else event.system == wanted
    yield Check(article, "system", wanted, event.system, ok, ("system",) if ok is None else (), "is")
    of_teams = wanted in ROUND_ROBINS and (event.kind == "national-team-top" or bool(event.teams))
    if event.kind in NOT_ORDINARY or of_teams:
        yield Check(article, "kind", None, event.kind or "of-teams", False, sense="is")


def _kind(article: Article, event: NormEvent, wanted: str) -> Check:
    """An event that the article names; nobody but the user can say that it is one."""
    return Check(article, "kind", wanted, event.kind, event.kind == wanted, sense="is")


def swiss(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.8.1: a Swiss with enough rated players."""
    rule = edition.fa.swiss_rated
    yield from _system(rule.article, event, "swiss")
    yield at_least(rule.article, "rated", rule.value, event.rated, "rated")


def round_robin(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.8.2: a round robin with enough rated players, or one in which everybody can be rated at the end."""
    rule = edition.fa.round_robin_rated
    yield from _system(rule.article, event, "round-robin")
    check = at_least(rule.article, "rated-or-rateable", rule.value, event.rated, "rated")
    yield replace(check, ok=True, missing=()) if event.rateable else check


def double_round_robin(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.8.3: a double round robin with enough rated players."""
    rule = edition.fa.double_rated
    yield from _system(rule.article, event, "double")
    yield at_least(rule.article, "rated", rule.value, event.rated, "rated")


def _team(rules: FideArbiterRules | InternationalArbiterRules, event: NormEvent) -> Iterable[Check]:
    article = rules.team_rounds.article
    yield _kind(article, event, "national-team-top")
    yield at_least(article, "present", rules.team_rounds.value, event.present, "present")
    yield at_least(article, "boards", rules.team_boards.value, event.boards, "boards")
    yield _teams(rules, event)
    found = share(event.rated, event.players)
    yield at_least(article, "rated-share", rules.team_rated.value, found, "rated")


def _teams(rules: FideArbiterRules | InternationalArbiterRules, event: NormEvent) -> Check:
    """Enough teams; fewer are enough in a double round robin."""
    rule = rules.teams_double if event.is_double else rules.teams
    return at_least(rule.article, "teams", rule.value, event.teams, "teams")


def national_team(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.9.1: some rounds of the highest national team division."""
    return _team(edition.fa, event)


def rapid_or_blitz(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.9.2: a rated rapid or blitz event."""
    rules = edition.fa
    yield _kind(rules.quick_rated.article, event, "rapid-blitz")
    yield at_least(rules.quick_rated.article, "rated", rules.quick_rated.value, event.rated, "rated")
    yield at_least(rules.quick_rounds.article, "rounds", rules.quick_rounds.value, event.rounds, "rounds")


def _hybrid(edition: ArbiterEdition, event: NormEvent, article: Article, alike: Iterable[Judge]) -> Iterable[Check]:
    """An approved hybrid event that would give a norm over the board by one of some articles."""
    yield _kind(article, event, "hybrid")
    yield stated(article, "approved", event.approved, "approved")
    over_the_board = replace(event, kind=None)
    ok = any_holds(all_hold(judge(edition, over_the_board)) for judge in alike)
    yield Check(article, "norm-level", True, ok, ok, ("rated",) if ok is None else (), "is")


def hybrid(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.9.3: an approved hybrid event that would give a norm over the board."""
    return _hybrid(edition, event, Article("3.9.3", edition.source), (swiss, round_robin, double_round_robin))


def only_kind(number: str) -> Judge:
    """An article that asks for a kind of event and nothing else (`KIND_OF_ARTICLE`)."""

    def judge(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
        yield _kind(Article(number, edition.source), event, KIND_OF_ARTICLE[number])

    return judge


def national_final(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """4.8.1: the final of a national individual championship."""
    yield _kind(edition.ia.national_finals.article, event, "national-final")


def player_norms(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """4.8.3: an international event in which a player can make a norm."""
    article = Article("4.8.3", edition.source)
    yield _international(article, event, edition.ia.international.value)
    yield stated(article, "norm-possible", event.norm_possible, "norm_possible")


def official_rapid_or_blitz(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """4.8.4: an official World or Continental championship of rapid or blitz."""
    article = edition.ia.quick_events.article
    yield _kind(article, event, "rapid-blitz")
    ok = None if event.level is None else event.level in WORLD_LEVELS
    yield Check(article, "world-level", "world", event.level, ok, ("level",) if ok is None else (), "is")


def large_event(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """4.9.1: a large international event."""
    rules = edition.ia
    article = rules.large_players.article
    yield at_least(article, "players", rules.large_players.value, event.players, "players")
    yield _international(article, event, rules.large_federations.value)
    yield at_least(article, "rated-share", rules.large_rated.value, share(event.rated, event.players), "rated")
    yield at_least(article, "rounds", rules.large_rounds.value, event.rounds, "rounds")


def national_team_ia(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """4.9.2: more rounds of the highest national team division."""
    return _team(edition.ia, event)


def hybrid_ia(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """4.9.3: an approved hybrid event of the level of an IA norm; the text prints FA by mistake."""
    return _hybrid(edition, event, Article("4.9.3", edition.source), (player_norms, large_event))


ARTICLES: Mapping[ArbiterTitle, Mapping[str, Judge]] = {
    "FA": {
        "3.8.1": swiss,
        "3.8.2": round_robin,
        "3.8.3": double_round_robin,
        "3.9.1": national_team,
        "3.9.2": rapid_or_blitz,
        "3.9.3": hybrid,
        "3.9.4": only_kind("3.9.4"),  # match arbiter at an Olympiad
        "3.9.5": only_kind("3.9.5"),  # an International Arbiter of IBCA, ICCD or IPCA
    },
    "IA": {
        "4.8.1": national_final,
        "4.8.2": only_kind("4.8.2"),  # an official event of FIDE
        "4.8.3": player_norms,
        "4.8.4": official_rapid_or_blitz,
        "4.9.1": large_event,
        "4.9.2": national_team_ia,
        "4.9.3": hybrid_ia,
        "4.9.4": only_kind("4.9.4"),  # match arbiter at an Olympiad
        "4.9.5": only_kind("4.9.5"),  # an International Arbiter of IBCA, ICCD or IPCA
    },
}
"""The articles of each title, in their order."""


def most_uses(edition: ArbiterEdition, title: ArbiterTitle) -> Mapping[str, Rule[int]]:
    """Return how often an application may use an article; the others may be used any number of times."""
    rules = edition.of(title)
    group = rules.once.article.number
    once = {article: rules.once for article in ARTICLES[title] if article.startswith(f"{group}.")}
    if isinstance(rules, InternationalArbiterRules):
        return once | {"4.8.1": rules.national_finals, "4.8.4": rules.quick_events}
    return once
