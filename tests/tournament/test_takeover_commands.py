"""J6 by commands, on both databases: an event is taken over, continued to the same round, and handed on as a file."""

import hashlib
from pathlib import Path

import pytest

from answers import Arpad
from arpad.office.storage import Database, get_report
from arpad.tournament import read_lines
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
    assert arpad(f"event result {SLUG} 4 {done['open_boards']['4'][0]} 1-0 {common}").code == 0
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
