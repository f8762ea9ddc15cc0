"""The arbiter's check-list before a round, to print."""

from collections.abc import Sequence

from arpad.domain import Event
from arpad.locale import Language, number, text
from arpad.pairing.checklist import ChecklistRow
from arpad.publication.typesetting import typeset, words


def checklist_sheet(event: Event, round_number: int, rows: Sequence[ChecklistRow], language: Language = "en") -> bytes:
    """The players in the order of A.2, a line between scoregroups, as PDF."""
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
                    str(it.rank), players[it.rank].name, str(players[it.rank].rating or ""),
                    number(it.score, language), it.colours, it.preference, it.last, it.before,
                    number(it.difference, language, sign=True), "" if it.bye_allowed else "X",
                    " ".join(map(str, it.opponents)),
                ],
                "first": at == 0 or scores[at - 1] != it.score,
            }
            for at, it in enumerate(rows)
        ],
    }  # fmt: skip
    return typeset("checklist", data, language)
