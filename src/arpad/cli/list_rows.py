"""The rows of a rating list as a table: every column that a list may have, with its heading."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.cli.output import cell, table
from arpad.i18n import Language, text

HEADINGS = {
    "place": "final-rank",
    "id": "fide-id",
    "name": "player",
    "federation": "federation",
    "sex": "sex",
    "title": "title",
    "born": "born",
    "birthday": "birthday",
    "flag": "flag",
    "rating": "rating",
    "games": "games-of-list",
    "k": "k",
    "games_so_far": "games-so-far",
    "rapid_rating": "rapid",
    "rapid_games": "games-of-list",
    "rapid_k": "k",
    "blitz_rating": "blitz",
    "blitz_games": "games-of-list",
    "blitz_k": "k",
}
RATINGS = ("rating", "rapid_rating", "blitz_rating")


def show_rows(language: Language, names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
    """Print some rows; `names` are the columns that the list has, in any order."""
    from arpad.formats.rating_lists.columns import TEXTS

    shown = [name for name in HEADINGS if name in names]
    left = [place for place, name in enumerate(shown) if name in TEXTS]
    cells = [[_cell(name, row[name], language) for name in shown] for row in rows]
    table(language, [HEADINGS[name] for name in shown], cells, left=left)


def _cell(name: str, value: str | int | None, language: Language) -> str:
    """Return a cell of the list. A rating of 0 is told in words: the player was rated on the list before."""
    if name in RATINGS and value == 0:
        return text("word.unrated", language)
    return value if isinstance(value, str) else cell(value)
