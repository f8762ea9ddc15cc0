"""The invariants about files (I-7, I-8, I-19), over logs made of random legal commands: another program draws the same
round, an event comes back from its file, and the report for rating is made again byte for byte."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arpad.formats.scores import Scores
from arpad.formats.trf_pairing import TrfVersion
from arpad.i18n import ArpadError
from arpad.pairing.engines import Impossible, pair_round
from arpad.pairing.files import read_source
from arpad.tournament._file_content import byes_to_come, type_code
from arpad.tournament.acts.event import HandedOver
from arpad.tournament.acts.results import CorrectForRating
from arpad.tournament.as_report import event_of
from arpad.tournament.drawing import restricted, swiss_system
from arpad.tournament.ending import rated_files
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Confirmation, Journal, fold_log
from arpad.tournament.log import LogLine, write_lines
from arpad.tournament.results import ADJOURNED
from arpad.tournament.state import EventState
from arpad.tournament.takeover import take_over
from arpad.tournament.teams import matches_of, team_totals
from places import PROJECT
from proofs import seeds
from random_logs import AT, KINDS, LEAGUES, RandomLog, drawn_rounds, lines_of, random_log

VERSIONS: tuple[TrfVersion, ...] = ("trf16", "trf26")
MOMENTS = 3
"""How many states of a log are written and read again."""
each_version = pytest.mark.parametrize("version", VERSIONS)


@pytest.mark.parametrize("kind", ["swiss", "league"])
@each_version
@seeds(10)
def test_i_07_another_program_draws_the_same_round(version: TrfVersion, kind: str, seed: int) -> None:
    """draw(E) = `arpad pair --adjourn-open` of export(E), at every draw, in every system."""
    for state, data, by_hand in drawn_rounds(random_log(kind, seed)):
        if not by_hand:
            drawn = (data.get("matches") or data["boards"], data["bye"], sorted(entry for entry, _ in data["absent"]))
            assert paired(state, version) == drawn


def paired(state: EventState, version: TrfVersion) -> object:
    """The draw that `arpad pair --adjourn-open` makes of the exported file, by entries, or by teams."""
    data = export_trf(state, version).data
    told = version == "trf26" and type_code(state) != "CUSTOM_SWISS"
    system = None if told else swiss_system(state).id
    answer = pair_round(read_source(data, system=system, adjourn_open=True).state())
    if isinstance(answer, Impossible):
        return None
    sides = state.sides
    boards = [[board.number, sides[board.white - 1], sides[board.black - 1]] for board in answer.boards]
    bye = None if answer.bye is None else sides[answer.bye - 1]
    return boards, bye, sorted(sides[rank - 1] for rank in answer.state.absent)


@pytest.mark.parametrize("kind", ["swiss", "table", "match", *LEAGUES])
@each_version
@seeds(6)
def test_i_08_an_event_comes_back_from_its_file(version: TrfVersion, kind: str, seed: int) -> None:
    """import(export(E)) has the same cells, points, byes, open games, numbers and forbidden pairs, also in the middle
    of a round."""
    lines, lot = lines_of(kind, seed), Random(seed)
    for n in [*sorted(lot.sample(range(len(lines)), min(MOMENTS, len(lines)))), len(lines)]:
        state = fold_log(lines[:n])
        if state.closed and state.sides:
            back = taken(export_trf(state, version).data, state)
            told = dict(known(state, version))
            assert {key: value for key, value in known(back, version) if key in told} == told, n


def taken(data: bytes, state: EventState) -> EventState:
    """The event that is taken over from a file."""
    system = swiss_system(state).id if state.event_rules.swiss else None
    rounds = None if state.event_rules.rounds else 1
    plan = take_over(data, file="lot.trf", system=system, rounds=rounds)
    journal = Journal()
    journal.act(plan.command(), "lot", AT, Confirmation(yes=True))
    return journal.state


def known(state: EventState, version: TrfVersion) -> Iterator[tuple[str, object]]:
    """What a file says about an event."""
    last = state.last_published
    event = event_of(state, last)
    yield "cells", [[cell[:4] for cell in player.rounds] for player in event.players]
    yield "names", [player.name for player in event.players]
    yield "last", last
    yield "initial", state.initial if state.event_rules.swiss else None
    yield "open", sorted(_open_games(state, last))
    if state.event_rules.team:
        yield from _of_teams(state, last)
    else:
        scores = Scores(event)
        yield "points", [scores.total(player) for player in event.players]
        if state.event_rules.swiss:
            later = byes_to_come(state, last)
            yield "byes", later if version == "trf26" else tuple(bye for bye in later if bye.round == last + 1)
    if state.event_rules.swiss and all(one.hard for one in state.restrictions):
        rounds = range(last + 1, state.event_rules.rounds + 1)
        some = rounds if version == "trf26" or state.event_rules.team else rounds[:1]
        yield "apart", [_pairs(state, number) for number in some]


def _open_games(state: EventState, last: int) -> Iterator[tuple[int, Any, Any, bool]]:
    """Games that are not finished; those of the last round are open, earlier ones adjourned."""
    for number in range(1, last + 1):
        for board in state.rounds[number].games:
            if board.result in (None, ADJOURNED):
                yield number, state.number_of(board.white), state.number_of(board.black), number < last


def _of_teams(state: EventState, last: int) -> Iterator[tuple[str, object]]:
    place = {team: number for number, team in enumerate(state.team_numbers, 1)}
    yield "teams", [(state.teams[team].name, len(state.teams[team].players)) for team in state.team_numbers]
    yield "totals", {place[team]: points for team, points in team_totals(state).items()}
    yield (
        "matches",
        {
            number: {frozenset((place[match.white], place[match.black])): match.forfeit.count("+") for match in found}
            for number in range(1, last + 1)
            if (found := matches_of(state, number))
        },
    )
    yield (
        "team byes",
        [state.rounds[number].bye and place[state.rounds[number].bye or 0] for number in range(1, last + 1)],
    )


def _pairs(state: EventState, number: int) -> set[tuple[int, int]]:
    return {
        (one, other)
        for said in restricted(state, number)
        for one in said.players
        for other in said.players
        if one < other
    }


@pytest.mark.parametrize("kind", KINDS)
@seeds(3)
def test_i_19_the_report_is_made_again_byte_for_byte(kind: str, seed: int) -> None:
    """What was handed over is the report of the state at that line, also after later corrections."""
    log = handed_over_log(kind, seed)
    for line in log.lines:
        if line.kind == "event.handed-over":
            assert line.data["sha256"] in digests(log.lines[: line.n - 1])


def handed_over_log(kind: str, seed: int) -> RandomLog:
    """An event that is handed over, if it comes to its end; corrected for rating, and handed over again."""
    log = RandomLog(kind, seed)
    if log.ends():
        for board in (1, 2):
            for place, digest in enumerate(digests(log.lines), 1):
                log.tries(HandedOver("standard", place, 1, digest, True))
            log.tries(CorrectForRating(1, board, "0-1"))
    return log


def digests(lines: list[LogLine]) -> list[str]:
    """The SHA-256 of the reports of an event."""
    try:
        return [hashlib.sha256(file.data).hexdigest() for file in rated_files(fold_log(lines))]
    except ArpadError:
        return []


ELSEWHERE = """
import sys
sys.path[:0] = sys.argv[1:3]
from test_invariants_files import digests
from arpad.tournament.log import read_lines
for name in sys.argv[3:]:
    print(*digests(list(read_lines(open(name, encoding="utf-8").read()))))
"""


def test_i_19_the_report_is_the_same_on_another_machine(tmp_path: Path) -> None:
    """Another process, with another hash seed, another time zone and another language."""
    told, files = [], []
    for kind in KINDS:
        log = handed_over_log(kind, 1)
        file = tmp_path / f"{kind}.jsonl"
        file.write_text(write_lines(log.lines), encoding="utf-8")
        told.append(" ".join(digests(log.lines)))
        files.append(str(file))
    folders = [str(PROJECT / "tests" / "support"), str(PROJECT / "tests" / "tournament")]
    other = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C", "LANG": "C"}
    run = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *folders, *files], capture_output=True, text=True, check=True, env=other
    )
    assert run.stdout.splitlines() == told
    assert any(told)
