"""Printed documents: the sheet of one player, the report forms, the certificates and applications for titles, as PDF.

In: an event, its rating, a norm or an application, and a language. Out: the bytes of a PDF, the same for the same
input.
"""

from arpad.papers.old_forms import form_1, form_2, form_3, it2
from arpad.papers.player_sheet import player_sheet
from arpad.papers.standings import crosstable
from arpad.papers.title_forms import ReportExtra, form_4, form_5, form_6, it1, it3

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
