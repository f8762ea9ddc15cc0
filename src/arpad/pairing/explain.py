"""Explain a round in the terms of its pairing system, or why it cannot be paired."""

from collections.abc import Iterator

from arpad.documents.steps import Explanation, Step
from arpad.i18n import number
from arpad.pairing.engines import Answer, Impossible, engine_of, listed_or_nobody
from arpad.pairing.state import PairingState, points
from arpad.pairing.systems import baku_rule
from arpad.regulations.articles import Article

# The reasons of a round in the words of its system, and a round that cannot be paired.

VIRTUAL_ARTICLES = {"burstein-manual": "3.3"}
"""Systems that have virtual points of their own."""


def explain_pairing(answer: Answer, limit: int = 12) -> Explanation:
    """A step for each bracket with those that led to its pairs; at most `limit` refusals a bracket."""
    if isinstance(answer, Impossible):
        return (impossible_step(answer),)
    return (*virtual_steps(answer.state), *answer.explain(limit))


def virtual_steps(state: PairingState) -> Iterator[Step]:
    """Yield a step with the players who have virtual points, if anybody has: those with the most first."""
    found: dict[int, list[int]] = {}
    for player in state.entrants:
        if player.score != player.points:
            found.setdefault(player.score - player.points, []).append(player.rank)
    if found:
        virtual = "; ".join(
            f"{number(points(state, more))} ({listed_or_nobody(sorted(found[more]))})"
            for more in sorted(found, reverse=True)
        )
        article = VIRTUAL_ARTICLES.get(state.system.id) or baku_rule(state.system)["article"]
        yield Step(Article(article, state.system.source), "pairing.virtual", {"virtual": virtual}, None)


def impossible_step(answer: Impossible) -> Step:
    """No legal pairing, and who stands in the way."""
    system = answer.state.system
    article = Article(engine_of(system).articles[system.id]["impossible"], system.source)
    if answer.stuck:
        return Step(article, "pairing.stuck", {}, listed_or_nobody(answer.stuck))
    wanted = listed_or_nobody(answer.wanted)
    return Step(article, "pairing.too-many", {"wanted": wanted}, listed_or_nobody(answer.rivals))
