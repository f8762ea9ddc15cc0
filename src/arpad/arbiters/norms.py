"""Arbiters' norms: which articles (3.8, 3.9, 4.8, 4.9) let an event count as a norm."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arpad.arbiters.model import (
    KIND_OF_ARTICLE,
    ROUND_ROBINS,
    ArbiterNorm,
    NormEvent,
    NormEventKind,
    NormEventSystem,
    ShownCheck,
    ShownChecks,
    years_later,
)
from arpad.documents.checks import Check, all_hold, any_holds, by_rule, compared, decided, stated
from arpad.documents.document import Document, replace, shows
from arpad.domain.event import CYCLES, Event, Player
from arpad.regulations.arbiter_editions import (
    ArbiterEdition,
    ArbiterTitle,
    EventLevel,
    InternationalArbiterRules,
    arbiter_edition_for,
    arbiter_edition_of_event,
)
from arpad.regulations.articles import Article
from arpad.regulations.rating_rules import Rule
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, title_edition_for, title_editions
from arpad.titles.event import EventConditions, case_of, exemption, is_outside, least_games, run_checks, setting_of
from arpad.titles.games import FID, NormSelection, Requirements, alike, code, requirements
from arpad.titles.model import EventFacts, NormGame

# 3.8 to 3.9, 4.8 to 4.9: the articles by which an event gives a norm, one function for each.

INTERNATIONAL_LEVELS: tuple[EventLevel, ...] = ("international", "continental", "world")
WORLD_LEVELS: tuple[EventLevel, ...] = ("continental", "world")
NOT_ORDINARY: tuple[NormEventKind, ...] = ("rapid-blitz", "hybrid", "own-title")

Judge = Callable[[ArbiterEdition, NormEvent], Iterable[Check]]


def share(part: int | None, whole: int | None) -> Fraction | None:
    """Return a share; None if one of the numbers is missing or there is nobody."""
    return None if part is None or not whole else Fraction(part, whole)


def is_international(event: NormEvent, least: int) -> bool | None:
    """2.6.2: players of enough federations; if their number is not known, the stated level."""
    if event.federations is not None:
        return event.federations >= least
    if event.level is None:
        return None
    return event.level in INTERNATIONAL_LEVELS


def _international(article: Article, event: NormEvent, least: int) -> Check:
    ok = is_international(event, least)
    return decided(article, "federations", least, event.federations, ok, "federations")


def _system(article: Article, event: NormEvent, wanted: str) -> Iterable[Check]:
    """The system of the article; rapid, blitz and hybrid events have articles of their own, and in a round robin of
    teams not every player meets every other."""
    yield compared(article, "system", wanted, event.system, "system", "is")
    of_teams = wanted in ROUND_ROBINS and (event.kind == "national-team-top" or bool(event.teams))
    if event.kind in NOT_ORDINARY or of_teams:
        yield Check(article, "kind", None, event.kind or "of-teams", False, sense="is")


def _kind(article: Article, event: NormEvent, wanted: str) -> Check:
    """An event that the article names; nobody but the user can say that it is one."""
    return Check(article, "kind", wanted, event.kind, event.kind == wanted, sense="is")


def rated_event(name: str, system: NormEventSystem) -> Judge:
    """3.8: an event of a system with enough rated players; a round robin also if everybody can be rated at the end."""

    def judge(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
        rule, or_rateable = getattr(edition.fa, name), system == "round-robin"
        yield from _system(rule.article, event, system)
        check = by_rule(rule, "rated-or-rateable" if or_rateable else "rated", event.rated, "rated")
        yield replace(check, ok=True, missing=()) if or_rateable and event.rateable else check

    return judge


def national_team(title: ArbiterTitle) -> Judge:
    """3.9.1, 4.9.2: some rounds of the highest national team division; fewer teams are enough in a double round
    robin."""

    def judge(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
        rules, found = edition.of(title), share(event.rated, event.players)
        article = rules.team_rounds.article
        yield _kind(article, event, "national-team-top")
        yield by_rule(rules.team_rounds, "present", event.present, "present")
        yield compared(article, "boards", rules.team_boards.value, event.boards, "boards")
        yield by_rule(rules.teams_double if event.is_double else rules.teams, "teams", event.teams, "teams")
        yield compared(article, "rated-share", rules.team_rated.value, found, "rated")

    return judge


def rapid_or_blitz(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.9.2: a rated rapid or blitz event."""
    rules = edition.fa
    yield _kind(rules.quick_rated.article, event, "rapid-blitz")
    yield by_rule(rules.quick_rated, "rated", event.rated, "rated")
    yield by_rule(rules.quick_rounds, "rounds", event.rounds, "rounds")


