"""The office for the laboratory: its published lists and the games between them as columns; periods game by game.

In: a desk and a time class. Out: a source for `arpad.lab`, games to rate again, interim ratings; nothing is written.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.scale.compared import office_games
    from arpad.office.scale.interim import InterimSheet, interim_on, interim_sheet
    from arpad.office.scale.source import OfficeSource, office_source

__getattr__ = door(__name__)

__all__ = ["InterimSheet", "OfficeSource", "interim_on", "interim_sheet", "office_games", "office_source"]
