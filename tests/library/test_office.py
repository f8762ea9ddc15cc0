"""An office for a program: the same lists as the commands make."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.i18n import ArpadError, StorageFault
from arpad.library.office import Office
from places import PROJECT

FEDERATION = PROJECT / "examples" / "federation"
AT = dt.datetime(2023, 10, 1, 12, tzinfo=dt.UTC)


def test_an_office_in_memory_makes_the_lists_of_the_commands(arpad: Arpad, tmp_path: Path) -> None:
    db = f"--db sqlite:///{tmp_path}/office.db"
    facts: dict[str, Any] = {"registered": "2023-09-01", "received": "2023-09-24", "hybrid": False}
    arpad(f"office init --federation ESP {db}")
    imported = arpad(f"office import-list {FEDERATION}/list-2023-09.csv --date 2023-09 --json {db}").json
    typed = "--registered 2023-09-01 --received 2023-09-24 --no-hybrid"
    submitted = arpad(f"office submit {FEDERATION}/01-valdeoca.trf {typed} --json {db}").json
    closed = arpad(f"office close 2023-10 --json {db}").json
    with Office.memory(federation="ESP", at=AT) as office:
        assert office.import_list(FEDERATION / "list-2023-09.csv", "2023-09").to_dict() == imported
        verdict = office.submit((FEDERATION / "01-valdeoca.trf").read_bytes(), **facts)
        assert verdict.to_dict() == submitted
        assert verdict.accepted
        made = office.close("2023-10")
        assert made.to_dict() == closed
        assert made.version.state == "provisional"
        published = made.publish()
        assert (published.state, published.digest) == ("published", closed["digest"])
        arpad(f"office publish 2023-10 {db}")
        player = arpad(f"office player 99000101 --json {db}").json
        assert office.player("99000101").to_dict() == player
        assert office.player("99000101").rating == player["history"][-1]["rating"]
        rows = arpad(f"office list 2023-10 --json {db}").json["players"]
        listed = office.list("2023-10")
        assert [row.rating for row in listed] == [row["rating"] for row in rows]
        assert listed.date == dt.date(2023, 10, 1)
        sheet = office.sheet("99000101", "2023-10")
        assert sheet.to_dict() == arpad(f"office sheet 99000101 2023-10 --json {db}").json
        assert "8.3.2d" in sheet.why("es")
        assert office.verify()
        assert len(office.lists()) == 2


def test_a_correction_makes_new_versions(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/office.db"
    with Office.found(url, federation="ESP", at=AT) as office:
        office.import_list(FEDERATION / "list-2023-09.csv", "2023-09")
        event = office.submit(FEDERATION / "02-ribera.trf").event
        office.close("2023-10").publish()
        office.close("2023-11").publish()
    with Office.open(url, who="officer") as office:
        again = office.correct(event.id, FEDERATION / "02-ribera-corrected.trf", reason="result of board 3")
        assert again.accepted
        assert [version.number for version in again.versions] == [2]
        assert sum(again.changed)
        office.backup(tmp_path / "office.zip")
        assert (tmp_path / "office.zip").stat().st_size


def test_what_an_office_cannot_do_is_refused() -> None:
    with Office.memory() as office:
        for call, words in (
            (lambda: office.close("2023-10"), "2023-10"),
            (lambda: office.close("October"), "period"),
            (lambda: office.player("1"), "1"),
            (lambda: office.submit(FEDERATION / "list-2023-09.csv"), "not a tournament report"),
            (lambda: office.submit(FEDERATION / "01-valdeoca.trf", weather="fine"), "weather"),
            (
                lambda: office.submit(FEDERATION / "01-valdeoca.trf", event=9),
                r"no event 9.*`office.events\(\)`",
            ),
            (lambda: office.submit(FEDERATION / "01-valdeoca.trf", event=2**70), "event: .* out of range"),
            (lambda: office.correct(2**70, FEDERATION / "01-valdeoca.trf", reason="-"), "event: .* out of range"),
        ):
            with pytest.raises(ArpadError, match=words):
                call()
        with pytest.raises(ArpadError, match="which: “all”"):
            office.list("2023-10", which="all")  # type: ignore[arg-type]
    with pytest.raises(ArpadError, match="the office is closed"):
        office.lists()
    with pytest.raises(ArpadError, match="federation"):
        Office.memory(federation="Spain")
    with pytest.raises(ArpadError, match="federation: “3”"):
        Office.memory(federation=3)  # type: ignore[arg-type]
    with pytest.raises(ArpadError, match="who="):
        Office.memory(who=None)  # type: ignore[arg-type]
    with pytest.raises(StorageFault, match="arpad office init"):
        Office.open("sqlite:///no-such-office.db")
