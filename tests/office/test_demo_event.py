"""The tournament of the demo federation: in its fifth round, proved, and the same every time."""

import shutil
from pathlib import Path

from arpad.office.demo import found_running_event
from arpad.office.desk import Desk
from arpad.office.storage import Database
from arpad.office.tournaments import EventKeeper
from arpad.regulations import regulations
from arpad.tournament.digest import state_digest
from arpad.tournament.documents import open_boards
from arpad.tournament.proving import prove
from web_demo import NAME, NOW


def test_the_fifth_round_is_being_played(demo_file: Path, tmp_path: Path) -> None:
    digests = set()
    for copy in ("one.db", "two.db"):
        shutil.copy(demo_file, tmp_path / copy)
        database = Database(f"sqlite:///{tmp_path / copy}")
        found_running_event(database, Desk(database, regulations(), "fide", NAME, NOW))
        keeper = EventKeeper(database)
        state = keeper.open("valdeoca").state
        assert (state.last_published, len(open_boards(state, 5)), len(state.numbers)) == (5, 14, 40)
        assert prove(keeper.lines("valdeoca")).proved
        digests.add(state_digest(state))
        keeper.close()
    assert len(digests) == 1
