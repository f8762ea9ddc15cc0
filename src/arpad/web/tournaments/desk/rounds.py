"""Rounds at the desk: the draft, why two players meet, and the pairs that may not."""

from typing import Annotated, Any

from fastapi import Query

from arpad.documents.steps import as_json, as_rows
from arpad.i18n import ArpadError
from arpad.pairing.engines import Impossible
from arpad.tournament.documents import match_documents, seen_round, side_name
from arpad.tournament.drawing import absentees, explain_round, numbers_at, steps_of_board
from arpad.tournament.state import EventState
from arpad.tournament.times import event_times
from arpad.web.answers import Answer
from arpad.web.tournaments.desk.shapes import DESK_ROUND, PairingWhyDocument, PairsDocument, RoundToDrawDocument
from arpad.web.tournaments.place import AsArbiter, EventPlace, RoundInPath, staff_pages

rounds = staff_pages()
REASONS = 12
TO_DRAW: dict[str, Any] = {"pairs": [], "bye_entry": None, "bye_name": None, "differs": False, "started_at": None}
"""What a round has that is not drawn yet."""
AtBoard = Annotated[int | None, Query(ge=1, le=9999, description="A board; in a league, a match.")]


def to_draw(state: EventState) -> int | None:
    """The round that can be drawn next, None if the list is open, a draft waits or all rounds are there."""
    following = state.last_drawn + 1
    waits = state.last_drawn > state.last_published or state.finished or not state.closed
    return None if waits or following > state.laws.rounds else following


@rounds.page(
    "/t/{slug}/desk/round/{round}", "event_desk_round.html", Annotated[dict[str, Any], DESK_ROUND] | RoundToDrawDocument
)
def one_round(place: AsArbiter, round: RoundInPath) -> Answer:  # noqa: A002
    """A round: its draft, or what is known before it is drawn."""
    state = place.state
    if round not in state.rounds and round != (to_draw(state) or 1):
        known = ", ".join(map(str, sorted(state.rounds))) or "–"
        raise ArpadError("event-round-unknown", round=round, known=known)
    return place.answer(lambda: _document(place, round), lambda: {"data": _document(place, round), **_around(state)})


def _document(place: EventPlace, number: int) -> dict[str, Any]:
    state = place.state
    found: dict[str, Any]
    if number in state.rounds:
        seen = seen_round(state, number)
        bye = seen["bye_entry"]
        away = [(one["entry"], one["kind"]) for one in seen["absent"]]
        found = {**seen, "bye_name": None if bye is None else side_name(state, bye)}
    else:
        found = TO_DRAW | {"round": number, "time_zone": event_times(state.laws).name}
        away = absentees(state, number)
        found["state"] = "to-draw" if state.closed else "entries"
    if state.laws.team and number in state.rounds:
        found["matches"] = match_documents(state, number)
    gone = [
        {"entry": entry, "name": side_name(state, entry), "kind": kind, "unexplained": entry in state.unexplained}
        for entry, kind in away
        if state.laws.team or not state.entries[entry].out_in(number)
    ]
    return {"event": place.slug, "n": state.n, **found, "absent": gone, "next": to_draw(state)}


def _around(state: EventState) -> dict[str, Any]:
    last = max(state.last_drawn, to_draw(state) or 0)
    return {"numbers": range(1, last + 1), "restrictions": len(state.restrictions), "swiss": state.laws.swiss}


@rounds.page("/t/{slug}/desk/round/{round}/why", "event_desk_why.html", PairingWhyDocument)
def why(place: AsArbiter, round: RoundInPath, board: AtBoard = None) -> Answer:  # noqa: A002
    """Why a round is paired as it is, or why two players meet: the reasons of the engine at that moment."""
    state = place.state
    explained = explain_round(state, place.site.events.lines(place.slug), round, REASONS)
    steps, names = explained.steps, ("", "")
    if board is not None and not isinstance(explained.answer, Impossible):
        pair = numbers_at(state, explained, board)
        steps = steps_of_board(explained, *pair)
        order = explained.event.team_numbers if state.laws.team else explained.event.numbers
        white, black = (f"{number} {side_name(state, order[number - 1])}" for number in pair)
        names = (white, black)
    differs = round in state.rounds and state.rounds[round].differs
    language = place.language

    def document() -> PairingWhyDocument:
        told = as_json(steps, language)
        return {"event": place.slug, "round": round, "board": board, "differs": differs, "steps": told}

    def page() -> dict[str, Any]:
        told = as_rows(steps, language)
        return {"round": round, "board": board, "names": names, "differs": differs, "steps": told}

    return place.answer(document, page)


@rounds.page("/t/{slug}/desk/pairs", "event_desk_pairs.html", PairsDocument)
def pairs(place: AsArbiter) -> Answer:
    """Players who may not meet."""
    state = place.state

    def document() -> dict[str, Any]:
        kept = [
            one._asdict() | {"names": [state.entries[entry].name for entry in one.entries]}
            for one in state.restrictions
        ]
        return {"event": place.slug, "n": state.n, "restrictions": kept}

    return place.answer(document)
