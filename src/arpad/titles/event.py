"""An event as norms see it: conditions (1.1), system, the games that count (1.4.2), and the conditions of 1.4."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from arpad.documents.checks import Check, any_holds, by_rule, compared, decided
from arpad.documents.document import extended, replace
from arpad.domain.event import CYCLES, HALF_POINTS_OF, MINUTES_OF_AN_HOUR, PLAYED, Event, Player, RoundResult
from arpad.domain.findings import Finding
from arpad.domain.games import points
from arpad.eligibility.check_days import busiest_day, length
from arpad.eligibility.facts import Facts
from arpad.formats.codes import is_called
from arpad.formats.consistency import refuse_contradictions
from arpad.i18n import ArpadError
from arpad.inputs.times import read_time_control
from arpad.rating.participants import detect_system
from arpad.regulations.articles import Article
from arpad.regulations.rating_rules import Rule
from arpad.regulations.title_editions import NORM_TITLES, Conditions, NormRules, NormTitle, TitleEdition
from arpad.titles.games import (
    FID,
    NO_FEDERATION,
    Federations,
    Figures,
    NormSelection,
    Requirements,
    alike,
    code,
    federations_of,
    figures,
    requirements,
    swiss_exempt,
)
from arpad.titles.model import (
    EventFacts,
    LeftGame,
    NormGame,
    NormSystem,
    Special,
    counts_as,
    games_needed,
)

# 1.1: the conditions of an event for norms, as far as the report shows them; missing data are a finding.

ARBITER_TITLES = frozenset({"IA", "FA", "NA", "IO", "GM", "IM", "FM"})
"""The titles that may come before a chief arbiter's name."""

ConditionFound = Check | Finding | None


@dataclass(frozen=True, slots=True)
class _Case:
    event: Event
    rules: Conditions
    facts: EventFacts
    system: NormSystem


def check_conditions(
    event: Event, edition: TitleEdition, facts: EventFacts, system: NormSystem
) -> tuple[tuple[Check, ...], tuple[Finding, ...]]:
    """Check all conditions of 1.1: the answers, and the questions that the report cannot answer."""
    case = _Case(event, edition.conditions, facts, system)
    answers = [check(case) for check in CONDITIONS]
    checks = tuple(answer for answer in answers if isinstance(answer, Check))
    return checks, tuple(answer for answer in answers if isinstance(answer, Finding))


def _open(rule: Rule[object], code: str, **values: object) -> Finding:
    return Finding(code, "info", rule.article.number, values=values)


def check_registered(case: _Case) -> ConditionFound:
    """1.1.1: registered a number of days before the start."""
    rule = case.rules.registered_days
    if rule.value is None:
        return None
    if case.facts.registered is None or case.event.start is None:
        return _open(rule, "norm-registration-unknown", days=rule.value)
    return by_rule(rule, "registered", (case.event.start - case.facts.registered).days)


def check_hours(case: _Case) -> ConditionFound:
    """1.1.2: a limit of hours a day; every game counts as 60 moves."""
    read = read_time_control(case.event.time_control)
    if read is None:
        return None
    rounds, _, certain = busiest_day(case.event, Facts())
    hours = 2 * rounds * read.control.minutes_for() / MINUTES_OF_AN_HOUR
    check = by_rule(case.rules.hours_a_day, "hours-a-day", hours, sense="most")
    return check if certain or not check.ok else None


def check_rounds(case: _Case) -> ConditionFound:
    """1.1.3: no more than two rounds a day."""
    rule = case.rules.rounds_a_day
    rounds, _, certain = busiest_day(case.event, Facts())
    check = by_rule(rule, "rounds-a-day", rounds, sense="most")
    return check if certain or not check.ok else _open(rule, "norm-rounds-a-day-unknown", limit=rule.value)


def check_minutes(case: _Case) -> ConditionFound:
    """1.1.3: enough minutes for 60 moves, whatever the ratings."""
    rule, read = case.rules.minutes, read_time_control(case.event.time_control)
    if read is None:
        return _open(rule, "norm-time-unknown", minutes=rule.value)
    return by_rule(rule, "minutes", read.control.minutes_for())


def check_increment(case: _Case) -> ConditionFound:
    """1.1.3 from July 2021 to 2022: a minimum increment in seconds for each move."""
    rule, read = case.rules.increment_seconds, read_time_control(case.event.time_control)
    return None if rule.value is None or read is None else by_rule(rule, "increment", read.control.increment)


