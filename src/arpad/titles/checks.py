"""The conditions of 1.4, one small function per article, in one ordered list; each says what is required and what it
found.

A check that does not apply says nothing. A check that the report leaves open says so, and which columns are
needed.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from arpad.domain.event import Player
from arpad.domain.games import points
from arpad.regulations.articles import Article
from arpad.regulations.rating_rules import Rule
from arpad.regulations.title_editions import NORM_TITLES, NormTitle
from arpad.titles.event import (
    FEDERATION_COLUMNS,
    HOST_RECORD,
    SEX_COLUMN,
    TITLE_COLUMNS,
    EventConditions,
    least_games,
    own_absences,
)
from arpad.titles.games import Federations, Figures, NormSelection, alike, code, federations_of, figures
from arpad.titles.model import Check, all_hold
from arpad.titles.norm_table import Requirements, requirements

SCORE_CHECKS = frozenset({"score", "performance"})


@dataclass(frozen=True, slots=True)
class Case:
    """A selection of a player's games, judged for a title. `needs` are the requirements for this number of
    opponents."""

    setting: EventConditions
    player: Player
    title: NormTitle
    selection: NormSelection
    figures: Figures | None
    needs: Requirements
    federations: Federations
    exempt: tuple[bool | None, Article | None]

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
        exemption(setting, player),
    )


def exemption(setting: EventConditions, player: Player) -> tuple[bool | None, Article | None]:
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


def either(one: bool | None, other: bool | None) -> bool | None:
    """Return whether one of the two holds; None if it depends on something unknown."""
    return True if one or other else None if None in (one, other) else False


def check_sex(case: Case) -> Check | None:
    """0.3: titles that only women can have."""
    if not case.title.startswith("W"):
        return None
    article = Article("0.3", case.setting.edition.source)
    sex = case.player.sex
    missing = () if sex else (SEX_COLUMN,)
    return Check(article, "sex", "f", sex, None if sex is None else sex == "f", missing, "is")


def check_games(case: Case) -> Check:
    """1.4.1a to c: enough games; one fewer of nine rounds if the opponent was absent or there was none."""
    found = len(case.selection.games)
    if case.selection.special == "eight-of-nine":
        rule = case.setting.edition.norm.games_nine_rounds
        return Check(rule.article, "games-nine-rounds", rule.value, found, found >= rule.value)
    rule = least_games(case.setting)
    return Check(rule.article, "games", rule.value, found, found >= rule.value)


def check_all_rounds(case: Case) -> Check | None:
    """1.4.1e: with predetermined pairings the player was there in every round that the schedule gave them."""
    rule = case.setting.edition.norm.predetermined_whole
    if not case.setting.predetermined or not rule.value:
        return None
    found = own_absences(case.setting, case.player)
    return Check(rule.article, "own-absences", 0, found, found == 0, sense="most")


def check_last_round(case: Case) -> Check | None:
    """1.4.2c: the last-round opponent did not come, and the norm is reached even with that game lost."""
    if case.selection.special != "last-round-absent":
        return None
    article = case.setting.edition.norm.last_round_absent.article
    return Check(article, "last-round-absent", 0, 0, True, sense="is", detail=case.selection.games[-1].name)


def check_other_federations(case: Case) -> Check:
    """1.4.3: at least two federations other than the player's own."""
    rule, found = case.setting.edition.norm.other_federations, case.federations
    known = len(found.foreign)
    if not code(case.player.federation):
        usual = None if known + found.unknown >= rule.value else False
    else:
        usual = _at_least(rule.value, known, known + found.unknown)
    return _federation_check(case, rule.article, "other-federations", rule.value, known, usual, " ".join(found.foreign))


def check_own_federation(case: Case) -> Check:
    """1.4.4: at most 3/5 of the opponents from the player's own federation."""
    rule, found, own = case.setting.edition.norm.own_federation, case.federations, code(case.player.federation)
    most = case.needs.own_most or 0
    usual = _at_most(most, found.own, found.own + found.unknown) if own else None
    return _federation_check(case, rule.article, "own-federation", most, found.own, usual, own, most_of=True)


def check_one_federation(case: Case) -> Check:
    """1.4.4: at most 2/3 of the opponents from one federation."""
    rule, found = case.setting.edition.norm.one_federation, case.federations
    most = case.needs.one_most or 0
    name, count = found.largest
    usual = _at_most(most, count, count + found.unknown)
    return _federation_check(case, rule.article, "one-federation", most, count, usual, name, most_of=True)


def _at_least(least: int, sure: int, possible: int) -> bool | None:
    return True if sure >= least else None if possible >= least else False


