"""The reasons of a round in the words of its system, and a round that cannot be paired."""

from collections.abc import Iterable, Iterator

from arpad.documents.steps import Step, Trail
from arpad.i18n import number
from arpad.pairing.engines import engine_of
from arpad.pairing.rounds import Answer, Board, Impossible
from arpad.pairing.state import PairingState, points
from arpad.pairing.systems import baku_rule
from arpad.regulations.articles import Article

NOBODY = "–"
VIRTUAL_ARTICLES = {"burstein-manual": "3.3"}
"""Systems that have virtual points of their own."""


def explain(answer: Answer, limit: int = 12) -> Trail:
    """A step for each bracket with those that led to its pairs; at most `limit` refusals a bracket."""
    if isinstance(answer, Impossible):
        return (impossible_step(answer),)
    return (*virtual_steps(answer.state), *engine_of(answer.state.system).explain(answer, limit))


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
    article = Article(engine_of(system).impossible_article(system), system.source)
    if answer.stuck:
        return Step(article, "pairing.stuck", {}, listed_or_nobody(answer.stuck))
    wanted = listed_or_nobody(answer.wanted)
    return Step(article, "pairing.too-many", {"wanted": wanted}, listed_or_nobody(answer.rivals))


def key(article_number: str) -> str:
    """C.10 as part of a message key."""
    return article_number.lower().replace(".", "")


def board_name(board: Board) -> str:
    """A board by its two players, White first."""
    return f"{board.white}-{board.black}"


def listed_or_nobody(ranks: Iterable[int]) -> str:
    """Starting ranks for a reader."""
    return ", ".join(map(str, ranks)) or NOBODY
