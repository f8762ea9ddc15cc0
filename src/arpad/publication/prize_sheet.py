"""The sheet of the prizes: every addend, the sums, and room for the signatures of the two people who computed them."""

from arpad.documents.findings import message
from arpad.i18n import Language, text
from arpad.prizes.award import SideBySide
from arpad.prizes.tables import category_columns, column_names, is_left, player_columns, told_prizes
from arpad.publication.typesetting import typeset, words


def prize_sheet(found: SideBySide, event: str, language: Language = "en") -> bytes:
    """Return the sheet as PDF, on A4."""
    told = told_prizes(found, language)
    players, categories = player_columns(found), category_columns(found)
    data = {
        "words": words("prizes.sheet", language),
        "title": text("prizes.sheet.title", language),
        "event": event,
        "head": told.head,
        "announced": list(told.announced),
        "players": _table(found, players, told.players, language),
        "groups": list(told.groups),
        "categories": _table(found, categories, told.categories, language),
        "sums": list(told.sums),
        "remarks": [message(finding, language) for finding in found.findings],
    }
    return typeset("prize_sheet", data, language)


def _table(
    found: SideBySide, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...], language: Language
) -> dict[str, object]:
    return {
        "headings": column_names(columns, language),
        "left": [is_left(name, found) for name in columns],
        "wide": [name in ("name", "where") for name in columns],
        "rows": [list(row) for row in rows],
    }
