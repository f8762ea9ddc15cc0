"""Printed documents: the sheet of one player, the report forms, the certificates and applications for titles, as PDF.

In: an event, its rating, a norm or an application, and a language. Out: the bytes of a PDF, the same for the same
input.
"""

from arpad.publication.crosstable import crosstable
from arpad.publication.form_1 import form_1
from arpad.publication.form_2 import form_2
from arpad.publication.form_3 import form_3
from arpad.publication.form_4 import form_4
from arpad.publication.form_5 import form_5
from arpad.publication.form_6 import form_6
from arpad.publication.it1 import it1
from arpad.publication.it2 import it2
from arpad.publication.it3 import ReportExtra, it3
from arpad.publication.sheet import player_sheet

__all__ = [
    "ReportExtra",
    "crosstable",
    "form_1",
    "form_2",
    "form_3",
    "form_4",
    "form_5",
    "form_6",
    "it1",
    "it2",
    "it3",
    "player_sheet",
]
