"""What forms 1 and 2 compute: tie-breaks, the category of a round robin, and the points that norms need there."""

from collections.abc import Iterator
from dataclasses import dataclass

from arpad.domain.event import CYCLES, Event, Player
from arpad.domain.games import points
from arpad.formats.codes import is_team_event
from arpad.formats.report import Report, tie_break_records
from arpad.i18n import DECIMAL_MARK, ArpadError, Language
from arpad.publication.crosstable import Ratings, rating_of, score_text
from arpad.rating.results import half_up
from arpad.regulations.rating_rules import tournament_categories
from arpad.regulations.title_editions import NormTitle, title_edition_for
from arpad.standings.table import StandingsTable, Wishes, standings
from arpad.titles.checks import case_of, run_checks
from arpad.titles.event import Setting, setting_of
from arpad.titles.games import NormSelection, alike, code
from arpad.titles.model import EventFacts, NormGame, all_hold

WIN = 2
"""Half points."""
NOT_THERE = "–"
OF_RESULTS = frozenset({"own-absences"})
"""Conditions of norms that depend on what happened, not on who takes part."""


@dataclass(frozen=True, slots=True)
class FormTables:
    """The standings that forms show: the final ones and those after each round. `named`: the report names its
    tie-breaks; otherwise they are those that hold by default."""

    final: StandingsTable | None = None
    rounds: tuple[StandingsTable | None, ...] = ()
    named: bool = True


def form_tables(report: Report, *, by_round: bool = False) -> FormTables:
    """Return the standings of a report of players: by the tie-breaks that it names (202, 212), or by default."""
    if is_team_event(report.event):
        return FormTables()
    rounds = range(1, report.event.all_rounds + 1) if by_round else ()
    named = bool(tie_break_records(report))
    return FormTables(_table(report, None), tuple(_table(report, number) for number in rounds), named)


def _table(report: Report, number: int | None) -> StandingsTable | None:
    try:
        return standings(report, Wishes(round=number))
    except ArpadError:
        return None


def ranked(event: Event, tables: FormTables) -> Event:
    """Return the event with the ranks of the standings, for players without one."""
    if tables.final is None:
        return event
    ranks = {row.number: row.rank for row in tables.final.rows}
    players = tuple(player._replace(final_rank=player.final_rank or ranks.get(player.rank)) for player in event.players)
    return event.keeping_games(players=players)


def tie_breaks(table: StandingsTable, number: int, language: Language) -> list[str]:
    """Return a player's values; empty for a player who was taken out of a round robin."""
    values = next((row.values for row in table.rows if row.number == number), (None,) * len(table.tie_breaks))
    return ["" if value is None else value.replace(".", DECIMAL_MARK[language]) for value in values]


def is_round_robin(setting_system: str) -> bool:
    """Whether everybody meets everybody: only then an event as a whole has a category and points for norms."""
    return setting_system in ("round-robin", "double-round-robin")


def category_of(event: Event, ratings: Ratings | None) -> str:
    """Return the category of a round robin by the average of all its players; a dash below the first category, or if
    somebody is unrated."""
    known = [rating_of(player, ratings) for player in event.players]
    rated = [rating for rating in known if rating is not None]
    if not rated or len(rated) < len(known):
        return NOT_THERE
    rules = tournament_categories()
    average = half_up(sum(rated), len(rated))
    above = average - rules.first.value
    return NOT_THERE if above < 0 else str(above // rules.step.value + 1)


def norm_points(event: Event, ratings: Ratings | None, title: NormTitle, language: Language) -> str:
    """Return the points that a norm needs in a round robin (B.01 1.4.8): one number, or the least and the most if it
    depends on the player's own rating. A dash: nobody can make this norm here."""
    if event.start is None:
        return ""
    try:
        edition = title_edition_for(event.start)
    except ArpadError:
        return ""
    players = tuple(player._replace(rating=rating_of(player, ratings)) for player in event.players)
    setting = setting_of(event.keeping_games(players=players), edition, EventFacts())
    found = sorted(set(_required(setting, title)))
    if not found:
        return NOT_THERE
    return "–".join(score_text(points(score), language) for score in dict.fromkeys((found[0], found[-1])))


def _required(setting: Setting, title: NormTitle) -> Iterator[int]:
    """The half points that each player without the title needs, if the opponents of the schedule allow a norm."""
    cycles = CYCLES.get(setting.system) or 2
    for player in setting.players.values():
        if player.title.strip().upper() in alike(title):
            continue
        others = [other for other in setting.players.values() if other.rank != player.rank]
        games = tuple(_game(place, other) for place, other in enumerate(others * cycles, 1))
        case = case_of(setting, player, title, NormSelection(games))
        holds = all_hold(check for check in run_checks(case) if check.name not in OF_RESULTS)
        if holds is not False and case.figures is not None and case.figures.required is not None:
            yield case.figures.required


def _game(place: int, other: Player) -> NormGame:
    return NormGame(
        place, other.rank, other.name, other.id, code(other.federation), other.title.strip().upper(), other.rating, WIN
    )
