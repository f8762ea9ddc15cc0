"""The scale of an office: its published lists and the games between them, handed to the laboratory as columns.

In: a desk and a time class. Out: a source for `arpad.lab`; nothing is written.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.scale.source import OfficeSource, office_source

__getattr__ = door(__name__)

__all__ = ["OfficeSource", "office_source"]
