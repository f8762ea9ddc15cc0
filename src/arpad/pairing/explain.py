"""Explain a round in the terms of its pairing system, and what all explanations and checks share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Generic, TypeVar

from arpad.documents.steps import Explanation, Step
from arpad.i18n import number
from arpad.pairing._upfloaters import UpfloaterSearch
from arpad.pairing.dutch._alternatives import illegal
from arpad.pairing.dutch._graph import Field
from arpad.pairing.engines import Answer, Board, Impossible, Pairing, Reason, Seat, engine_of
from arpad.pairing.state import PairingPlayer, PairingState, points
from arpad.pairing.systems import baku_rule
from arpad.regulations.articles import Article

# The reasons of a round in the words of its system, and a round that cannot be paired.

NOBODY = "–"
VIRTUAL_ARTICLES = {"burstein-manual": "3.3"}
"""Systems that have virtual points of their own."""


def explain_pairing(answer: Answer, limit: int = 12) -> Explanation:
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


# What every judge of a given round asks: who meets whom, who has the bye, and who has which colour.


def mates_of(players: Sequence[PairingPlayer], given: Mapping[int, Seat]) -> dict[int, int]:
    """Return the opponent of each player, both by their places."""
    place = {player.rank: at for at, player in enumerate(players)}
    return {place[rank]: place[seat[0]] for rank, seat in given.items() if seat[0] in place and rank in place}


def wrong_bye(
    state: PairingState,
    bye: int | None,
    given: Mapping[int, Seat],
    barred: str,
    other: str,
    early: tuple[str, Sequence[PairingPlayer]] | None = None,
) -> Reason | None:
    """Return why the bye is wrong: a player has it who may not (`barred`), or it is another player's (`other`). `early`
    is the article for somebody who comes before that player in the order, but leaves no complete pairing."""
    alone = [player.rank for player in state.entrants if given.get(player.rank, (None, None))[0] is None]
    not_allowed = tuple(player.rank for player in state.entrants if player.rank in alone and not player.bye_allowed)
    if not_allowed:
        return Reason(barred, None, not_allowed, kind="bye", criterion="pairing.criterion.c2")
    if bye is None or alone == [bye]:
        return None
    if early is not None:
        order = [player.rank for player in early[1]]
        if any(order.index(rank) < order.index(bye) for rank in alone):
            return Reason(early[0], None, (bye,), kind="bye-order")
    return Reason(other, None, (bye,), kind="bye-order")


def wrong_pair(field: Field, mates: Mapping[int, int], article: Callable[[str], str]) -> Reason | None:
    """Return why two of the given opponents may not meet (C.1, C.3, forbidden pairs)."""
    verdict = illegal(field, sorted((one, two) for one, two in mates.items() if one < two))
    if verdict is None:
        return None
    ranks = tuple(field.entrants[place].rank for place in verdict.players)
    words = f"pairing.criterion.{key(verdict.article)}"
    return Reason(article(verdict.article), None, ranks, kind="barred", criterion=words)


def wrong_colour(boards: Sequence[Board], given: Mapping[int, Seat]) -> Reason | None:
    """Return the first board with the right players and the wrong colours."""
    board = next((one for one in boards if given.get(one.white) != (one.black, "w")), None)
    return Reason(board.rule, None, (board.white, board.black), kind="colour") if board else None


# What the reasons of a round share in every system: its articles, the bye, the colours of a board.

SomeGraph = TypeVar("SomeGraph")
Somebody = TypeVar("Somebody", bound=PairingPlayer)


class RoundTeller(ABC, Generic[SomeGraph, Somebody]):
    """Tells a round in steps, with at most `limit` refusals each. `field` says who may meet whom, `players` are those
    of the round by their places.

    A system says how its edition numbers an article, and how it writes the colours that a player has had.
    """

    def __init__(self, answer: Pairing, field: SomeGraph, players: Sequence[Somebody], limit: int) -> None:
        self.answer, self.field, self.players, self.limit = answer, field, players, limit
        self._boards = {frozenset((board.white, board.black)): board for board in answer.boards}

    def article(self, name: str) -> str:
        """Return the number of an article, which is its own name unless the system has others."""
        return name

    @abstractmethod
    def history(self, player: Somebody) -> str:
        """Return the colours of a player's games, and their preference."""

    def step(self, name: str, what: str, inputs: dict[str, object], value: object, *more: Step) -> Step:
        """Return a step with the article as the edition numbers it."""
        return Step(Article(self.article(name), self.answer.state.system.source), what, inputs, value, more)

    def bye_step(
        self, rank: int, order: Iterable[PairingPlayer], given: str, barred: str, incomplete: str | None = None
    ) -> Step:
        """Tell who gets the bye, and who would have come first: players who may not have it, and players without whom
        the others cannot be paired. The last three arguments are the articles."""
        before = list(takewhile(lambda player: player.rank != rank, order))
        refused = [
            self.step(incomplete or given, "pairing.bye-incomplete", {}, player.rank)
            if player.bye_allowed
            else self.step(barred, "pairing.bye-barred", {}, player.rank)
            for player in before[: self.limit]
        ]
        return self.step(given, "pairing.bye", {}, rank, *refused)

    def upfloater_steps(
        self, search: UpfloaterSearch, upfloaters: Sequence[int], incomplete: str, words: Callable[[str], str]
    ) -> Iterator[Step]:
        """Tell who would have come up first, and what they fail on. `incomplete` is the article for those with whom the
        round cannot be completed; `words` returns the key of the words for a criterion."""
        for place, worse in islice(search.refused(upfloaters), self.limit):
            rank = self.players[place].rank
            inputs: dict[str, object] = {"player": rank}
            if worse is None:
                yield self.step(incomplete, "pairing.upfloater-incomplete", inputs, rank)
            else:
                inputs |= {"criterion": f"@{words(worse[0])}", "best": worse[2]}
                yield self.step(worse[0], "pairing.upfloater-quality", inputs, worse[1])

    def board(self, one: PairingPlayer, two: PairingPlayer) -> Board:
        """Return the board on which two players meet."""
        return self._boards[frozenset((one.rank, two.rank))]

    def white_first(self, one: Somebody, two: Somebody) -> tuple[Somebody, Somebody]:
        """Return two opponents, the player with White first."""
        return (one, two) if self.board(one, two).white == one.rank else (two, one)

    def colours_step(self, rule: str, what: str, one: Somebody, two: Somebody, **more: object) -> Step:
        """Tell why two opponents have their colours; `more` are inputs of the words beside their histories."""
        white, black = self.white_first(one, two)
        inputs: dict[str, object] = {
            "white": white.rank, "black": black.rank,
            "white_history": self.history(white), "black_history": self.history(black), **more,
        }  # fmt: skip
        return self.step(rule, f"pairing.{what}", inputs, board_name(self.board(one, two)))

    def pair(self, places: Iterable[int]) -> str:
        """Return the players of a pair, by their starting ranks."""
        return "-".join(str(self.players[place].rank) for place in places)

    def ranks(self, places: Iterable[int]) -> str:
        """Return players by their starting ranks."""
        return listed_or_nobody(self.players[place].rank for place in places)
