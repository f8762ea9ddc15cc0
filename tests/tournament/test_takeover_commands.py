"""J6 by commands, on both databases: an event is taken over, continued to the same round, and handed on as a file."""

import hashlib
from pathlib import Path

import pytest

from answers import Arpad
from arpad.office.storage._tables import get_report
from arpad.office.storage.database import Database
from arpad.tournament.log import read_lines
from office_databases import url_of
from places import FIXTURES

FOLDER = FIXTURES / "tournament"
SLUG = "open-de-valdeoca-2026"


@pytest.mark.parametrize("version", ["16", "26"])
def test_j6_by_commands(arpad: Arpad, database: Database, tmp_path: Path, version: str) -> None:
    given = FOLDER / f"takeover-{version}.trf"
    common = f"--events {url_of(database)} --who me --at 2026-05-05T20:00:00Z"
    done = arpad(f"event take-over {given} --system dutch-2017 {common} --json").json
    assert (done["slug"], done["rounds"], done["differences"], done["warnings"]) == (SLUG, 5, [], [])
    assert {number: len(boards) for number, boards in done["open_boards"].items()} == {"4": 1, "5": 29}
    asked = [finding["player"] for finding in done["findings"] if finding["code"] == "import-has-left"]
    assert asked == ([56] if version == "16" else [])
    with database.reading() as connection:
        assert get_report(connection, hashlib.sha256(given.read_bytes()).hexdigest()) == given.read_bytes()
    refused = arpad(f"event draw {SLUG} {common}")
    assert (refused.code, "29 in all" in refused.err) == (2, True)

    log = list(read_lines((FOLDER / "swiss-60.log.jsonl").read_text("utf-8")))
    results = dict(log[86].data["results"]) | {3: "0-1"}
    told = tmp_path / "results.txt"
    told.write_text("".join(f"{board} {result}\n" for board, result in results.items()))
    assert arpad(f"event results {SLUG} 5 {told} {common}").code == 0
    assert arpad(f"event result {SLUG} 4 {done['open_boards']['4'][0]} 1-0 --yes {common}").code == 0
    for number in (55, 56):
        assert arpad(f"event withdraw {SLUG} {number} {common}").code == 0

    drawn = arpad(f"event draw {SLUG} {common} --json").json
    order = log[89].data["numbers"]
    seats = [[pair["board"], pair["white"], pair["black"]] for pair in drawn["pairs"]]
    assert seats == [
        [board, order.index(white) + 1, order.index(black) + 1] for board, white, black in log[89].data["boards"]
    ]
    assert arpad(f"event verify {SLUG} {common}").code == 0
    assert arpad(f"event export {SLUG} {common}").out.count("\n240 Z ") == 4


def test_an_event_before_the_first_edition_of_c07_is_ranked(arpad: Arpad, tmp_path: Path) -> None:
    """By points alone, with a finding that says what to choose; by an edition that was chosen, at once or later."""
    events = f"--events sqlite:///{tmp_path / 'events.db'} --who me"
    given = FOLDER / "takeover-2012.trf"
    assert arpad(f"event take-over {given} --slug old {events}").code == 0
    said = arpad(f"event standings old {events}")
    assert (said.code, "Choose the edition of the tie-breaks" in " ".join(said.out.split())) == (0, True)
    assert "Ranked by points alone" in said.out
    table = arpad(f"event standings old {events} --json").json
    assert [table["edition"], [one["code"] for one in table["findings"]]] == [None, ["tie-break-edition-none"]]
    assert [(row["rank"], row["number"]) for row in table["rows"][:4]] == [(1, 1), (2, 2), (2, 4), (4, 3)]
    assert arpad(f"event crosstable old {events}").code == 0
    assert arpad(f"event standings old --edition c07-2023 {events} --json").json["edition"] == "c07-2023"
    file, papers = tmp_path / "old.trf", tmp_path / "old.zip"
    assert arpad(f"event export old -o {file} {events}").code == 0
    assert [line[85:89].strip() for line in file.read_text().splitlines() if line.startswith("001")][:4] == list("1242")
    assert arpad(f"event norms old --player 1 {events}").code == 2, "no round is left"
    assert arpad(f"event finish old {events}").code == 0
    assert arpad(f"event report old -o {papers} {events}").code == 0
    refused = arpad(f"event set old tie_break_edition c07-1999 {events}")
    assert (refused.code, "c07-2017" in refused.err) == (2, True)
    assert arpad(f"event set old tie_break_edition c07-2017 {events}").code == 0
    chosen = arpad(f"event standings old {events} --json").json
    assert [chosen["edition"], [row["rank"] for row in chosen["rows"][:4]]] == ["c07-2017", [1, 2, 3, 4]]
    assert arpad(f"event set old tie_break_edition {events}").code == 0
    assert arpad(f"event standings old {events} --json").json["edition"] is None
    assert arpad(f"event ratings old {events}").code == 2, "no edition for rating in 2012"
    assert arpad(f"event set old rating_edition fide-2005 {events}").code == 0
    assert "2020" in arpad(f"event ratings old {events}").out
    named = f"--tie-break-edition c07-2017 --rating-edition fide-2005 --slug named {events}"
    assert arpad(f"event take-over {given} {named}").code == 0
    assert arpad(f"event standings named {events} --json").json["edition"] == "c07-2017"
    wrong = arpad(f"event take-over {given} --tie-break-edition c07 --slug wrong {events}")
    assert (wrong.code, "c07-2017" in wrong.err) == (2, True)
    assert arpad(f"event show wrong {events}").code == 2, "nothing was made"