def _at_most(most: int, sure: int, possible: int) -> bool | None:
    return False if sure > most else None if possible > most else True


def _federation_check(
    case: Case,
    article: Article,
    name: str,
    required: int,
    found: int,
    usual: bool | None,
    detail: str,
    *,
    most_of: bool = False,
) -> Check:
    """Make a check on federations: it is met as usual, or because the event is exempt."""
    exempt, by = case.exempt
    ok = either(usual, exempt)
    missing = () if ok is not None else tuple(_federation_columns(case, usual))
    if usual is not True and exempt and by is not None:
        article = by
    return Check(article, name, required, found, ok, missing, "most" if most_of else "least", detail)


def _federation_columns(case: Case, usual: bool | None) -> list[str]:
    columns = [FEDERATION_COLUMNS] if usual is None or case.setting.host else []
    return columns if case.setting.host else [*columns, HOST_RECORD]


def usual_federations(case: Case) -> bool | None:
    """1.4.3e: whether the usual rules on federations are met, exempt or not."""
    plain = replace(case, exempt=(False, None))
    return all_hold(check(plain) for check in (check_other_federations, check_own_federation, check_one_federation))


def check_titled(case: Case) -> Check:
    """1.4.5a: at least half of the opponents hold a title, CM and WCM not counted (TH)."""
    rules = case.setting.edition.norm
    return _titles(case, rules.titled, "titled", case.needs.titled, case.holders(rules.titles_counted.value))


def check_alike(case: Case) -> Check:
    """1.4.5b-e: at least a third, and three, hold the title of the norm or one above it (MO)."""
    wanted = alike(case.title)
    found = case.holders(wanted)
    return _titles(case, case.setting.edition.norm.titled_alike, "alike", case.needs.alike, found, " ".join(wanted))


def _titles(case: Case, rule: Rule[object], name: str, required: int, found: int, detail: str = "") -> Check:
    known = case.setting.titles_known
    missing = () if known else (TITLE_COLUMNS,)
    return Check(rule.article, name, required, found, found >= required if known else None, missing, detail=detail)


def check_double_round(case: Case) -> Check | None:
    """1.4.5f: a double round robin has at least six players."""
    if case.setting.system != "double-round-robin":
        return None
    rule, found = case.setting.edition.norm.double_round_players, len(case.setting.event.players)
    return Check(rule.article, "double-round-players", rule.value, found, found >= rule.value)


def check_unrated(case: Case) -> Check | None:
    """1.46d before 2022: at most 20% of one more than the opponents are unrated."""
    most = case.needs.unrated_most
    if most is None:
        return None
    found = len({game.opponent for game in case.selection.games if game.rating is None})
    return Check(case.setting.edition.norm.unrated_most.article, "unrated", most, found, found <= most, sense="most")


def check_average(case: Case) -> Check:
    """1.4.8a: the least average of the opponents' ratings."""
    rule = case.setting.edition.norm.average
    found = None if case.figures is None else case.figures.average
    return Check(rule.article, "average", rule.value[case.place], found, (found or 0) >= rule.value[case.place])


def check_score(case: Case) -> Check:
    """1.4.8b: at least 35% of the points, unrounded."""
    rule, n = case.setting.edition.norm.score, len(case.selection.games)
    found = 0 if case.figures is None else case.figures.score
    return Check(rule.article, "score", points(-(-2 * n * rule.value // 1)), points(found), found >= 2 * n * rule.value)


def check_performance(case: Case) -> Check:
    """1.4.8: Rp, the average plus dp, reaches the title's performance."""
    rule = case.setting.edition.norm.performance
    found = None if case.figures is None else case.figures.performance
    return Check(rule.article, "performance", rule.value[case.place], found, (found or 0) >= rule.value[case.place])


CHECKS: tuple[Callable[[Case], Check | None], ...] = (
    check_sex,                 # 0.3
    check_games,               # 1.4.1
    check_all_rounds,          # 1.4.1e
    check_last_round,          # 1.4.2c
    check_other_federations,   # 1.4.3
    check_own_federation,      # 1.4.4
    check_one_federation,      # 1.4.4
    check_titled,              # 1.4.5a
    check_alike,               # 1.4.5b-e
    check_double_round,        # 1.4.5f
    check_unrated,             # 1.46d, before 2022
    check_average,             # 1.4.8a
    check_score,               # 1.4.8b
    check_performance,         # 1.4.8
)  # fmt: skip
"""The conditions in the order of their articles."""


def run_checks(case: Case) -> tuple[Check, ...]:
    """Return all conditions of the event (1.1), then all conditions of the games."""
    own = (check(case) for check in CHECKS)
    return (*case.setting.conditions, *(answer for answer in own if answer is not None))
