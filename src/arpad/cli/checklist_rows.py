"""The arbiter's check-list before a round, on the screen and as JSON."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.cli.output import line, table
from arpad.i18n import Language, number, text
from arpad.pairing.checklist import ChecklistRow
from arpad.pairing.documents import system_document
from arpad.pairing.state import PairingState

HEADINGS = [
    "player", "rating", "points", "pair-colours", "pair-preference", "pair-last", "pair-before", "pair-difference",
    "pair-bye", "pair-opponents",
]  # fmt: skip


def checklist_document(state: PairingState, rows: Sequence[ChecklistRow]) -> dict[str, Any]:
    """Return the check-list for programs."""
    return {"round": state.round, **system_document(state.system), "players": [_document(member) for member in rows]}


def _document(member: ChecklistRow) -> dict[str, object]:
    return {
        "player": member.rank,
        "score": member.score,
        "colours": member.colours,
        "preference": member.preference,
        "float": member.last,
        "float_before": member.before,
        "colour_difference": member.difference,
        "bye_allowed": member.bye_allowed,
        "opponents": list(member.opponents),
    }


def show_checklist(
    spoken: Language,
    asked: int,
    rows: Sequence[ChecklistRow],
    names: Mapping[int, str],
    ratings: Mapping[int, int | None],
) -> None:
    """Print the check-list as a table."""
    line(text("pairing.checklist", spoken, round=asked), style="bold")
    cells = [
        [
            names[row.rank], str(ratings.get(row.rank) or ""), number(row.score, spoken), row.colours, row.preference,
            row.last, row.before, number(row.difference, spoken, sign=True), "" if row.bye_allowed else "X",
            " ".join(map(str, row.opponents)),
        ]
        for row in rows
    ]  # fmt: skip
    table(spoken, HEADINGS, cells, left=(0, 3, 4, 5, 6, 8, 9))