def test_a_take_over_names_the_places_that_the_table_does_not_give(arpad: Arpad, tmp_path: Path) -> None:
    """1 and 2 are level, 1 is before 2 by SB, and the file prints 2 first: the export has the places of the table."""
    events = f"--events sqlite:///{tmp_path / 'events.db'} --who me"
    given = FOLDER / "places-contradicted.trf"
    said = arpad(f"event take-over {given} --slug places --yes {events}")
    assert (said.code, "1: 2 → 1, 2: 1 → 2" in " ".join(said.out.split())) == (0, True)
    written = arpad(f"event export places {events}").out
    assert [line[85:89].strip() for line in written.splitlines() if line.startswith("001")] == list("1234")
    again = arpad(f"event take-over {given} --slug again --yes {events} --json").json
    assert [one["severity"] for one in again["findings"] if one["code"] == "import-places"] == ["warning"]


@pytest.mark.parametrize("name", ["announced-away", "announced-away-16"])
def test_a_player_who_was_announced_as_away_comes_back(arpad: Arpad, tmp_path: Path, name: str) -> None:
    """240 and XXZ: 5 is away. 6 has left by a comment, and 240 says that again. One command brings each back."""
    events = f"--events sqlite:///{tmp_path / 'events.db'} --who me --yes"
    assert arpad(f"event take-over {FOLDER / name}.trf --slug away {events}").code == 0
    drawn = arpad(f"event draw away {events} --json").json
    assert 5 not in {side for pair in drawn["pairs"] for side in (pair["white"], pair["black"])}
    assert arpad(f"event clear away 2 {events}").code == 0
    assert "Player 05, Test plays again from round 2 on." in arpad(f"event return away 5 {events}").out
    twice = arpad(f"event return away 5 {events}")
    assert (twice.code, "is away in no round to come" in twice.err) == (2, True)
    if name == "announced-away":
        assert arpad(f"event return away 6 {events}").code == 0
    drawn = arpad(f"event draw away {events} --json").json
    assert {side for pair in drawn["pairs"] for side in (pair["white"], pair["black"])} == {1, 2, 3, 4, 5, 6}
    assert "\n240" not in arpad(f"event export away {events}").out
    assert arpad(f"event verify away {events}").code == 0


def test_a_team_that_was_announced_as_away_comes_back(arpad: Arpad, tmp_path: Path) -> None:
    """240: Team 004 is away in round 3, Team 003 in rounds 3 and 4, which are all that are left."""
    events = f"--events sqlite:///{tmp_path / 'events.db'} --who me --yes"
    assert arpad(f"event take-over {FOLDER / 'announced-away-teams.trf'} --slug away {events}").code == 0
    teams = arpad(f"event teams away {events} --json").json
    assert [(one["withdrawn_from"], one["absences"]) for one in teams[2:]] == [(3, {}), (None, {"3": "Z"})]
    assert "Team 004 plays in round 3." in arpad(f"event absent away 4 3 none {events}").out
    assert arpad(f"event absent away 4 3 Z {events}").code == 0
    half = arpad(f"event absent away 4 3 H {events}")
    assert (half.code, "without points" in half.err) == (2, True)
    assert arpad(f"event absent away 3 3 none {events}").code == 2, "it has left: return brings it back"
    for team, first in ((4, ""), (3, "--from 4"), (3, "--from 3")):
        assert arpad(f"event return away {team} {first} {events}").code == 0
    assert arpad(f"event return away 3 {events}").code == 2
    drawn = arpad(f"event draw away {events} --json").json
    assert drawn["absent"] == []
    assert arpad(f"event return away 3 --from 3 {events}").code == 2, "the round is drawn"
    assert "\n240" not in arpad(f"event export away {events}").out
    assert arpad(f"event verify away {events}").code == 0
