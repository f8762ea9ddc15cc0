"""Players who withdrew or were expelled are marked everywhere; the expelled are not ranked from March 2026 on."""

import csv
import json
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.documents.steps import sentence
from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.papers.event_papers import event_paper
from arpad.standings.check import check_standings
from arpad.standings.reasons import explain, explain_pair
from arpad.standings.table import standings, standings_rows
from arpad.standings.tables import StandingsComparison, comparison_in_words, standings_in_words
from arpad.tournament.acts.absences import WithdrawEntry
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Journal
from arpad.tournament.standings import event_standings, standings_after, table_of_group
from arpad.tournament.state import EventState
from arpad.tournament.takeover import take_over
from papers import ReadPaper
from places import FIXTURES
from small_event import AT, SAID

FOLDER = FIXTURES / "tournament"
LEFT: dict[str, Any] = json.loads((FOLDER / "left-11.json").read_text("utf-8"))


def the_event(start: str = "2026-10-03") -> EventState:
    """TV-VF-LEFT: round 2 is drawn with board 5 of round 1 open; then 3 withdraws, and 5 is expelled."""
    rules = {**tomllib.loads((FOLDER / "open-11.toml").read_text("utf-8")), "initial": "w", "system": "dutch-2026"}
    event = Journal()
    event.act(Create({**rules, "start": start}), "me", AT)
    for row in csv.DictReader((FOLDER / "open-11.csv").read_text("utf-8").splitlines()):
        event.act(Enter({"name": row["name"], "rating": int(row["rating"] or 0)}), "me", AT)
    for command in (CloseList(), DrawNext(1), Publish(1)):
        event.act(command, "me", AT, SAID)
    results = LEFT["results_1"]
    for board, result in enumerate(results[:4], 1):
        event.act(SetResult(1, board, result), "me", AT)
    for later in (DrawNext(2, adjourn_open=True), Publish(2), SetResult(1, 5, results[4])):
        event.act(later, "me", AT, SAID)
    assert [[board.number, *board.seats] for board in event.state.rounds[2].games] == LEFT["round_2"]["boards"]
    for board, result in enumerate(LEFT["results_2"], 1):
        event.act(SetResult(2, board, result), "me", AT, SAID)
    event.act(WithdrawEntry(3), "me", AT, SAID)
    event.act(WithdrawEntry(5, expelled=True), "me", AT, SAID)
    return event.state


def test_vcl_170_and_197_players_who_left_are_marked_and_the_expelled_not_ranked() -> None:
    state = the_event()
    table, event = standings_after(state)
    expected = LEFT["standings_after_2"]
    assert [[row.rank, row.number, row.points] for row in table.rows] == [
        [rank, number, Fraction(str(points))] for rank, number, points, *_ in expected["rows"]
    ]
    assert [(one.number, one.points) for one in table.not_ranked] == [(5, Fraction(2))]
    document = event_standings(state, table).document()
    marked = {row["number"]: row["left"] for row in document["rows"] if "left" in row}
    assert marked == {3: {"kind": "withdrawn", "round": 3}}
    (gone,) = document["not_ranked"]
    assert (gone["number"], gone["entry"], gone["left"]) == (5, 5, {"kind": "expelled", "round": 3})
    values = {row["number"]: row["values"]["BH"] for row in document["rows"]}
    assert (values[8], values[10]) == ("3", "3"), "opponents still have the results of 5"
    csv_table = standings_rows(table)
    assert csv_table.headings[-1] == "left"
    assert [row[-1] for row in csv_table.rows if row[-1]] == ["W3", "X3"]
    for paper in ("standings", "crosstable"):
        shown = ReadPaper(event_paper(state, paper)).flat
        assert "[W3]" in shown, paper
        assert "[X3]" in shown, paper
        assert "Not ranked: 5" in shown, paper
    assert event.players[4].name in shown


def test_the_expelled_stay_in_events_before_march_2026() -> None:
    """S 3.6"""
    table, _ = standings_after(the_event("2026-02-20"))
    assert table.not_ranked == ()
    assert 5 in {row.number for row in table.rows}
    assert table.mark_of(5) == " [X3]", "but the mark is there"


def test_files_name_those_who_left_and_are_read_so() -> None:
    """The comments of a file mark them for everybody who reads it, and its places hold."""
    state = the_event()
    data = export_trf(state, "trf26").data
    lines = data.decode().splitlines()
    assert {"### Withdrawal @ Round 3: 3", "### Expulsion @ Round 3: 5"} <= {*lines}
    report = read_report(data)
    assert report.event.players[4].final_rank is None
    read, own = standings(report), standings_after(state)[0]
    assert [(row.rank, row.number) for row in read.rows] == [(row.rank, row.number) for row in own.rows]
    assert read.left == own.left
    assert not check_standings(read, report).differences
    (ignored,) = [finding for finding in report.findings if finding.code == "comment-ignored"]
    comments = [line for line in lines if line.startswith("###")]
    assert ignored.values["count"] == len(comments) - 2, "those who left are read, the others are not used"


