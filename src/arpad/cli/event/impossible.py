"""A round that cannot be paired: who stands in the way, and what may be lifted."""

from typing import TYPE_CHECKING, Any

import typer

from arpad.cli.output import line, print_json, trail
from arpad.cli.shared import Shared
from arpad.locale import text

if TYPE_CHECKING:
    from arpad.tournament.acts.rounds import NoPairing


def refuse_round(settings: Shared, problem: "NoPairing") -> None:
    """Say why there is no round, and exit 1."""
    from arpad.pairing.explain import impossible_step

    if settings.as_json:
        print_json(_document(settings, problem))
    else:
        line(text("tournament.said.impossible", settings.language, round=problem.answer.state.round), style="bold")
        trail((impossible_step(problem.answer),), settings.language, title=False)
        for words in _offers(settings, problem):
            line(words)
    raise typer.Exit(1)


def _document(settings: Shared, problem: "NoPairing") -> dict[str, Any]:
    from arpad.pairing.check_documents import impossible_document

    offers, state = problem.offers, problem.state
    found = impossible_document(problem.answer, settings.language)
    entries = [state.numbers[number - 1] for number in found["unpairable"]]
    lifted = {"restrictions": list(offers.restrictions), "together": offers.together, "bye": offers.bye}
    return {"event": state.laws.slug, "n": state.n, **found, "unpairable_entries": entries, "lift": lifted}


def _offers(settings: Shared, problem: "NoPairing") -> list[str]:
    """What may be lifted, in the order in which it is offered."""
    offers, state, spoken = problem.offers, problem.state, settings.language
    found = []
    if offers.restrictions:
        key = "offer-lift-all" if offers.together else "offer-lift"
        found.append(text(f"tournament.said.{key}", spoken, ids=", ".join(map(str, offers.restrictions))))
    if offers.bye is not None:
        name = state.entries[offers.bye].name
        found.append(text("tournament.said.offer-bye", spoken, entry=offers.bye, name=name))
    number = problem.answer.state.round
    return [*found, text("tournament.said.offer-by-hand", spoken, slug=state.laws.slug, round=number)]
