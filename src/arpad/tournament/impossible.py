"""A round that cannot be paired, for people and programs: who stands in the way, and what may be lifted."""

from typing import Any

from arpad.i18n import Language, text
from arpad.pairing.check import impossible_document
from arpad.tournament.acts.rounds import NoPairing


def no_pairing_document(problem: NoPairing, language: Language) -> dict[str, Any]:
    """The answer of a draw that is not possible."""
    offers, state = problem.offers, problem.state
    found = impossible_document(problem.answer, language)
    entries = [state.sides[number - 1] for number in found["unpairable"]]
    lifted = {"restrictions": list(offers.restrictions), "together": offers.together, "bye": offers.bye}
    return {"event": state.laws.slug, "n": state.n, **found, "unpairable_entries": entries, "lift": lifted}


def offers_told(problem: NoPairing, language: Language) -> list[str]:
    """What may be lifted, in the order in which it is offered. Pairing by hand is always left."""
    offers, state = problem.offers, problem.state
    found = []
    if offers.restrictions:
        key = "offer-lift-all" if offers.together else "offer-lift"
        found.append(text(f"tournament.said.{key}", language, ids=", ".join(map(str, offers.restrictions))))
    if offers.bye is not None:
        name = state.entries[offers.bye].name
        found.append(text("tournament.said.offer-bye", language, entry=offers.bye, name=name))
    return found
