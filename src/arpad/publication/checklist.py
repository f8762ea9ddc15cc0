"""The arbiter's check-list before a round, to print."""

from collections.abc import Sequence

from arpad.domain.event import Event
from arpad.i18n import Language, number, text
from arpad.pairing.checklist import ChecklistRow
from arpad.publication.typesetting import typeset, words


def checklist_sheet(event: Event, round_number: int, rows: Sequence[ChecklistRow], language: Language = "en") -> bytes:
    """Return the players in the order of A.2, a line between scoregroups, as PDF."""
    players = {player.rank: player for player in event.players}
    scores = [row.score for row in rows]
    data = {
        "words": words("pairing.sheet", language),
        "title": text("pairing.sheet.title", language),
        "event": event.name,
        "round": text("pairing.checklist", language, round=round_number),
        "rows": [
            {
                "cells": [
                    str(row.rank), players[row.rank].name, str(players[row.rank].rating or ""),
                    number(row.score, language), row.colours, row.preference, row.last, row.before,
                    number(row.difference, language, sign=True), "" if row.bye_allowed else "X",
                    " ".join(map(str, row.opponents)),
                ],
                "first": at == 0 or scores[at - 1] != row.score,
            }
            for at, row in enumerate(rows)
        ],
    }  # fmt: skip
    return typeset("checklist", data, language)
