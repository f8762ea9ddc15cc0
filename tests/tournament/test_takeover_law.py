"""The law of the take-over: file, take-over, export. Every record, value and place is kept."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from arpad.domain.event import Player
from arpad.formats.codes import is_team_event
from arpad.formats.read import read_report
from arpad.formats.report import Report, tie_break_records
from arpad.formats.scores import Scores
from arpad.formats.trf_teams import match_records
from arpad.i18n import ArpadError
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.state import read_records
from arpad.pairing.systems import systems
from arpad.standings.check import check_standings
from arpad.standings.competition import team_numbers
from arpad.standings.table import standings
from arpad.tournament._takeover_rules import WITHOUT_OPPONENT, foreign_records
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Confirmation, Journal, fold_log
from arpad.tournament.standings import standings_after
from arpad.tournament.state import EventState
from arpad.tournament.takeover import take_over
from places import FIXTURES
from proofs import seeds
from random_logs import LEAGUES, lines_of

AT = dt.datetime(2026, 5, 5, 20, tzinfo=dt.UTC)
SAMPLES = sorted(
    path
    for folder in ("reports", "standings", "tournament", "pairing", "swiss")
    for path in (FIXTURES / folder).rglob("*.trf*")
    if "defects" not in path.parts
)
SYSTEMS = ("dutch-2017", "dutch-2026", "dubov-2026", "burstein-2026", "burstein-manual", "lim")
REFUSED = frozenset({
    "pairing-other-system-open", "event-import-contradiction", "event-import-line", "event-import-game-points",
    "event-import-format", "event-import-no-teams", "event-import-teams", "report", "event-import-rounds-many",
    "event-import-rank-twice", "event-points", "event-import-players", "pairing-other-system",
})  # fmt: skip
"""Why a file is not taken over: nothing of it is kept."""


def taken(data: bytes, name: str = "law.trf", system: str | None = None) -> EventState:
    report = read_report(data)
    rounds = report.pairing.rounds or report.event.all_rounds
    plan = take_over(data, file=name, rounds=rounds, system=system, compared=False)
    journal = Journal()
    journal.act(plan.command(), "lot", AT, Confirmation(yes=True))
    return journal.state


def keeps_everything(data: bytes, system: str | None = None) -> None:
    """The law, for one file."""
    state, given = taken(data, system=system), read_report(data)
    written = export_trf(state, "trf26" if given.format == "trf26" else "trf16").data
    back = read_report(written)
    before, after = dict(said(given)), dict(said(back))
    if system is not None:
        del before["type"]  # another system than the file says
    lost = {key: value for key, value in before.items() if not kept(key, value, after[key])}
    assert {key: differing(value, after[key]) for key, value in lost.items()} == {}
    table = ranked(given)
    if table is None:
        return
    assert ranked(back) == table
    assert check_standings(standings(back), back).equal
    own = standings_after(state, standings(back).competition.counted)[0]
    assert [(row.rank, row.number, row.points, row.values) for row in own.rows] == table[1]


MORE = frozenset({"foreign", "line-ups", "byes", "team points"})
"""What a later file may say more of: where it comes from, who was away or sat where, the points of teams."""


def kept(key: str, before: object, after: object) -> bool:
    if key in MORE:
        assert isinstance(before, frozenset)
        assert isinstance(after, frozenset)
        return before <= after
    return before == after


def differing(before: object, after: object) -> object:
    """What a failing test should show."""
    if isinstance(before, dict) and isinstance(after, dict):
        return {key: (value, after.get(key)) for key, value in before.items() if after.get(key) != value}
    return before, after


def said(report: Report) -> Iterator[tuple[str, object]]:
    """Everything that a file says, as a reader understands it."""
    event, team = report.event, is_team_event(report.event)
    records = read_records(report)
    yield "event", (event.name.strip(), event.city, event.start, event.end, event.chief_arbiter)
    yield "deputies", [name for name in event.deputy_arbiters if name.strip()]
    yield "dates", [day for day in event.round_dates if day is not None]
    if event.type or event.type_code:
        yield "type", (" ".join(event.type.split()), event.type_code)
    yield "players", {player.rank: person(player) for player in event.players}
    to_be_paired = last_round(report) + 1
    yield (
        "rounds",
        {
            player.rank: [cell for cell in cells(player, team) if cell != (to_be_paired, None, None, "Z")]
            for player in event.players
        },
    )  # an absence from the round that comes next is among the byes, in whatever record
    scores = Scores(replace(event, scoring={**event.scoring, "X": Fraction(0)}))  # X is for the pairing alone
    yield "points", {player.rank: scores.total(player) for player in event.players}
    yield "forbidden", sorted((one.players, one.first) for one in records.forbidden)
    yield (
        "virtual",
        {(number, one): worth for number, own in records.virtual.items() for one, worth in own.items() if worth},
    )
    yield "foreign", frozenset(foreign_records(report))
    paired = last_round(report)
    byes = {key: kind for key, kind in records.bye_kinds.items() if team or key[0] > paired}
    away = {} if team else {rank: to_come(report, rank, paired + 1) for rank in report.announced_for(paired + 1)}
    away |= {rank: "Z" for rank in records.absent if rank not in away}
    yield "byes", frozenset((byes | {(paired + 1, rank): kind for rank, kind in away.items()}).items())
    if ranked(report) is not None and tie_break_records(report):
        yield "tie-breaks", standings(report).tie_breaks
    if team:
        found = match_records(report)
        yield "line-ups", frozenset(found.lineups.items())
        yield "forfeited", sorted((one.round, one.teams, one.won) for one in found.forfeited)
        yield "match points", found.points
        yield "teams", [(one.name, one.players) for one in event.teams]
        points = ((one.name, one.match_points, one.game_points) for one in event.teams)
        yield "team points", frozenset(one for one in points if None not in one)
        byes_of = event.team_byes.teams if event.team_byes is not None else ()
        yield "team byes", [(number, one) for number, one in enumerate(byes_of, 1) if one]


def to_come(report: Report, rank: int, number: int) -> str:
    """What a line says about a round that is not paired yet."""
    player = report.event.player(rank)
    told = player.rounds[number - 1].result if player is not None and number <= len(player.rounds) else None
    return told if told in ("H", "F") else "Z"


def person(player: Player) -> Player:
    return player._replace(points=None, final_rank=None, rounds=(), line=0)


def cells(player: Player, team: bool) -> list[tuple[object, ...]]:
    """The rounds of a player. One of a team who sits at no board has no result; forfeits need no colour; a result that
    has no opponent is the bye that it is worth (a finding tells it)."""
    found: list[tuple[object, ...]] = []
    for number, met, colour, result, _ in player.rounds:
        opponent = None if team and result in ("+", "-") else met  # a match that was forfeited (330) has no boards here
        code: str | None = result
        if opponent is None:
            code = "Z" if team and result in ("-", None) else WITHOUT_OPPONENT.get(str(result), result)
        found.append((number, opponent, colour if result not in ("+", "-") else None, code))
    return found


def last_round(report: Report) -> int:
    return max((cell.round for player in report.event.players for cell in player.rounds if cell.opponent), default=0)


def ranked(report: Report) -> tuple[tuple[str, ...], list[tuple[object, ...]]] | None:
    try:
        table = standings(report)
    except ArpadError:
        return None
    return table.tie_breaks, [(row.rank, row.number, row.points, row.values) for row in table.rows]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: str(path.relative_to(FIXTURES)))
def test_a_sample_file_is_kept(path: Path) -> None:
    try:
        keeps_everything(path.read_bytes())
    except ArpadError as problem:
        if problem.key not in REFUSED:
            raise


@seeds(2, long=4)
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_generated_tournament_is_kept(system: str, seed: int) -> None:
    """Byes, forfeits, withdrawals, late entries, acceleration; finished, and in the middle."""
    chances = Chances(byes=Fraction(1, 10), forfeits=Fraction(1, 15), withdrawals=Fraction(1, 25), late=Fraction(1, 10))
    for played in (3, 6):
        wanted = Wanted(15, 6, played, seed, chances, baku=seed % 2 == 1 and system != "lim", system=systems()[system])
        keeps_everything(generate(wanted), None if system.startswith("dutch") else system)


@seeds(3, long=6)
@pytest.mark.parametrize("colours", ["A", "B", "none"])
def test_a_generated_league_is_kept(colours: str, seed: int) -> None:
    chances = Chances(byes=Fraction(1, 8), forfeits=Fraction(1, 8), withdrawals=Fraction(1, 30), late=Fraction(1, 20))
    for played in (3, 5):
        wanted = Wanted(13, 6, played, seed, chances, system=systems()["team-2026"])
        keeps_everything(generate(wanted, 4, colours))


@pytest.mark.parametrize("kind", ["swiss", "table", *LEAGUES])
@seeds(5, long=8)
def test_what_is_exported_is_kept(kind: str, seed: int) -> None:
    """The files of our own events, at the end and somewhere in the middle, exported, taken over and exported again."""
    lines, lot = lines_of(kind, seed), Random(seed)
    for n in (lot.randrange(len(lines)) + 1, len(lines)):
        state = fold_log(lines[:n])
        if state.closed and state.sides and state.event_rules.rounds:
            keeps_everything(export_trf(state, "trf26").data)


GAME_POINTS_AFTER = FIXTURES / "standings" / "game-points-after-score.trf"
"""192 FIDE_TEAM, 202 GPTS,BBE: a Swiss of 14 teams, in which game points first would give other ranks."""


def with_lists(*records: str) -> bytes:
    """The report with other tie-breaks."""
    lines = GAME_POINTS_AFTER.read_text("utf-8").splitlines()
    return "\n".join([*(line for line in lines if line[:3] not in ("202", "212")), *records, ""]).encode()


@pytest.mark.parametrize(
    ("records", "tie_breaks"),
    [
        (["202 GPTS,BBE"], ("PTS:GP", "BBE")),
        (["202 MPTS,GPTS,BBE"], ("PTS:GP", "BBE")),
        (["202 PTS,BBE,GPTS"], ("BBE", "PTS:GP")),
        (["212 PTS,GPTS,BBE"], ("PTS:GP", "BBE")),
        (["212 MPTS,GPTS,BBE"], ("PTS:GP", "BBE")),
        (["202 BBE", "212 PTS,GPTS,BBE"], ("PTS:GP", "BBE")),
    ],
)
def test_202_comes_after_the_score_and_212_begins_with_it_after_a_take_over(
    records: list[str], tie_breaks: tuple[str, ...]
) -> None:
    """TRF26 202 and 212: the score itself is no tie-break of the rules, game points are one; 212 comes before 202."""
    data = with_lists(*records)
    state, table = taken(data), standings(read_report(data))
    assert state.event_rules.tie_breaks == tie_breaks
    own = standings_after(state, table.competition.counted)[0]
    assert [(row.rank, row.number, row.points) for row in own.rows] == [
        (row.rank, row.number, row.points) for row in table.rows
    ]
    back = read_report(export_trf(state, "trf26").data)
    assert tie_break_records(back)["202"].text.split(",") == list(tie_breaks)
    assert tie_break_records(back)["212"].text.split(",") == ["PTS", *tie_breaks]
    assert [row.number for row in standings(back).rows] == [row.number for row in table.rows]


def test_a_table_by_game_points_is_not_taken_over_as_one_by_match_points() -> None:
    """212 with the other score first, as 192 with it: an event that is run here would give other places."""
    for records in (["212 GPTS,MPTS,BBE"], ["202 MPTS,BBE", "212 PTS:GP,MPTS,BBE"]):
        with pytest.raises(ArpadError) as problem:
            taken(with_lists(*records))
        assert problem.value.key == "event-import-score"
        assert problem.value.text("en").startswith("line ")


WITH_PLACES = [path for path in SAMPLES if path.parent.name in ("standings", "tournament", "reports")]


@pytest.mark.parametrize("path", WITH_PLACES, ids=lambda path: str(path.relative_to(FIXTURES)))
def test_a_place_is_kept_or_named(path: Path) -> None:
    """No place of a file is another one in the export unless the take-over has named it."""
    data = path.read_bytes()
    try:
        given = read_report(data)
        rounds = given.pairing.rounds or given.event.all_rounds
        plan = take_over(data, file=path.name, rounds=rounds)
    except ArpadError as problem:
        if problem.key not in REFUSED:
            raise
        return
    journal = Journal()
    journal.act(plan.command(), "lot", AT, Confirmation(yes=True))
    state = journal.state
    if not state.last_published:
        return
    back = read_report(export_trf(state, "trf26").data)
    before, after = places_of(given), places_of(back)
    numbers = {rank: number for number, rank in enumerate(sorted(before), 1)}
    changed = {numbers[side]: (place, after[numbers[side]]) for side, place in before.items() if place}
    changed = {number: pair for number, pair in changed.items() if pair[0] != pair[1]}
    assert state.imported is not None
    assert {number: (printed, place) for number, printed, place in state.imported.get("places", ())} == changed
    named = [
        one.code for one in plan.findings if one.code in ("import-places", "import-places-list", "import-places-tied")
    ]
    assert len(named) == bool(changed)


def places_of(report: Report) -> dict[int, int | None]:
    """The places of a file: of its teams, or of its players."""
    if is_team_event(report.event):
        return {number: team.rank for number, team in team_numbers(report.event).items()}
    return {player.rank: player.final_rank for player in report.event.players}


@pytest.mark.parametrize(
    ("name", "places"),
    [("places-contradicted", [[1, 2, 1], [2, 1, 2]]), ("places-contradicted-teams", [[1, 3, 2], [3, 2, 3]])],
)
def test_places_against_the_tie_breaks_of_the_file_are_a_warning(name: str, places: list[list[int]]) -> None:
    """1 is before 2 by SB, and printed behind; Team 001 is before Team 003 by game points, and printed behind."""
    data = (FIXTURES / "tournament" / f"{name}.trf").read_bytes()
    plan = take_over(data, file=name)
    found = {one.code: one for one in plan.findings if one.code.startswith("import-places")}
    assert found["import-places"].severity == "warning"
    assert found["import-places"].values["places"] == ", ".join(f"{one}: {was} → {now}" for one, was, now in places)
    assert plan.changes[0].data["places"] == places
    if "teams" in name:
        assert (found["import-places-players"].severity, found["import-places-players"].values["count"]) == ("info", 2)
