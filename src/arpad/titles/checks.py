"""The conditions of 1.4, one small function per article, in one ordered list; each says what is required and what it
found.

A check that does not apply says nothing. A check that the report leaves open says so, and which columns are
needed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from arpad.documents.checks import Check, any_holds, by_rule, compared, decided
from arpad.documents.document import replace
from arpad.domain.event import Player
from arpad.domain.games import points
from arpad.regulations.articles import Article
from arpad.regulations.title_editions import NORM_TITLES, NormRules, NormTitle
from arpad.titles.event import (
    FEDERATION_COLUMNS,
    HOST_RECORD,
    SEX_COLUMN,
    TITLE_COLUMNS,
    EventConditions,
    least_games,
    own_absences,
)
from arpad.titles.games import (
    Federations,
    Figures,
    NormSelection,
    Requirements,
    alike,
    code,
    federations_of,
    figures,
    requirements,
)

SCORE_CHECKS = frozenset({"score", "performance"})


@dataclass(frozen=True, slots=True)
class Case:
    """A selection of a player's games, judged for a title. `needs` are the requirements for this number of
    opponents."""

    setting: EventConditions
    player: Player
    title: NormTitle
    selection: NormSelection
    figures: Figures
    needs: Requirements
    federations: Federations

    @property
    def rules(self) -> NormRules:
        return self.setting.edition.norm

    @property
    def place(self) -> int:
        return NORM_TITLES.index(self.title)

    def holders(self, titles: tuple[str, ...]) -> int:
        """How many different opponents hold one of the titles."""
        return len({game.opponent for game in self.selection.games if game.title in titles})


def case_of(setting: EventConditions, player: Player, title: NormTitle, selection: NormSelection) -> Case:
    """A selection with its figures and its counts."""
    opponents = len({game.opponent for game in selection.games})
    return Case(
        setting,
        player,
        title,
        selection,
        figures(setting.edition, title, selection.games),
        requirements(setting.edition, opponents),
        federations_of(selection.games, code(player.federation)),
    )


def exemption(setting: EventConditions, player: Player) -> tuple[bool | None, Article]:
    """1.4.3a to d: whether the federations do not matter here, and by which article.

    National championships are exempt for players of the federation that registers them. None: it cannot be decided.
    """
    rules, kind = setting.edition.norm, setting.facts.kind
    national = {
        "national-championship": rules.national_championship_exempt,
        "national-team": rules.national_team_exempt,
    }.get(kind)
    if national is not None and national.value:
        own = code(player.federation)
        return (own == setting.host if own and setting.host else None), national.article
    if kind == "zonal" and rules.zonal_exempt.value:
        return True, rules.zonal_exempt.article
    return setting.exempt, rules.swiss_rated_foreigners.article


def check_sex(case: Case) -> Iterator[Check]:
    """0.3: titles that only women can have."""
    if case.title.startswith("W"):
        yield compared(Article("0.3", case.setting.edition.source), "sex", "f", case.player.sex, SEX_COLUMN, "is")


def check_games(case: Case) -> Iterator[Check]:
    """1.4.1a to c: enough games; one fewer of nine rounds if the opponent was absent or there was none."""
    found = len(case.selection.games)
    if case.selection.special == "eight-of-nine":
        yield by_rule(case.rules.games_nine_rounds, "games-nine-rounds", found)
    else:
        yield by_rule(least_games(case.setting), "games", found)


def check_all_rounds(case: Case) -> Iterator[Check]:
    """1.4.1e: with predetermined pairings the player was there in every round that the schedule gave them."""
    rule = case.rules.predetermined_whole
    if case.setting.predetermined and rule.value:
        yield compared(rule.article, "own-absences", 0, own_absences(case.setting, case.player), sense="most")


def check_last_round(case: Case) -> Iterator[Check]:
    """1.4.2c: the last-round opponent did not come, and the norm is reached even with that game lost."""
    if case.selection.special == "last-round-absent":
        absent = case.selection.games[-1].name
        yield compared(case.rules.last_round_absent.article, "last-round-absent", 0, 0, sense="is", detail=absent)


def usual_federations(case: Case) -> Iterator[Check]:
    """1.4.3: at least two federations other than the player's own; 1.4.4: at most 3/5 of the opponents from the
    player's own federation, and at most 2/3 from one federation. Whether the event is exempt does not matter here."""
    rules, federations, own = case.rules, case.federations, code(case.player.federation)
    unknown, foreign = federations.unknown, len(federations.foreign)
    least = rules.other_federations
    ok = False if foreign + unknown < least.value else True if own and foreign >= least.value else None
    names = " ".join(federations.foreign)
    yield Check(least.article, "other-federations", least.value, foreign, ok, detail=names)
    name, largest = federations.largest
    own_most, one_most = case.needs.own_federation_most or 0, case.needs.one_federation_most or 0
    ok = _at_most(own_most, federations.own, unknown) if own else None
    yield Check(rules.own_federation.article, "own-federation", own_most, federations.own, ok, (), "most", own)
    ok = _at_most(one_most, largest, unknown)
    yield Check(rules.one_federation.article, "one-federation", one_most, largest, ok, (), "most", name)


