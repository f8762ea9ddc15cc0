"""What the reasons of a round share in every system: its articles, the bye, the colours of a board."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Generic, TypeVar

from arpad.documents.steps import Step
from arpad.pairing.explain import board_name, listed_or_nobody
from arpad.pairing.rounds import Board, Pairing
from arpad.pairing.state import PairingPlayer
from arpad.pairing.upfloating import UpfloaterSearch
from arpad.regulations.articles import Article

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
