"""9.1: a report that missed its list is told with the list in which it counts, and is called late."""

import datetime as dt
from pathlib import Path

import pytest

from answers import Arpad
from arpad.documents.document import document_of
from arpad.office.accounts.people import add_account
from arpad.office.context import Desk, found_system
from arpad.office.events import list_events, show_event, submit
from arpad.office.lists import overview
from arpad.office.periods import close, import_list, publish
from arpad.office.records import OfficeEvent, due_text
from arpad.office.storage.database import Database
from arpad.regulations.rating_edition import in_time_for
from arpad.regulations.rating_editions import edition, regulations
from office_rows import BY
from places import FIXTURES
from small_hand_over import PASSWORD, on_the_web
from web_desk_office import Visitor

DATA = FIXTURES / "office"
LIST, REPORT = DATA / "late-list.csv", DATA / "late-report.trf"
SEPTEMBER, OCTOBER, JANUARY = dt.date(2024, 9, 1), dt.date(2024, 10, 1), dt.date(2025, 1, 1)
FACTS = {"registered": "2024-07-01", "hybrid": False}


def office(database: Database, last: dt.date) -> Desk:
    """An office whose last list is of a day."""
    desk = Desk(database, regulations(), "fide", "Clara", dt.datetime(2024, 12, 10, 12, tzinfo=dt.UTC))
    found_system(desk, "ESP")
    import_list(desk, LIST, dt.date(2024, 8, 1))
    if last > dt.date(2024, 8, 1):
        import_list(desk, LIST, last, publish=True)
    return desk


@pytest.mark.parametrize(
    ("last", "received", "due", "late_for"),
    [
        ("2024-08-01", None, SEPTEMBER, None),
        ("2024-08-01", "2024-08-20", SEPTEMBER, None),
        ("2024-08-01", "2024-09-10", OCTOBER, SEPTEMBER),
        ("2024-12-01", None, JANUARY, SEPTEMBER),
        ("2024-12-01", "2024-08-20", JANUARY, SEPTEMBER),
        ("2024-12-01", "2024-09-10", JANUARY, SEPTEMBER),
    ],
)
def test_the_list_in_which_it_counts(
    last: str, received: str | None, due: dt.date, late_for: dt.date | None, tmp_path: Path
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'office.db'}")
    desk = office(database, dt.date.fromisoformat(last))
    came = None if received is None else dt.date.fromisoformat(received)
    made = submit(desk, REPORT.read_bytes(), received=came, facts=FACTS)
    assert made.accepted
    assert (made.event.due, made.event.late_for) == (due, late_for)
    assert made.event == list_events(desk)[0]
    assert made.event.document() == document_of(OfficeEvent, show_event(desk, 1))
    database.dispose()


def test_it_counts_where_it_was_said_to_count(database: Database) -> None:
    desk = office(database, dt.date(2024, 12, 1))
    said = submit(desk, REPORT.read_bytes(), facts=FACTS).event
    assert due_text(said, "en") == "Late: it missed the list of 1 September 2024 and counts in that of 1 January 2025"
    assert [event.id for event in overview(desk).due] == [1]
    assert said.due is not None
    assert close(desk, said.due).reports == 1
    publish(desk, said.due)
    rated = show_event(desk, 1)
    assert (rated.state, rated.period, rated.due, rated.late_for) == ("rated", said.due, said.due, SEPTEMBER)
    assert due_text(rated, "en") == ""


@pytest.mark.parametrize(
    ("rules", "end", "list_date"),
    [
        ("fide-2024", "2024-08-07", SEPTEMBER),
        ("fide-2024", "2024-08-28", OCTOBER),
        ("fide-2017", "2019-08-07", dt.date(2019, 9, 1)),
        ("feda-1996", "1998-05-31", dt.date(1998, 7, 1)),
    ],
)
def test_9_1_the_last_list_in_time(rules: str, end: str, list_date: dt.date) -> None:
    """Five days or fewer before the end of the month, the report is in time for the next list too."""
    assert in_time_for(edition(rules), dt.date.fromisoformat(end)) == list_date


def test_command_and_json_call_it_late(tmp_path: Path, arpad: Arpad, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARPAD_DB", f"sqlite:///{tmp_path / 'office.db'}")
    assert arpad("office init --federation ESP").code == 0
    for month in ("2024-08", "2024-12"):
        assert arpad(f"office import-list {LIST} --date {month} --publish").code == 0
    done = arpad(f"office submit {REPORT} --registered 2024-07-01 --no-hybrid")
    assert done.code == 0
    assert "Late: it missed the list of 1 September 2024 and counts in that of 1 January 2025" in done.out
    assert "Late: it missed" in arpad("office event 1").out
    assert "Con retraso" in arpad("office event 1 --lang es").out
    (event,) = arpad("office events --json").json
    assert (event["due"], event["late_for"]) == ("2025-01-01", "2024-09-01")
    assert "2024-09-01" in arpad("office events").out


def test_pages_call_it_late(tmp_path: Path) -> None:
    """The page of the event and the list of events name the list in which it counts, in both languages."""
    database = Database(f"sqlite:///{tmp_path / 'office.db'}")
    submit(office(database, dt.date(2024, 12, 1)), REPORT.read_bytes(), facts=FACTS)
    add_account(database, "officer", PASSWORD, "officer", BY)
    database.dispose()
    app = on_the_web(tmp_path / "office.db", dt.datetime(2024, 12, 10, 12, tzinfo=dt.UTC))
    officer = Visitor(app, "officer")
    page = officer.page("/office/events/1")
    assert "Late: it missed the list of 1 September 2024 and counts in that of 1 January 2025" in page
    assert '<span class="tag warning">late</span>' in page
    assert '<span class="tag warning">con retraso</span>' in officer.page("/office/events/1", language="es")
    row = officer.page("/office/events")
    assert "1 January 2025" in row
    assert "1 September 2024" not in row
    assert '<span class="tag warning">late</span>' in row
    app.state.site.close()
