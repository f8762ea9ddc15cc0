"""What is printed: the sheet of one player and the report forms, as PDF.

In: an event or its rating, and a language. Out: the bytes of a PDF, the same for the same input.
"""

from arpad.publication.crosstable import crosstable
from arpad.publication.form_1 import form_1
from arpad.publication.form_2 import form_2
from arpad.publication.form_3 import form_3
from arpad.publication.sheet import player_sheet

__all__ = ["crosstable", "form_1", "form_2", "form_3", "player_sheet"]
