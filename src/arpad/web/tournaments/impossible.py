"""A round that cannot be paired, on a page: who stands in the way, and a way out for each thing that may be lifted."""

from typing import Any

from starlette.responses import Response

from arpad.documents.steps import sentence
from arpad.pairing.explain import impossible_step
from arpad.tournament.acts.rounds import NoPairing
from arpad.tournament.documents import no_pairing_document
from arpad.web.answers import html, json_text, wants_json
from arpad.web.tournaments.place import EventPlace


def no_pairing_answer(place: EventPlace, problem: NoPairing) -> Response:
    """Answer that there is no legal round."""
    document = no_pairing_document(problem, place.language)
    if wants_json(place.request):
        return json_text(document)
    state, offers = problem.state, problem.offers
    values: dict[str, Any] = {
        "frame": place.frame,
        "rules": state.laws,
        "round": document["round"],
        "why": sentence(impossible_step(problem.answer), place.language),
        "players": [state.entries[entry].name for entry in document["unpairable_entries"]],
        "restrictions": [one for one in state.restrictions if one.id in offers.restrictions],
        "together": offers.together,
        "names": {entry: player.name for entry, player in state.entries.items()},
        "bye": None if offers.bye is None else state.entries[offers.bye].name,
    }
    return html(place.request, "event_impossible.html", values)
