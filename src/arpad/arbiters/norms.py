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
    ShownCheck,
    ShownChecks,
    years_later,
)
from arpad.documents.checks import Check, all_hold, any_holds, compared, stated
from arpad.documents.document import Document, replace, shows
from arpad.domain.event import CYCLES, Event, Player
from arpad.regulations.arbiter_editions import (
    ArbiterEdition,
    ArbiterTitle,
    EventLevel,
    FideArbiterRules,
    InternationalArbiterRules,
    arbiter_edition_for,
    arbiter_edition_of_event,
)
from arpad.regulations.articles import Article
from arpad.regulations.rating_rules import Rule
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, title_edition_for, title_editions
from arpad.titles.checks import case_of, exemption, run_checks
from arpad.titles.event import EventConditions, is_outside, least_games, setting_of
from arpad.titles.games import FID, NormSelection, alike, code
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
    yield compared(rule.article, "rated", rule.value, event.rated, "rated")


def round_robin(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.8.2: a round robin with enough rated players, or one in which everybody can be rated at the end."""
    rule = edition.fa.round_robin_rated
    yield from _system(rule.article, event, "round-robin")
    check = compared(rule.article, "rated-or-rateable", rule.value, event.rated, "rated")
    yield replace(check, ok=True, missing=()) if event.rateable else check


def double_round_robin(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.8.3: a double round robin with enough rated players."""
    rule = edition.fa.double_rated
    yield from _system(rule.article, event, "double")
    yield compared(rule.article, "rated", rule.value, event.rated, "rated")


def _team(rules: FideArbiterRules | InternationalArbiterRules, event: NormEvent) -> Iterable[Check]:
    article = rules.team_rounds.article
    yield _kind(article, event, "national-team-top")
    yield compared(article, "present", rules.team_rounds.value, event.present, "present")
    yield compared(article, "boards", rules.team_boards.value, event.boards, "boards")
    yield _teams(rules, event)
    found = share(event.rated, event.players)
    yield compared(article, "rated-share", rules.team_rated.value, found, "rated")


def _teams(rules: FideArbiterRules | InternationalArbiterRules, event: NormEvent) -> Check:
    """Enough teams; fewer are enough in a double round robin."""
    rule = rules.teams_double if event.is_double else rules.teams
    return compared(rule.article, "teams", rule.value, event.teams, "teams")


def national_team(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.9.1: some rounds of the highest national team division."""
    return _team(edition.fa, event)


def rapid_or_blitz(edition: ArbiterEdition, event: NormEvent) -> Iterable[Check]:
    """3.9.2: a rated rapid or blitz event."""
    rules = edition.fa
    yield _kind(rules.quick_rated.article, event, "rapid-blitz")
    yield compared(rules.quick_rated.article, "rated", rules.quick_rated.value, event.rated, "rated")
    yield compared(rules.quick_rounds.article, "rounds", rules.quick_rounds.value, event.rounds, "rounds")


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
    yield compared(article, "players", rules.large_players.value, event.players, "players")
    yield _international(article, event, rules.large_federations.value)
    yield compared(article, "rated-share", rules.large_rated.value, share(event.rated, event.players), "rated")
    yield compared(article, "rounds", rules.large_rounds.value, event.rounds, "rounds")


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
    least, found = rules.short_rounds.value, event.rounds
    ok = None if found is None else found >= least
    return Check(rules.rounds.article, "rounds", least, found, ok, ("rounds",) if ok is None else ())


def is_short(edition: ArbiterEdition, title: ArbiterTitle, event: NormEvent) -> bool:
    """3.10.1, 4.10.1: an event of fewer rounds than usual."""
    rules = edition.of(title)
    return event.rounds is not None and rules.short_rounds.value <= event.rounds < rules.rounds.value


def judge_norm(norm: ArbiterNorm, title: ArbiterTitle, applied: ArbiterEdition) -> JudgedNorm:
    """Judge a norm by the edition of its event, and its age by the edition of the application."""
    kind = norm.event.kind or KIND_OF_ARTICLE.get(norm.article)
    event = replace(norm.event, kind=kind)
    found = event_norms(event, title)
    named = next((answer for answer in found.answers if answer.article == norm.article), None)
    used = named or _best(found)
    return JudgedNorm(
        replace(norm, event=event),
        found.edition,
        used.article if used.holds is not False or named else "",
        found.articles,
        used.checks,
        found.rounds if event.counted else None,
        found.short and event.counted,
        years_later(event.end, applied.expiry.tournament_years.value) if event.end and event.counted else None,
    )


def _best(found: EventNorms) -> ArticleAnswer:
    """The first article that holds, else the first that is open, else the one with the fewest conditions against it."""
    return min(
        found.answers,
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
            place, one.rank, one.name, one.id, code(one.federation), one.title.strip().upper(), one.rating, WIN
        )
        for place, one in enumerate(opponents, 1)
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


def _enough_titles(setting: EventConditions, title: NormTitle, least: int) -> bool:
    """1.4.5: whether there are titled players enough for the opponents of a norm."""
    rules = setting.edition.norm
    wanted = max(rules.titled_alike_least.value, -(-least * rules.titled_alike.value // 1))
    held = [player.title.strip().upper() for player in setting.event.players]
    titled = sum(one in rules.titles_counted.value for one in held)
    return sum(one in alike(title) for one in held) >= wanted and titled >= -(-least * rules.titled.value // 1)


def _opponents(setting: EventConditions, player: Player, title: NormTitle, least: int) -> list[Player]:
    """The best opponents for a norm: everybody in a round robin, otherwise enough titles and foreigners first."""
    others = [
        one for one in setting.event.players if one.rank != player.rank and not is_outside(setting, one.federation)
    ]
    if setting.system in CYCLES:
        return others * CYCLES[setting.system]
    by_rating = sorted(others, key=lambda one: one.rating or 0, reverse=True)
    rules = setting.edition.norm
    chosen = _Chosen(setting, player, least)
    alike_needed = max(rules.titled_alike_least.value, -(-least * rules.titled_alike.value // 1))
    chosen.take([one for one in by_rating if one.title.strip().upper() in alike(title)], alike_needed)
    titled = [one for one in by_rating if one.title.strip().upper() in rules.titles_counted.value]
    chosen.take(titled, int(-(-least * rules.titled.value // 1)))
    chosen.take(by_rating, least)
    return chosen.players


class _Chosen:
    """Opponents taken one by one, as long as 1.4.3 and 1.4.4 allow their federations."""

    def __init__(self, setting: EventConditions, player: Player, least: int) -> None:
        rules = setting.edition.norm
        self.players: list[Player] = []
        self._own = code(player.federation)
        self._exempt = exemption(setting, player)[0] is True
        self._own_most = int(least * rules.own_federation.value)
        self._one_most = int(least * rules.one_federation.value)
        self._foreign = rules.other_federations.value
        self._least = least

    def take(self, others: Sequence[Player], until: int) -> None:
        """Take players until there are enough."""
        for one in others:
            if len(self.players) >= until:
                return
            if one not in self.players and (self._exempt or self._fits(one)):
                self.players.append(one)

    def _fits(self, one: Player) -> bool:
        counted = Counter(code(player.federation) for player in [*self.players, one])
        own = counted.pop(self._own, 0)
        counted.pop(FID, 0)
        missing = self._foreign - len(counted)
        room = self._least - len(self.players) - 1
        largest = max(counted.values(), default=0)
        return own <= self._own_most and largest <= self._one_most and missing <= room
