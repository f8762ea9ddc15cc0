"""The tournament of the demo federation: in its fifth round, proved, and the same every time."""

import shutil
from pathlib import Path

from sqlalchemy import select

from arpad.formats.read import read_report
from arpad.formats.report import tie_break_records
from arpad.office.context import Desk
from arpad.office.demo import found_running_event
from arpad.office.storage._tables import get_report
from arpad.office.storage.database import Database
from arpad.office.storage.schema import reports
from arpad.office.tournaments.store import EventStore
from arpad.regulations.rating_editions import regulations
from arpad.standings.check import check_standings, rank_findings
from arpad.standings.table import standings
from arpad.tournament.journal import state_digest
from arpad.tournament.verification import prove
from web_demo import NAME, NOW


def test_the_fifth_round_is_being_played(demo_file: Path, tmp_path: Path) -> None:
    digests = set()
    for copy in ("one.db", "two.db"):
        shutil.copy(demo_file, tmp_path / copy)
        database = Database(f"sqlite:///{tmp_path / copy}")
        found_running_event(database, Desk(database, regulations(), "fide", NAME, NOW))
        event_store = EventStore(database)
        state = event_store.open("valdeoca").state
        assert (state.last_published, len(state.rounds[5].open_boards), len(state.numbers)) == (5, 14, 40)
        assert prove(event_store.lines("valdeoca")).proved
        digests.add(state_digest(state))
        event_store.close()
    assert len(digests) == 1


def test_every_report_is_ranked_by_the_tie_breaks_that_it_names(demo_file: Path) -> None:
    """Opens by Buchholz; the corrected report too. They were ranked by points and number."""
    database = Database(f"sqlite:///{demo_file}")
    with database.reading() as connection:
        kept = [get_report(connection, key) for key in connection.execute(select(reports.c.sha256)).scalars()]
    database.dispose()
    assert len(kept) > 3
    for report in map(read_report, kept):
        assert tie_break_records(report), report.event.name
        assert check_standings(standings(report), report).differences == (), report.event.name
        assert rank_findings(report) == []
