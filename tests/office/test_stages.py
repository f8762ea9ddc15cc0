"""2003 and 2005 6.2, FEDA 7.2: an office pools the stages of an event, and proves the list made from them."""

import datetime as dt
from pathlib import Path

import pytest

from arpad.i18n import ArpadError
from arpad.office.context import Desk, found_system
from arpad.office.events import submit
from arpad.office.periods import close, import_list, publish
from arpad.office.proof.bundle import export_bundle, verify_bundle
from arpad.office.proof.sheets import view_event
from arpad.office.proof.verification import verify
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from office_ledgers import ledger_of
from places import FIXTURES

FILES = FIXTURES / "stages"
PRELIMINARY, FINAL = ((FILES / f"{name}.trf").read_bytes() for name in ("preliminary", "final"))
FIRST, NEXT = dt.date(2006, 1, 1), dt.date(2006, 4, 1)
NEWCOMER = "1008"


@pytest.fixture
def desk(database: Database, tmp_path: Path) -> Desk:
    """An office of 2006 in which seven players have 2000."""
    desk = Desk(database, regulations(), "fide", "officer", dt.datetime(2006, 4, 1, tzinfo=dt.UTC))
    found_system(desk, "ESP")
    rows = [f'{1001 + at},"Player, {name}",ESP,M,,2000,0,15,1980,' for at, name in enumerate("ABCDEFG")]
    file = tmp_path / "list.csv"
    file.write_text("\n".join(["id,name,federation,sex,title,rating,games,k,born,flag", *rows, ""]), encoding="utf-8")
    import_list(desk, file, FIRST)
    return desk


def rating(desk: Desk) -> int:
    row = ledger_of(desk, NEXT).rows([NEWCOMER]).get(NEWCOMER)
    return 0 if row is None else row.standing("standard").rating


def test_the_stages_are_one_event(desk: Desk, tmp_path: Path) -> None:
    """Seven draws and then 1.5 of two against two of the same players: nine games against seven players, 2000 + 12.5.
    The list is proved from both reports, here and from a bundle."""
    done = submit(desk, PRELIMINARY, stages=[FINAL], system="swiss")
    assert done.accepted
    assert done.event.end == dt.date(2006, 1, 21)
    close(desk, NEXT)
    assert rating(desk) == 2013
    publish(desk, NEXT)
    assert all(proof.sound for proof in verify(desk))
    shown = view_event(desk, done.event.id).event
    assert shown is not None
    assert shown.rounds == 9
    export_bundle(desk, NEXT, None, tmp_path / "list.zip")
    assert all(proof.sound for proof in verify_bundle(tmp_path / "list.zip", regulations()))


def test_two_events_are_not_enough(desk: Desk) -> None:
    """Handed in as two events, the final has two rated opponents and does not count (6.42): seven games, no rating."""
    for data in (PRELIMINARY, FINAL):
        assert submit(desk, data, system="swiss").accepted
    close(desk, NEXT)
    assert rating(desk) == 0


def test_a_stage_is_not_handed_in_again(desk: Desk) -> None:
    submit(desk, PRELIMINARY, stages=[FINAL], system="swiss")
    with pytest.raises(ArpadError) as problem:
        submit(desk, FINAL)
    assert problem.value.key == "event-submitted-before"


def test_an_edition_without_the_rule(desk: Desk) -> None:
    """From 2017 on no text pools stages: each is an event of its own."""
    done = submit(desk, PRELIMINARY, stages=[FINAL], system="swiss", edition="fide-2017")
    assert not done.accepted
    assert "stages-not-pooled" in [finding.code for finding in done.findings]
