"""The desk: where somebody works, in a system and at a time, with the shelf of lists.

In: a database, a system, a name, an instant. Out: one transaction, to look or to work in; or to rehearse.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.desk.desk import Desk, SystemRecord, found_system, system_named, systems_of
    from arpad.office.desk.held_events import games_held
    from arpad.office.desk.list_rules import editions_at, editions_of, in_force, named_of, next_list, to_be_named
    from arpad.office.desk.list_tables import (
        before_decided,
        best_of_federation,
        federations_of,
        list_rows,
        list_table,
        news_between,
        top_table,
    )
    from arpad.office.desk.player_register import REGISTER, register_rows
    from arpad.office.desk.rehearsing import rehearsal
    from arpad.office.desk.shelf import Shelf, foreign_shelf, version_record
    from arpad.office.desk.time_zone import office_zone, read_zone, set_office_zone
    from arpad.office.desk.transactions import looking, open_indexes, working

__getattr__ = door(__name__)

__all__ = [
    "REGISTER", "Desk", "Shelf", "SystemRecord", "before_decided", "best_of_federation", "editions_at", "editions_of",
    "federations_of", "foreign_shelf", "found_system", "games_held", "in_force", "list_rows", "list_table", "looking",
    "named_of", "news_between", "next_list", "office_zone", "open_indexes", "read_zone", "register_rows", "rehearsal",
    "set_office_zone", "system_named", "systems_of", "to_be_named", "top_table", "version_record", "working",
]  # fmt: skip