def _at_most(most: int, sure: int, unknown: int) -> bool | None:
    return False if sure > most else None if sure + unknown > most else True


def check_federations(case: Case) -> Iterator[Check]:
    """1.4.3, 1.4.4: the federations of the opponents are as usual, or the event is exempt."""
    exempt, by = exemption(case.setting, case.player)
    for check in usual_federations(case):
        ok = any_holds((check.ok, exempt))
        host = () if case.setting.host else (HOST_RECORD,)
        columns = (FEDERATION_COLUMNS, *host) if check.ok is None or not host else host
        article = by if check.ok is not True and exempt else check.article
        yield replace(check, article=article, ok=ok, missing=columns if ok is None else ())


def check_titles(case: Case) -> Iterator[Check]:
    """1.4.5a: at least half of the opponents hold a title, CM and WCM not counted (TH); 1.4.5b-e: at least a third, and
    three, hold the title of the norm or one above it (MO)."""
    rules, wanted = case.rules, alike(case.title)
    for rule, name, titles, least, detail in (
        (rules.titled, "titled", rules.titles_counted.value, case.needs.titled, ""),
        (rules.titled_alike, "alike", wanted, case.needs.alike, " ".join(wanted)),
    ):
        found = case.holders(titles)
        ok = found >= least if case.setting.titles_known else None
        yield decided(rule.article, name, least, found, ok, TITLE_COLUMNS, detail=detail)


def check_double_round(case: Case) -> Iterator[Check]:
    """1.4.5f: a double round robin has at least six players."""
    if case.setting.system == "double-round-robin":
        yield by_rule(case.rules.double_round_players, "double-round-players", len(case.setting.event.players))


def check_unrated(case: Case) -> Iterator[Check]:
    """1.46d before 2022: at most 20% of one more than the opponents are unrated."""
    most = case.needs.unrated_most
    if most is not None:
        found = len({game.opponent for game in case.selection.games if game.rating is None})
        yield compared(case.rules.unrated_most.article, "unrated", most, found, sense="most")


def check_result(case: Case) -> Iterator[Check]:
    """1.4.8a: the least average of the opponents' ratings; 1.4.8b: at least 35% of the points, unrounded; 1.4.8: Rp,
    the average plus dp, reaches the title's performance."""
    rules, figures = case.rules, case.figures
    least, performance = rules.average.value[case.place], rules.performance.value[case.place]
    yield Check(rules.average.article, "average", least, figures.average, (figures.average or 0) >= least)
    share = 2 * len(case.selection.games) * rules.score.value
    score, enough = points(figures.half_points), figures.half_points >= share
    yield Check(rules.score.article, "score", points(-(-share // 1)), score, enough)
    enough = (figures.performance or 0) >= performance
    yield Check(rules.performance.article, "performance", performance, figures.performance, enough)


CHECKS: tuple[Callable[[Case], Iterator[Check]], ...] = (
    check_sex,                 # 0.3
    check_games,               # 1.4.1
    check_all_rounds,          # 1.4.1e
    check_last_round,          # 1.4.2c
    check_federations,         # 1.4.3, 1.4.4
    check_titles,              # 1.4.5a-e
    check_double_round,        # 1.4.5f
    check_unrated,             # 1.46d, before 2022
    check_result,              # 1.4.8
)  # fmt: skip
"""The conditions in the order of their articles."""


def run_checks(case: Case) -> tuple[Check, ...]:
    """Return all conditions of the event (1.1), then all conditions of the games."""
    return (*case.setting.conditions, *(answer for check in CHECKS for answer in check(case)))
