"""A round that cannot be paired: who stands in the way, and what may be lifted."""

from typing import TYPE_CHECKING

import typer

from arpad.cli.output import line, print_json, trail
from arpad.cli.shared import Shared
from arpad.i18n import text

if TYPE_CHECKING:
    from arpad.tournament.acts.rounds import NoPairing


def refuse_round(settings: Shared, problem: "NoPairing") -> None:
    """Say why there is no round, and exit 1."""
    from arpad.pairing.explain import impossible_step
    from arpad.tournament.documents import no_pairing_document, offers_told

    spoken = settings.language
    if settings.as_json:
        print_json(no_pairing_document(problem, spoken))
    else:
        number, slug = problem.answer.state.round, problem.state.laws.slug
        line(text("tournament.said.impossible", spoken, round=number), style="bold")
        trail((impossible_step(problem.answer),), spoken, title=False)
        for words in offers_told(problem, spoken):
            line(words)
        if not problem.state.laws.team:
            line(text("tournament.said.offer-by-hand", spoken, slug=slug, round=number))
    raise typer.Exit(1)