def check_days(case: _Case) -> ConditionFound:
    """1.14 of 2017: no longer than 90 days; leagues may be, and others with approval."""
    return _longer(case, case.rules.longest_days, "norm-too-long")


def check_lists(case: _Case) -> ConditionFound:
    """1.1.4: in a long event the ratings and titles on the day of each game count, if they are not known already."""
    if case.event.listed:
        return None
    return _longer(case, case.rules.long_event_days, "norm-long-event")


def _longer(case: _Case, rule: Rule[int | None], code: str) -> Finding | None:
    days = length(case.event)
    if rule.value is None or days is None or days <= rule.value:
        return None
    return Finding(code, "warning", rule.article.number, values={"days": days, "limit": rule.value})


def check_arbiter(case: _Case) -> ConditionFound:
    """1.1.5: the chief arbiter is an International or a FIDE Arbiter, known by the title before the name."""
    rule = case.rules.arbiter_titles
    first = case.event.chief_arbiter.replace(".", " ").split()[:1]
    title = first[0].upper() if first else ""
    wanted = " | ".join(rule.value)
    if title not in ARBITER_TITLES and title not in rule.value:
        return _open(rule, "norm-arbiter-unknown", titles=wanted)
    return Check(rule.article, "arbiter", wanted, title, title in rule.value, sense="is")


def check_format(case: _Case) -> ConditionFound:
    """1.4.2e: a format that the regulations do not name needs approval beforehand; before 2022 a match never counts."""
    return format_check(case.rules, case.system, approved=case.facts.approved)


def format_check(rules: Conditions, system: NormSystem, *, approved: bool) -> Check | None:
    """1.4.2e: check a format that has norms only with approval, or never; None if it always has them."""
    if system in rules.formats.value:
        return None
    good = approved and rules.formats_approved.value
    return Check(rules.formats.article, "format", True, approved, good, sense="is", detail=system)


CONDITIONS = (
    check_registered,   # 1.1.1
    check_hours,        # 1.1.2
    check_rounds,       # 1.1.3
    check_minutes,      # 1.1.3
    check_increment,    # 1.1.3, from July 2021 to 2022
    check_days,         # 1.14, before 2022
    check_lists,        # 1.1.4
    check_arbiter,      # 1.1.5
    check_format,       # 1.4.2e; 1.6 before 2022
)  # fmt: skip
"""The conditions in the order of their articles."""


# 1.4.1e, 1.4.2e: the format of an event in the sense of the title regulations.

PREDETERMINED: frozenset[NormSystem] = frozenset(
    {"round-robin", "double-round-robin", "scheveningen", "schiller", "match"}
)
"""1.4.1e: formats in which everybody knows all opponents beforehand. Team events may be so or not."""


def system_of(event: Event) -> NormSystem:
    """Return the format that the report names, otherwise by the pairings. A round robin in which some meet more often
    than its name says is a double one (1.4.5f)."""
    if is_called(event, "schiller"):
        return "schiller"
    if is_called(event, "knock-out"):
        return "knock-out"
    system = detect_system(event)
    return "double-round-robin" if system == "swiss" and is_called(event, "round-robin") else system


def is_predetermined(event: Event, system: NormSystem) -> bool:
    """1.4.1e: whether the pairings were known beforehand; of a team event by its name, or because all teams meet."""
    if system == "team":
        return is_called(event, "round-robin") or _teams_all_meet(event)
    return system in PREDETERMINED


def _teams_all_meet(event: Event) -> bool:
    """Whether every team meets every other."""
    team_of = {rank: place for place, team in enumerate(event.teams) for rank in team.players}
    met: dict[int, set[int]] = defaultdict(set)
    for game in event.games():
        one, two = team_of.get(game.white), team_of.get(game.black)
        if one is not None and two is not None and one != two:
            met[one].add(two)
            met[two].add(one)
    return len(event.teams) > 2 and all(len(met[place]) == len(event.teams) - 1 for place in range(len(event.teams)))


