"""The rounds of a draw to hang up: boards, players, and room for the results."""

from collections.abc import Sequence

from arpad.i18n import Language, text
from arpad.pairing.draws import Draw
from arpad.pairing.round_robin_tables import Lot
from arpad.pairing.team_tables import Names, numbered, title
from arpad.publication.typesetting import typeset, words

LONG_NAME = 12
"""A name with more signs than this needs half the width of the page."""


def draw_table(draw: Draw, names: Sequence[str], lots: Sequence[Lot] = (), language: Language = "en") -> bytes:
    """Return all rounds as PDF. Players who drew their numbers are printed with their names."""
    given = names or [lot.entrant.name for lot in lots]
    shown = Names(draw, given, language)
    rounds = [
        {
            "heading": text("draw.round", language, number=number),
            "boards": [[str(board), shown[pairing.white], shown[pairing.black]] for board, pairing in boards],
            "byes": shown.byes(one),
        }
        for number, (one, boards) in enumerate(zip(draw.rounds, numbered(draw), strict=True), 1)
    ]
    data = {
        "words": words("draw.sheet", language),
        "title": title(draw, language),
        "lots": [[str(lot.number), lot.entrant.federation, lot.entrant.name, lot.group] for lot in lots],
        "rounds": rounds,
        "counter": "tie" if draw.kind == "knockout" else "board",
        "wide": draw.kind == "knockout" or max(map(len, given), default=0) > LONG_NAME,
    }
    return typeset("draw_table", data, language)
