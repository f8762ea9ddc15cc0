"""The desk: where somebody works, in a system and at a time, with the shelf of lists.

In: a database, a system, a name, an instant. Out: one transaction, to look or to work in; or to rehearse.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.desk.desk import Desk, SystemRecord, found_system, systems_of
    from arpad.office.desk.rehearsing import rehearsal
    from arpad.office.desk.shelf import Shelf, foreign_shelf, looking, version_record, working

__getattr__ = door(__name__)

__all__ = [
    "Desk", "Shelf", "SystemRecord", "foreign_shelf", "found_system", "looking", "rehearsal", "systems_of",
    "version_record", "working",
]  # fmt: skip
