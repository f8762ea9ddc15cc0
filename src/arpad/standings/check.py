"""The ranks and scores that a report prints, against our own; the first difference explained."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal

from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, replace, shows
from arpad.documents.findings import FindingsIfAny
from arpad.documents.steps import Explanation, Reasons
from arpad.domain.event import Player
from arpad.domain.findings import Finding
from arpad.formats.codes import is_team_event
from arpad.formats.consistency import FINAL_RANK_COLUMN, last_game
from arpad.formats.report import Report, tie_break_records
from arpad.formats.scores import Scores
from arpad.formats.trf_teams import last_match, team_totals
from arpad.i18n import ArpadError
from arpad.standings.codes import Origin
from arpad.standings.competition import team_numbers
from arpad.standings.reasons import explain, explain_pair
from arpad.standings.table import StandingsTable, Wishes, standings

CheckedField = Literal["rank", "points", "match-points", "game-points"]


class StandingsDifference(Document, frozen=True):
    """A value that the report prints and ours. `within_tie`: a rank that only orders players whom the rules leave tied.
    `record` names where it is printed; `decided_by` the first tie-break that separates a rank from the one printed."""

    field: CheckedField
    record: str
    number: int
    name: str
    given: Fraction
    ours: Fraction
    within_tie: bool = False
    decided_by: str | UnsetType = UNSET


class CheckedStandings(Document, frozen=True):
    """The standings of a report beside what it prints: how many values were compared, all that differ, and the reasons
    at the first place that differs."""

    shown = shows(
        "edition", "round", "tie_breaks", "list_from", "equal", "compared", "differences", "steps", "findings"
    )
    edition: str
    round: int
    tie_breaks: tuple[str, ...]
    list_from: Origin
    compared: int
    differences: tuple[StandingsDifference, ...]
    steps: Reasons
    findings: FindingsIfAny

    @property
    def equal(self) -> bool:
        """Whether nothing differs but the order of players who stay tied."""
        return all(difference.within_tie for difference in self.differences)


def check_standings(table: StandingsTable, report: Report) -> CheckedStandings:
    """Compare the standings with what the report prints: ranks and points of 001, ranks and scores of 310 and
    802."""
    compared = list(_printed(table, report))
    if not compared:
        raise ArpadError("standings.nothing-printed")
    sizes = {row.rank: sum(other.rank == row.rank for other in table.rows) for row in table.rows}
    given = {value.number: (value.given, int(value.ours)) for value in compared if value.field == "rank"}
    differences = []
    for value in compared:
        if value.given != value.ours:
            tied = value.field == "rank" and value.ours < value.given < value.ours + sizes[int(value.ours)]
            differences.append(replace(value, within_tie=tied, decided_by=_decided_by(table, given, value)))
    return CheckedStandings(
        table.rules.id,
        table.round,
        table.tie_breaks,
        table.list_from,
        len(compared),
        tuple(differences),
        _first(table, differences),
        table.findings,
    )


def _decided_by(
    table: StandingsTable, given: Mapping[int, tuple[Fraction, int]], wrong: StandingsDifference
) -> str | UnsetType:
    """The first tie-break between the contestant of a wrong rank and the one whom the report puts there, or the one
    above. `given`: the rank that the report prints of each contestant, and ours."""
    if wrong.field != "rank":
        return UNSET
    there, own = wrong.ours, int(wrong.ours)
    others = sorted(
        (rank != there, abs(ours - own), place, contestant)
        for place, (contestant, (rank, ours)) in enumerate(given.items())
        if contestant != wrong.number
    )
    places = (table.ordering.decided(wrong.number, other) for *_, other in others)
    return next((table.codes[place].code for place in places if place is not None), UNSET)


def _printed(table: StandingsTable, report: Report) -> Iterator[StandingsDifference]:
    """Every value that the report prints, beside ours."""
    event = report.event
    if table.competition.teams:
        yield from _teams(table, report)
        return
    players, scores, rounds = (
        {player.rank: player for player in event.players},
        Scores(event),
        table.competition.counted,
    )
    whole, counted = rounds == event.all_rounds, rounds >= last_game(event)
    for row in table.rows:
        player = players[row.number]
        if player.final_rank:
            yield StandingsDifference(
                "rank", "001", row.number, row.name, Fraction(player.final_rank), Fraction(row.rank)
            )
        if player.points is not None:
            own = scores.total(player) if table.competition.taken_out else row.points
            ours = _points_so_far(own, player, scores, complete=whole, counted=counted)
            yield StandingsDifference("points", "001", row.number, row.name, player.points, ours)


def _points_so_far(points: Fraction, player: Player, scores: Scores, *, complete: bool, counted: bool) -> Fraction:
    """The points that a report may print: those of the table, if it counts every game. The report also has the results
    of a round that is being played, and byes that were announced for later; what 162 gives for an unknown result (X) is
    for the pairing, and may be counted or not."""
    total = scores.total(player)
    unknown = scores.of_code(None) * sum(round_.result is None for round_ in player.rounds)
    total -= unknown if player.points == total - unknown else 0
    return points if complete or (counted and player.points != total) else total


def _teams(table: StandingsTable, report: Report) -> Iterator[StandingsDifference]:
    """Ranks are those after the round of the table. Scores are those of all rounds of the file; a team whose match is
    still being played has none that can be compared."""
    teams, games = team_numbers(report.event), report.event.games()
    whole, last = table, last_match(report)
    if table.competition.counted < last or len(table.rows) < len(teams):
        whole = standings(report, Wishes(max(last, table.competition.counted), edition=table.rules.id), table.library)
    playing = {rank for game in games if game.score is None and not game.forfeit for rank in (game.white, game.black)}
    for row in table.rows:
        team, ours = teams[row.number], whole.totals(row.number)
        if team.rank:
            yield StandingsDifference("rank", "310", row.number, row.name, Fraction(team.rank), Fraction(row.rank))
        if playing & set(team.players):
            continue
        written = [("310", (team.match_points, team.game_points))]
        written += [
            (record, totals[row.number]) for record, totals in team_totals(report).items() if row.number in totals
        ]
        for record, (match_points, game_points) in written:
            for field, given, made in (
                ("match-points", match_points, ours[0]),
                ("game-points", game_points, ours[1]),
            ):
                if given is not None:
                    yield StandingsDifference(field, record, row.number, row.name, given, made)  # type: ignore[arg-type]


def _wrong_ranks(differences: Iterable[StandingsDifference]) -> list[StandingsDifference]:
    """The ranks that differ by more than the order within a tie, the first of ours first."""
    wrong = [rank for rank in differences if rank.field == "rank" and not rank.within_tie]
    return sorted(wrong, key=lambda rank: rank.ours)


def _first(table: StandingsTable, differences: list[StandingsDifference]) -> Explanation:
    """Tell why the player at the first place that differs comes before the player whom the report puts there."""
    ranks = _wrong_ranks(differences)
    if not ranks:
        return ()
    first = ranks[0]
    other = next((rank for rank in ranks[1:] if rank.given <= first.ours < rank.ours), None)
    if other is None or table.ordering.decided(first.number, other.number) is None:
        return explain(table, first.number)
    return explain_pair(table, first.number, other.number)


def named_standings(report: Report) -> StandingsTable | None:
    """The standings of a report of players by the tie-breaks that it names (202, 212); None if it names none, or has no
    standings."""
    if not tie_break_records(report) or is_team_event(report.event):
        return None
    try:
        return standings(report)
    except ArpadError:
        return None


def rank_findings(report: Report) -> list[Finding]:
    """The ranks of a report that names its tie-breaks, against our own: one finding with the first that differs."""
    table = named_standings(report)
    players = {player.rank: player for player in report.event.players}
    if table is None or not any(player.final_rank for player in players.values()):
        return []
    checked = check_standings(table, report)
    wrong = _wrong_ranks(checked.differences)
    if not wrong:
        return []
    first = wrong[0]
    values = {"given": first.given, "ours": first.ours, "name": first.name, "count": len(wrong)}
    line = players[first.number].line or None
    return [Finding("rank-not-by-tie-breaks", "warning", None, line, FINAL_RANK_COLUMN, first.number, values=values)]