def hybrid(number: str, *alike: Judge) -> Judge:
    """3.9.3, 4.9.3: an approved hybrid event that would give a norm over the board by one of some articles; the text of
    4.9.3 prints FA by mistake."""

    def judge(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
        article, over_the_board = Article(number, edition.source), replace(event, kind=None)
        yield _kind(article, event, "hybrid")
        yield stated(article, "approved", event.approved, "approved")
        ok = any_holds(all_hold(other(edition, over_the_board)) for other in alike)
        yield compared(article, "norm-level", True, ok, "rated", "is")

    return judge


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
    yield decided(article, "world-level", "world", event.level, ok, "level", sense="is")


def large_event(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """4.9.1: a large international event."""
    rules, found = edition.ia, share(event.rated, event.players)
    article = rules.large_players.article
    yield by_rule(rules.large_players, "players", event.players, "players")
    yield _international(article, event, rules.large_federations.value)
    yield compared(article, "rated-share", rules.large_rated.value, found, "rated")
    yield compared(article, "rounds", rules.large_rounds.value, event.rounds, "rounds")


swiss = rated_event("swiss_rated", "swiss")
round_robin = rated_event("round_robin_rated", "round-robin")
double_round_robin = rated_event("double_rated", "double")

ARTICLES: Mapping[ArbiterTitle, Mapping[str, Judge]] = {
    "FA": {
        "3.8.1": swiss,
        "3.8.2": round_robin,
        "3.8.3": double_round_robin,
        "3.9.1": national_team("FA"),
        "3.9.2": rapid_or_blitz,
        "3.9.3": hybrid("3.9.3", swiss, round_robin, double_round_robin),
        "3.9.4": only_kind("3.9.4"),  # match arbiter at an Olympiad
        "3.9.5": only_kind("3.9.5"),  # an International Arbiter of IBCA, ICCD or IPCA
    },
    "IA": {
        "4.8.1": national_final,
        "4.8.2": only_kind("4.8.2"),  # an official event of FIDE
        "4.8.3": player_norms,
        "4.8.4": official_rapid_or_blitz,
        "4.9.1": large_event,
        "4.9.2": national_team("IA"),
        "4.9.3": hybrid("4.9.3", player_norms, large_event),
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


# One norm judged: by the article that it uses, or by every article that may fit.


class ArticleAnswer(Document, frozen=True):
    """An article and its conditions for an event; `holds` null: it is open."""

    article: str
    holds: bool | None
    checks: ShownChecks


class EventNorms(Document, frozen=True):
    """Whether arbiters can have a norm for a title in an event, and by which articles.

    `rounds`: 3.10, 4.10; `short`: it is an event of which an application may have only one."""

    shown = shows("title", "edition", "possible", "articles", "short", "rounds", "answers")
    title: ArbiterTitle
    edition: str
    answers: tuple[ArticleAnswer, ...]
    rounds: ShownCheck
    short: bool

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles that hold."""
        return tuple(answer.article for answer in self.answers if answer.holds)

    @property
    def possible(self) -> bool | None:
        """Whether an arbiter can have a norm there; None if it depends on facts that are not known."""
        possible = any_holds(answer.holds for answer in self.answers)
        return False if self.rounds.ok is False else self.rounds.ok if possible else possible


@dataclass(frozen=True, slots=True)
class JudgedNorm:
    """A norm of an application. `article` is the one it uses ("" if none fits), `expires` its last day."""

    norm: ArbiterNorm
    edition: str
    article: str
    articles: tuple[str, ...]
    checks: tuple[Check, ...]
    rounds: Check | None
    short: bool
    expires: dt.date | None

    @property
    def event(self) -> NormEvent:
        return self.norm.event

    @property
    def holds(self) -> bool | None:
        """Whether the event is one that gives a norm."""
        return all_hold((*self.checks, *((self.rounds,) if self.rounds else ())))


def event_norms(event: NormEvent, title: ArbiterTitle) -> EventNorms:
    """Judge an event by every article of a title."""
    edition = _edition_of(event)
    answers = []
    for article, judge in ARTICLES[title].items():
        checks = tuple(judge(edition, event))
        answers.append(ArticleAnswer(article, all_hold(checks), checks))
    rounds = rounds_check(edition, title, event)
    return EventNorms(title, edition.id, tuple(answers), rounds, is_short(edition, title, event))


def _edition_of(event: NormEvent) -> ArbiterEdition:
    """The edition in force when the event started; the last one if its day is not known."""
    return arbiter_edition_of_event(event.start) if event.start else arbiter_edition_for(dt.date.max)


def rounds_check(edition: ArbiterEdition, title: ArbiterTitle, event: NormEvent) -> Check:
    """3.10, 4.10: enough rounds; some fewer are accepted once."""
    rules = edition.of(title)
    return compared(rules.rounds.article, "rounds", rules.short_rounds.value, event.rounds, "rounds")


def is_short(edition: ArbiterEdition, title: ArbiterTitle, event: NormEvent) -> bool:
    """3.10.1, 4.10.1: an event of fewer rounds than usual."""
    rules = edition.of(title)
    return event.rounds is not None and rules.short_rounds.value <= event.rounds < rules.rounds.value


def judge_norm(norm: ArbiterNorm, title: ArbiterTitle, applied: ArbiterEdition) -> JudgedNorm:
    """Judge a norm by the edition of its event, and its age by the edition of the application."""
    kind = norm.event.kind or KIND_OF_ARTICLE.get(norm.article)
    event = replace(norm.event, kind=kind)
    norms = event_norms(event, title)
    named = next((answer for answer in norms.answers if answer.article == norm.article), None)
    used = named or _best(norms)
    return JudgedNorm(
        replace(norm, event=event),
        norms.edition,
        used.article if used.holds is not False or named else "",
        norms.articles,
        used.checks,
        norms.rounds if event.counted else None,
        norms.short and event.counted,
        years_later(event.end, applied.expiry.tournament_years.value) if event.end and event.counted else None,
    )


def _best(norms: EventNorms) -> ArticleAnswer:
    """The first article that holds, else the first that is open, else the one with the fewest conditions against it."""
    return min(
        norms.answers,
        key=lambda answer: ((True, None, False).index(answer.holds), sum(one.ok is False for one in answer.checks)),
    )


# 4.8.3: whether a player of an event could make a title norm there; the title regulations (B.01) decide.

WIN = 2
"""Half points of a win."""


def norm_possible(event: Event) -> bool | None:
    """Return whether somebody who wins enough games could make a norm for GM, IM, WGM or WIM.

    True: some opponents of the event would do. False: the event itself, its rounds or the titles of its players forbid
    it. None: neither can be shown, or the report does not say enough.
    """
    start, first = event.start, title_editions()[0].effective
    if start is None or start < first:
        return None
    setting = setting_of(event, title_edition_for(start), EventFacts())
    least = least_games(setting).value
    if any(check.ok is False for check in setting.conditions) or setting.rounds < least:
        return False
    if not setting.titles_known:
        return None
    titles = [title for title in NORM_TITLES if _enough_titles(setting, title, least)]
    if not titles:
        return False
    for player in _candidates(event.players):
        for title in titles:
            opponents = _opponents(setting, player, title, least)
            if len(opponents) >= least and _makes_norm(setting, player, title, opponents):
                return True
    return None


def _makes_norm(setting: EventConditions, player: Player, title: NormTitle, opponents: Sequence[Player]) -> bool:
    """Whether a player who beats all these opponents makes a norm."""
    games = tuple(
        NormGame(
            place, opponent.rank, opponent.name, opponent.id, code(opponent.federation),
            opponent.title.strip().upper(), opponent.rating, WIN,
        )
        for place, opponent in enumerate(opponents, 1)
    )  # fmt: skip
    checks = run_checks(case_of(setting, player, title, NormSelection(games)))
    return all_hold(check for check in checks if check.name != "own-absences") is True


def _candidates(players: Sequence[Player]) -> Iterator[Player]:
    """One player of each federation and sex: more would not change the answer."""
    seen: set[tuple[str, str | None]] = set()
    for player in sorted(players, key=lambda one: one.rating or 0):
        kind = (code(player.federation), player.sex)
        if kind not in seen:
            seen.add(kind)
            yield player


def _title_held(player: Player) -> str:
    return player.title.strip().upper()


def _enough_titles(setting: EventConditions, title: NormTitle, least: int) -> bool:
    """1.4.5: whether there are titled players enough for the opponents of a norm."""
    needs, counted = requirements(setting.edition, least), setting.edition.norm.titles_counted.value
    held = [_title_held(player) for player in setting.event.players]
    enough = sum(one in alike(title) for one in held) >= needs.alike
    return enough and sum(one in counted for one in held) >= needs.titled


def _opponents(setting: EventConditions, player: Player, title: NormTitle, least: int) -> list[Player]:
    """The best opponents for a norm: everybody in a round robin, otherwise enough titles and foreigners first, as long
    as 1.4.3 and 1.4.4 allow their federations."""
    others = [
        other
        for other in setting.event.players
        if other.rank != player.rank and not is_outside(setting, other.federation)
    ]
    if setting.system in CYCLES:
        return others * CYCLES[setting.system]
    others.sort(key=lambda other: other.rating or 0, reverse=True)
    needs, exempt = requirements(setting.edition, least), exemption(setting, player)[0] is True
    wanted = ((alike(title), needs.alike), (setting.edition.norm.titles_counted.value, needs.titled), (None, least))
    chosen: list[Player] = []
    for titles, until in wanted:
        for other in others:
            if len(chosen) >= until:
                break
            good = other not in chosen and (titles is None or _title_held(other) in titles)
            if good and (exempt or _federations_fit(needs, code(player.federation), [*chosen, other])):
                chosen.append(other)
    return chosen


def _federations_fit(needs: Requirements, own: str, players: Sequence[Player]) -> bool:
    """1.4.3, 1.4.4: whether the federations of some opponents leave a norm possible."""
    counted = Counter(code(player.federation) for player in players)
    of_own = counted.pop(own, 0)
    counted.pop(FID, 0)
    missing = (needs.other_federations or 0) - len(counted)
    largest = max(counted.values(), default=0)
    fits = of_own <= (needs.own_federation_most or 0) and largest <= (needs.one_federation_most or 0)
    return fits and missing <= needs.opponents - len(players)
