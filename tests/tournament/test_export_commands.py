"""`arpad event export`: files of an event in the database, for people and for programs."""

from pathlib import Path

import pytest
from sqlalchemy import insert

from answers import Arpad
from arpad.domain.values import canonical
from arpad.office.storage.database import Database
from arpad.office.storage.schema import tournament_log, tournaments
from arpad.tournament.log import read_lines
from places import FIXTURES

FOLDER = FIXTURES / "tournament"
SLUG = "valdeoca-2026"


def kept(path: Path, upto: int = 110) -> str:
    """A database with the log of the vector, as far as a line."""
    url = f"sqlite:///{path}/events.db"
    database = Database(url)
    database.create()
    lines = list(read_lines((FOLDER / "swiss-60.log.jsonl").read_text("utf-8")))[:upto]
    with database.writing() as connection:
        connection.execute(insert(tournaments).values(id=1, slug=SLUG, secret="00"))
        rows = [{**line._asdict(), "tournament_id": 1, "data": canonical(line.data)} for line in lines]
        connection.execute(insert(tournament_log), rows)
    database.dispose()
    return url


@pytest.mark.parametrize("version", ["16", "26"])
def test_an_exported_round_is_paired_by_the_command(arpad: Arpad, tmp_path: Path, version: str) -> None:
    """The file of a complete round, paired by `arpad pair`, gives the next round of the event."""
    url, file = kept(tmp_path), tmp_path / "round.trf"
    done = arpad(f"event export {SLUG} --events {url} --trf {version} --round 4 -o {file} --json")
    assert (done.code, done.json["format"], done.json["output"]) == (0, f"trf{version}", str(file))
    assert [finding["code"] for finding in done.json["findings"]] == (
        ["trf16-system", "trf16-absences"] if version == "16" else []
    )
    system = "--system dutch-2017" if version == "16" else ""
    paired = arpad(f"pair {file} --adjourn-open {system} --json").json
    drawn = next(line.data for line in read_lines((FOLDER / "swiss-60.log.jsonl").read_text("utf-8")) if line.n == 84)
    numbers = drawn["numbers"]
    boards = [[one["board"], numbers[one["white"] - 1], numbers[one["black"] - 1]] for one in paired["pairs"]]
    assert (paired["round"], boards) == (5, drawn["boards"])


def test_the_file_goes_to_standard_output(arpad: Arpad, tmp_path: Path) -> None:
    out = arpad(f"event export {SLUG} --events {kept(tmp_path)} --rated").out
    assert out.startswith("012 Open de Valdeoca\n")
    assert "\n299          -0.5  002    3\n" in out


def test_the_log_is_exported_as_it_is(arpad: Arpad, tmp_path: Path) -> None:
    out = arpad(f"event export {SLUG} --events {kept(tmp_path)} --log").out
    assert out == (FOLDER / "swiss-60.log.jsonl").read_text("utf-8")


def test_a_round_that_is_not_complete_has_no_file(arpad: Arpad, tmp_path: Path) -> None:
    """Round 5 is published and open: it is exported as it stands, not as a complete round."""
    url = kept(tmp_path, 85)
    refused = arpad(f"event export {SLUG} --events {url} --round 5")
    assert (refused.code, refused.out, "29 in all" in refused.err) == (2, "", True)
    assert arpad(f"event export {SLUG} --events {url}").out.count(" ?\n") == 58
    assert arpad(f"event export {SLUG} --events {url} --round 7").code == 2
    assert arpad(f"event export {SLUG} --events {url} --trf 06").code == 2