def test_a_file_that_is_taken_over_keeps_who_left() -> None:
    """The places, the marks and the comments of the file are those of the event that was made of it."""
    state = the_event()
    data = export_trf(state, "trf26").data
    taken = Journal()
    taken.act(take_over(data, file="left.trf").command(), "me", AT, SAID)
    again, own = standings_after(taken.state)[0], standings_after(state)[0]
    assert [(row.rank, row.number) for row in again.rows] == [(row.rank, row.number) for row in own.rows]
    assert (again.left, again.not_ranked) == (own.left, own.not_ranked)
    comments = [line for line in export_trf(taken.state, "trf26").data.decode().splitlines() if " @ Round 3: " in line]
    assert comments == [line for line in data.decode().splitlines() if " @ Round 3: " in line]


def test_vcl_198_why_the_expelled_have_no_place() -> None:
    """Words and the article, also beside somebody who has a place; the number of a stranger is refused as before."""
    table, _ = standings_after(the_event())
    (step,) = explain(table, 5)
    assert step.article.number == "VCL 198"
    assert "was expelled and is not ranked" in sentence(step)
    assert "fue expulsado y no se clasifica" in sentence(step, "es")
    assert explain_pair(table, 1, 5) == (step,)
    with pytest.raises(ArpadError, match="not in the standings"):
        explain(table, 99)


def test_a_group_names_its_own_players_alone() -> None:
    """Number 5 was expelled: a group without number 5 does not say so."""
    state = the_event()
    table, event = standings_after(state)
    rating = event.players[4].rating
    within = table_of_group(state, table, event, f"rating >= {rating}")
    without = table_of_group(state, table, event, f"rating < {rating}")
    assert [one.number for one in within.not_ranked] == [5]
    assert without.not_ranked == ()
    assert not any("Not ranked" in line for line in standings_in_words(without, "en").legend)
    assert "not_ranked" not in without.document()


def test_editions_side_by_side_show_who_is_ranked_in_one_alone() -> None:
    state = the_event()
    tables = [standings_after(state, edition=edition)[0] for edition in ("c07-2023", "c07-2026")]
    for pair in (tables, tables[::-1]):
        compared = StandingsComparison(tuple(pair))
        (place,) = [place for place in compared.places if place.number == 5]
        assert sorted(rank is None for rank in place.ranks.values()) == [False, True]
        assert place.changes
        assert len({len(row) for row in comparison_in_words(compared, "en").rows}) == 1


def test_an_earlier_round_does_not_know_who_leaves_later() -> None:
    table, _ = standings_after(the_event(), 1)
    assert table.left == {}


def test_c_05_6_6_a_round_robin_shows_who_was_taken_out(arpad: Arpad) -> None:
    """TV-VF-RR-LEFT: the comment of the file is read; the player stands below the table, with the article."""
    file, expected = FOLDER / "rr-left-6.trf", json.loads((FOLDER / "rr-left-6.expected.json").read_text("utf-8"))
    document = arpad(f"standings {file} --json").json
    assert [(row["rank"], row["number"], Fraction(row["points"])) for row in document["rows"]] == [
        (row["rank"], row["number"], Fraction(str(row["points"]))) for row in expected["standings"]
    ]
    (gone,) = document["not_ranked"]
    assert (gone["number"], gone["article"]) == (5, "C.05 6.6")
    why = arpad(f"standings {file} --explain 5")
    assert (why.code, "with 2 of 5 games played" in why.out, "C.05 6.6" in why.out) == (0, True, True)
    taken = Journal()
    taken.act(take_over(file.read_bytes(), file=file.name).command(), "me", AT, SAID)
    comment = "### Withdrawal @ Round 3: 5, 2 of 5 games played, not in the standings (C.05 6.6)"
    assert export_trf(taken.state, "trf26").data.decode().splitlines().count(comment) == 1
    shown = arpad(f"standings {file}").out
    assert "Not ranked: 5 Elio, Cinco [W3]" in shown
    assert arpad(f"standings {file} --lang es").out.count("Sin clasificar: 5") == 1


def test_commands_show_the_marks(arpad: Arpad, tmp_path: Path) -> None:
    events = f"--events sqlite:///{tmp_path}/events.db --who me --yes --reason why"
    said = LEFT["start"]
    for command in said:
        named = command.replace("open-11.toml", str(FOLDER / "open-11.toml"))
        named = named.replace("open-11.csv", str(FOLDER / "open-11.csv")).removeprefix("arpad ")
        assert arpad(f"{named} {events}").code == 0, command
    for board, result in enumerate(LEFT["results_1"], 1):
        assert arpad(f"event result open-11 1 {board} {result} {events}").code == 0
    for command in LEFT["then"]:
        words = command.removeprefix("arpad ").partition(" --reason")[0]
        assert arpad(f"{words} {events}").code == 0, command
    shown = arpad(f"event standings open-11 {events}").out
    assert "[W2]" in shown
    assert "Not ranked: 5" in shown
    assert "[X2]" in arpad(f"event crosstable open-11 {events}").out
