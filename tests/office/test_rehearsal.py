"""A rehearsal on both databases: everything is seen, nothing is kept."""

import datetime as dt
from pathlib import Path

import pytest

from arpad.i18n import ArpadError
from arpad.office.context import Desk, dry_run, found_system
from arpad.office.decisions.corrections import CorrectReport, Withdraw
from arpad.office.decisions.decisions import Merge, SetRating, decide, list_decisions
from arpad.office.events import list_events, submit
from arpad.office.lists import handed_in_by, list_changes, log_lines, overview, version, versions
from arpad.office.periods import close, import_list, publish
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from cli_office_town import LIST, REPORTS
from office_checks import fingerprint

NOON = dt.datetime(2024, 9, 2, 12, tzinfo=dt.UTC)
JULY, AUGUST, SEPTEMBER = (dt.date(2024, month, 1) for month in (7, 8, 9))
FACTS = {"registered": "2024-06-01", "hybrid": False}


@pytest.fixture
def desk(database: Database, tmp_path: Path) -> Desk:
    """The list of July, the published list of August, and a report that waits for September."""
    desk = Desk(database, regulations(), "fide", "Eva", NOON)
    found_system(desk, "ESP")
    (tmp_path / "list.csv").write_text(LIST, "utf-8")
    import_list(desk, tmp_path / "list.csv", JULY)
    submit(desk, REPORTS["july.trf"].encode(), facts=FACTS)
    close(desk, AUGUST)
    publish(desk, AUGUST)
    submit(desk, REPORTS["august.trf"].encode(), facts=FACTS)
    return desk


def whole(desk: Desk) -> str:
    with desk.database.reading() as connection:
        return fingerprint(connection)


def test_nothing_of_a_rehearsal_is_kept(desk: Desk) -> None:
    before = whole(desk)
    with dry_run(desk) as stage:
        close(stage, SEPTEMBER)
        publish(stage, SEPTEMBER)
        seen = decide(stage, CorrectReport(1, REPORTS["july-corrected.trf"].encode(), "seen"))
        decide(stage, Merge("104", "106", "seen"))
        decide(stage, SetRating("105", SEPTEMBER, 2050, "seen"))
        assert len(list_decisions(stage)) == 2
        assert len(versions(stage)) > 3
    assert whole(desk) == before
    assert [version.period for version in seen.versions] == [AUGUST, SEPTEMBER]
    assert list_decisions(desk) == []


def test_what_is_rehearsed_is_what_comes(desk: Desk) -> None:
    report = REPORTS["july-corrected.trf"].encode()
    with dry_run(desk) as stage:
        seen = decide(stage, CorrectReport(1, report, "scoresheet"))
    done = decide(desk, CorrectReport(1, report, "scoresheet"))
    assert done == seen
    assert [len(players) for players in done.touched] == list(done.changed)
    assert {player.id for player in done.touched[0]} <= {"101", "102", "103", "104"}
    assert all(change.before != change.after for change in done.touched[0])


def test_a_rehearsal_that_fails_says_why_and_keeps_nothing(desk: Desk) -> None:
    before = whole(desk)
    with pytest.raises(ArpadError, match="no event 9"):
        _withdrawn_twice(desk)
    assert whole(desk) == before
    decide(desk, Withdraw(1, "for good"))
    assert whole(desk) != before


def _withdrawn_twice(desk: Desk) -> None:
    with dry_run(desk) as stage:
        decide(stage, Withdraw(1, "first"))
        decide(stage, Withdraw(9, "second"))


def test_a_list_against_the_one_before(desk: Desk) -> None:
    found = list_changes(desk, AUGUST)
    assert found.against == version(desk, JULY)
    changed = found.differing["standard"]["changed"]
    assert {player.id for player in changed} <= {"101", "102", "103", "104"}
    assert changed
    assert not any(found.differing["blitz"].values())
    first = list_changes(desk, JULY)
    assert first.against is None
    assert not any(first.differing["standard"].values())


def test_the_overview_tells_what_waits(desk: Desk) -> None:
    found = overview(desk)
    assert (found.following, found.provisional) == (SEPTEMBER, None)
    assert found.published is not None
    assert found.published.period == AUGUST
    assert [event.id for event in found.due] == [2]
    assert submit(desk, REPORTS["stranger.trf"].encode(), facts=FACTS).accepted is False
    close(desk, SEPTEMBER)
    later = overview(desk)
    assert later.provisional is not None
    assert (later.following, later.due, [event.id for event in later.refused]) == (SEPTEMBER, (), [3])


def test_the_log_from_its_end_and_by_who(desk: Desk) -> None:
    lines = log_lines(desk)
    assert [line.id for line in lines] == sorted((line.id for line in lines), reverse=True)
    assert log_lines(desk, before=lines[1].id, limit=2) == lines[2:4]
    assert handed_in_by(desk, "Eva") == list(reversed(list_events(desk)))
    assert handed_in_by(desk, "Ana") == []