def scheduled_games(system: NormSystem, players: int, rounds: int) -> int:
    """How many games the schedule of a round robin gives each of its players; with an odd number of players everybody
    is free once a cycle."""
    a_cycle = players if players % 2 else players - 1
    cycles = 1 if CYCLES.get(system) == 1 else max(1, rounds // max(1, a_cycle))
    return cycles * (players - 1)


# An event as all its candidates share it: edition, system, host, the data of the report, and 1.4.3d.

TITLE_COLUMNS, FEDERATION_COLUMNS, HOST_RECORD = "001: 11-13", "001: 54-56", "032"
SEX_COLUMN = "001: 10"


@dataclass(frozen=True, slots=True)
class EventConditions:
    """An event and all that does not depend on the candidate. `exempt`: 1.4.3d, None if it cannot be decided."""

    event: Event
    edition: TitleEdition
    facts: EventFacts
    system: NormSystem
    predetermined: bool
    rounds: int
    host: str
    players: Mapping[int, Player]
    titles_known: bool
    exempt: bool | None
    conditions: tuple[Check, ...]
    findings: tuple[Finding, ...]

    def player(self, rank: int) -> Player:
        """The player with a starting rank."""
        if rank not in self.players:
            raise ArpadError("norm.no-player", rank=rank, players=len(self.players))
        return self.players[rank]


def setting_of(event: Event, edition: TitleEdition, facts: EventFacts) -> EventConditions:
    """Return what is the same for every candidate of an event, whose lines do not contradict each other."""
    refuse_contradictions(event)
    system = facts.system or system_of(event)
    host = (facts.host or event.federation).strip().upper()
    conditions, open_questions = check_conditions(event, edition, facts, system)
    return EventConditions(
        event,
        edition,
        facts,
        system,
        is_predetermined(event, system),
        event.all_rounds,
        host,
        {player.rank: player for player in event.players},
        any(player.title.strip() for player in event.players),
        swiss_exempt(event, edition, host) if system == "swiss" else False,
        conditions,
        (*_missing(event, edition, host), *open_questions),
    )


def _missing(event: Event, edition: TitleEdition, host: str) -> list[Finding]:
    """Find what cannot be decided because data are missing from the report, and in which columns."""
    rules = edition.norm
    findings = []
    if not any(player.title.strip() for player in event.players):
        findings.append(_lacks("norm-titles-missing", rules.titled.article.number, TITLE_COLUMNS))
    without = sum(not player.federation.strip() for player in event.players)
    if without:
        number = rules.other_federations.article.number
        findings.append(_lacks("norm-federations-missing", number, FEDERATION_COLUMNS, players=without))
    if not host:
        findings.append(_lacks("norm-host-missing", rules.swiss_rated_foreigners.article.number, HOST_RECORD))
    return findings


def _lacks(code: str, article: str, columns: str, **values: object) -> Finding:
    return Finding(code, "warning", article, values={"columns": columns, **values})


# A candidate's games as a norm sees them, and those that are left out (1.4.2) with the article by which they are.

OPPONENT_ABSENT = "+"
"""1.4.1c, 1.4.2c: the opponent did not come. W, D and L are games between two who did, and ended without a move."""
SPARED = frozenset({OPPONENT_ABSENT, "U"})
"""1.4.1c: a round without a game through no fault of the player: the opponent did not come, or the pairing had none
left. The player asked for any other bye (F, H, Z)."""
OWN_DOING = frozenset({"-", "L", "D"})
"""1.4.1e: a game that was scheduled, and that the player did not play."""
REASONS = {
    "+": "forfeit", "-": "forfeit", "W": "no-move", "D": "no-move", "L": "no-move",
    "H": "bye", "F": "bye", "U": "bye", "Z": "absent",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class GamePool:
    """The games that may count, in the order of the rounds, and what is left out.

    `spared`: 1.4.1c forgives the one round missed; `lost`: the last-round opponent who did not come, as a game lost
    (1.4.2c).
    """

    games: tuple[NormGame, ...]
    left: tuple[LeftGame, ...]
    spared: bool
    lost: NormGame | None


def pool_of(setting: EventConditions, player: Player) -> GamePool:
    """1.4.2: the games of a player, sorted into those that count and those that do not; not those yet to be played."""
    games, left = [], []
    for round_ in sorted(player.rounds, key=lambda round_: round_.round):
        if round_.result is None:
            continue
        game = norm_game(setting, round_)
        reason = _left_out(setting, round_, game)
        if reason is None:
            games.append(game)
        else:
            left.append(extended(LeftGame, game, article=reason[0].article, reason=reason[1]))
    return GamePool(tuple(games), tuple(left), _spared(setting, player), _lost(setting, player))


def norm_game(setting: EventConditions, round_: RoundResult) -> NormGame:
    """Return one round of a player, with the opponent if there was one: as the list of the round has them (1.1.4)."""
    score = HALF_POINTS_OF[str(round_.result)]
    who = setting.players.get(round_.opponent) if round_.opponent is not None else None
    if who is None:
        return NormGame(round_.round, round_.opponent or 0, "", "", "", "", None, score)
    rating, title = setting.event.listed.get(round_.round, {}).get(who.rank, (who.rating, who.title))
    return NormGame(
        round_.round, who.rank, who.name, who.id, code(who.federation), title.strip().upper(), rating, score
    )


def _left_out(setting: EventConditions, round_: RoundResult, game: NormGame) -> tuple[Rule[bool], str] | None:
    """Return the rule by which a round does not count, and the reason; None if it counts."""
    rules = setting.edition.norm
    if round_.result not in PLAYED:
        return rules.played_only, REASONS[str(round_.result)]
    if round_.opponent is None or round_.opponent not in setting.players:
        return rules.played_only, "nobody"
    if rules.fide_federations_only.value and is_outside(setting, game.federation):
        return rules.fide_federations_only, "outside"
    if rules.unrated_zero.value and setting.system in CYCLES and _scored_nothing(setting, round_.opponent):
        return rules.unrated_zero, "unrated-zero"
    return None


def is_outside(setting: EventConditions, federation: str) -> bool:
    """1.4.2a: not of a member federation of FIDE; those with the FID flag are accepted."""
    if federation == FID:
        return not setting.edition.norm.fid_flag.value
    return federation == NO_FEDERATION or federation in setting.facts.outside


def _scored_nothing(setting: EventConditions, rank: int) -> bool:
    """1.4.2b: an unrated player without a half point against rated ones."""
    player = setting.players[rank]
    if player.rating is not None:
        return False
    against = [
        HALF_POINTS_OF[str(round_.result)]
        for round_ in player.rounds
        if round_.played
        and (other := setting.players.get(round_.opponent or 0)) is not None
        and other.rating is not None
    ]
    return bool(against) and sum(against) == 0


def _spared(setting: EventConditions, player: Player) -> bool:
    """1.4.1c: in an event of nine rounds, all played but one, and that one not missed by the player's own fault."""
    rules = setting.edition.norm
    if setting.rounds != rules.games.value:
        return False
    unplayed = [round_.result for round_ in player.rounds if round_.result not in PLAYED]
    played = len(player.rounds) - len(unplayed)
    return played == rules.games_nine_rounds.value and len(unplayed) == 1 and unplayed[0] in SPARED


def own_absences(setting: EventConditions, player: Player) -> int:
    """1.4.1e: how many games of the schedule a player did not play; not those in which the opponent was absent.

    In a round robin everybody meets everybody. In a team event the games count for which a player was lined up."""
    met = [round_ for round_ in player.rounds if round_.opponent is not None and round_.result is not None]
    refused = sum(cell.result in OWN_DOING for cell in met)
    if setting.system not in CYCLES:
        return refused
    scheduled = scheduled_games(setting.system, len(setting.event.players), setting.rounds)
    return refused + max(0, scheduled - len(met))


def _lost(setting: EventConditions, player: Player) -> NormGame | None:
    """1.4.2c: the opponent of the last round who did not come, taken as a game lost."""
    last = next((round_ for round_ in player.rounds if round_.round == setting.rounds), None)
    if not setting.edition.norm.last_round_absent.value or last is None:
        return None
    if last.result != OPPONENT_ABSENT or last.opponent not in setting.players:
        return None
    game = norm_game(setting, last._replace(result="0"))
    return None if is_outside(setting, game.federation) else game


def least_games(setting: EventConditions) -> Rule[int]:
    """1.4.1a and b: how many games a norm needs in this event, by the rule that says so."""
    return games_needed(setting.edition, (setting.facts.kind,), setting.rounds)


def counts_for(setting: EventConditions, games: int, special: Special, extra: int) -> int:
    """1.4.1b to d, 1.7: how many games a norm of this event counts for."""
    return counts_as(setting.edition, (setting.facts.kind,), games, extra, eight=special == "eight-of-nine")


# The conditions of 1.4, one small function per article, in one ordered list; each says what is required and what it

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
