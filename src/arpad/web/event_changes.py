"""The changes of an event's players, as its pages and documents show them."""

from collections.abc import Iterable, Mapping
from typing import Any

from arpad.documents.fields import ShownField, ShownFields
from arpad.documents.schema import Number, Points
from arpad.documents.steps import json_value
from arpad.i18n import hundredths
from arpad.rating.documents import hundredths_json
from arpad.rating.model import PlayerRating

FIRST = 3
"""How many of those who gained most stand at the top of a page."""
CHANGES = ShownFields[PlayerRating](
    ShownField("rank", lambda line: line.participant.player.rank, of=int),
    ShownField("id", lambda line: line.participant.player.id, of=str),
    ShownField("name", lambda line: line.participant.player.name, of=str),
    ShownField("rating", lambda line: line.participant.rating, of=int | None),
    ShownField("k", of=int | None),
    ShownField("games", of=int | None),
    ShownField("score", lambda own: json_value(hundredths(own.score * 50)), of=Points | None),
    ShownField("change", lambda own: hundredths_json(own.change), of=Number | None),
    ShownField("new_rating", lambda own: own.new_rating if own.initial is None else own.initial.rating, of=int | None),
    named="EventPlayerChange",
)


def greatest_gains(changes: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the changes of those who gained most."""
    gaining = [row for row in changes if row["change"] is not None and row["change"] > 0]
    return sorted(gaining, key=lambda row: -row["change"])[:FIRST]
