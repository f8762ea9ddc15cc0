"""A paired round: its boards and byes, why it is as it is in words, and what is wrong with another one.

Each Swiss system is a subclass of `Pairing` in a module of its own, in the order in which its regulation is read.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, takewhile
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Colour
from arpad.i18n import number
from arpad.pairing._graph import Graph, Pair, Scoregroup, UpfloaterSearch, first_worse
from arpad.pairing._matching import Matching, bits, mask_of
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, board_order, points
from arpad.pairing.systems import SwissSystem, baku_rule, load_engine
from arpad.regulations.articles import Article

# A round as it is published: boards with their colours, the pairing-allocated bye, and who is not paired.

Seat = tuple[int | None, Colour | None]
"""Whom a player meets and with which colour; nobody for the bye."""
NOBODY = "–"


@dataclass(frozen=True, slots=True)
class Board:
    """A game to be played, by starting ranks, and the rule that gave the colours."""

    number: int
    white: int
    black: int
    rule: str


@dataclass(frozen=True, slots=True)
class Impossible:
    """No legal pairing. `stuck` have nobody left whom they may meet. If there is no such player, `rivals` are too
    many for the few whom they may meet, `wanted`."""

    state: PairingState
    stuck: tuple[int, ...]
    rivals: tuple[int, ...]
    wanted: tuple[int, ...]


def impossible(state: PairingState, allowed: Sequence[int]) -> Impossible:
    """Return who stands in the way (Gallai and Edmonds): players whom some largest pairing leaves over, and all whom
    these may meet. `allowed` are the players whom each may meet, by places in the state. If their number is odd, the
    bye is one more vertex for those who may have it."""
    count = len(state.entrants)
    everybody, graph = (1 << count) - 1, list(allowed[:count])
    if count % 2:
        graph = [own | player.bye_allowed << count for own, player in zip(graph, state.entrants, strict=True)]
        graph.append(mask_of(place for place, player in enumerate(state.entrants) if player.bye_allowed))
    over = Matching(graph, (1 << len(graph)) - 1).missable()
    around = 0
    for place in bits(over):
        around |= graph[place]
    over, around = over & everybody, around & everybody & ~over
    alone = [place for place in bits(over) if not graph[place]]
    ranks = [member.rank for member in state.entrants]
    return Impossible(
        state,
        tuple(sorted(ranks[place] for place in alone)),
        tuple(sorted(ranks[place] for place in bits(over))) if not alone else (),
        tuple(sorted(ranks[place] for place in bits(around))) if not alone else (),
    )


ReasonKind = Literal["quality", "order", "barred", "bye", "bye-order", "completion", "upfloaters", "colour"]


@dataclass(frozen=True, slots=True)
class Reason:
    """The first bracket that differs, by the score of its residents, and what the given pairing fails on there.

    `players` are starting ranks, `article` is the number in the text of the system, `criterion` the key of its words.
    """

    article: str
    score: int | None = None
    players: tuple[int, ...] = ()
    given: int | Fraction | None = None
    best: int | Fraction | None = None
    kind: ReasonKind = "quality"
    criterion: str = ""


# What every Swiss system can do, whichever it is: pair a round, tell why it is as it is, and judge another one.

Player = TypeVar("Player", bound=PairingPlayer)


class GroupWithPairs(Protocol):
    """A scoregroup or a bracket that is paired."""

    @property
    def pairs(self) -> Sequence[Pair]: ...


Group = TypeVar("Group", bound=GroupWithPairs)


class Pairing(ABC):
    """A round that is paired."""

    state: PairingState
    boards: tuple[Board, ...]
    bye: int | None

    graph: ClassVar[type[Graph[Any]]] = Graph
    """Who may meet whom by the rules of the system."""
    articles: ClassVar[Mapping[str, Mapping[str, str]]]
    """How each edition, by its id, numbers what all systems share (C.1, bye, impossible ...) and its own rules."""

    @classmethod
    def prepare(cls, whole: Tournament, state: PairingState) -> PairingState:  # noqa: ARG003
        """Add to the players of a round what only this system looks at."""
        return state

    @classmethod
    @abstractmethod
    def pair(cls, state: PairingState) -> "Answer":
        """Pair a round."""

    @abstractmethod
    def explain(self, limit: int) -> Explanation:
        """Tell why the round is as it is, with at most `limit` refusals a group."""

    @abstractmethod
    def reason(self, given: Mapping[int, Seat]) -> Reason | None:
        """Tell by what another pairing of the round is worse."""

    def seats(self) -> dict[int, Seat]:
        """Return the opponent and the colour of each player."""
        found: dict[int, Seat] = {} if self.bye is None else {self.bye: (None, None)}
        for board in self.boards:
            found[board.white] = board.black, "w"
            found[board.black] = board.white, "b"
        return found

    def article(self, name: str) -> str:
        """Return the number of an article, which is its own name unless the edition has another."""
        return self.articles[self.state.system.id].get(name, name)

    def step(self, name: str, what: str, inputs: Mapping[str, object], value: object, *more: Step) -> Step:
        """Return a step with the article as the edition numbers it."""
        return Step(Article(self.article(name), self.state.system.source), what, inputs, value, more)

    def wrong_colour(self, given: Mapping[int, Seat]) -> Reason | None:
        """Return the first board with the right players and the wrong colours."""
        board = next((board for board in self.boards if given.get(board.white) != (board.black, "w")), None)
        return Reason(self.article(board.rule), None, (board.white, board.black), kind="colour") if board else None

    @classmethod
    def wrong_pair(cls, field: Graph[PairingPlayer], given: Mapping[int, Seat]) -> Reason | None:
        """Return why two of the given opponents may not meet (C.1, C.3, forbidden pairs)."""
        for one, two in sorted(mates_of(field, given).items()):
            if (barred := field.barred(one, two)) is not None:
                ranks = field.entrants[one].rank, field.entrants[two].rank
                article = cls.articles[field.state.system.id].get(barred, barred)
                return Reason(article, None, ranks, kind="barred", criterion=f"pairing.criterion.{key(barred)}")
        return None


Answer = Pairing | Impossible


class GroupPairing(Pairing, Generic[Player, Group]):
    """A round of `groups`: scoregroups or brackets as the system pairs them, with players by their places in the
    `field`, which has everybody but the player with the bye unless the system gives the bye last."""

    def __init__(self, state: PairingState, field: Graph[Player], groups: Iterable[Group], bye: int | None) -> None:
        self.state, self.field, self.groups, self.bye = state, field, tuple(groups), bye
        pairs = [self.higher_first(*pair) for group in self.groups for pair in group.pairs]
        pairs.sort(key=lambda pair: board_order(pair, state.system.boards == "score"))
        self.boards = tuple(self._board(number, *pair) for number, pair in enumerate(pairs, 1))

    # What a system says: how it pairs groups, explains them and judges others.

    @classmethod
    def bye_order(cls, state: PairingState) -> Sequence[PairingPlayer]:  # noqa: ARG003
        """Return the players in the order in which they come for the bye; nobody if it is given after the pairs."""
        return ()

    @classmethod
    @abstractmethod
    def pair_groups(cls, field: Graph[Player]) -> Iterable[Group]:
        """Pair everybody, who can be paired."""

    def higher_first(self, one: int, two: int) -> tuple[Player, Player]:
        """Return two opponents, the one first who is higher ranked for the colours."""
        return self.field.entrants[min(one, two)], self.field.entrants[max(one, two)]

    @abstractmethod
    def group_step(self, group: Group, limit: int) -> Step:
        """Tell a group with all that led to its pairs, with at most `limit` refusals."""

    @abstractmethod
    def group_fault(self, group: Group, mates: Mapping[int, int]) -> Reason | None:
        """Return by what the given opponents of a group are worse, None if they are those of the rules."""

    def colour(self, higher: Player, lower: Player) -> tuple[Colour, str]:
        """Return the colour of the higher ranked player, and the rule that decides: those of C.04.3, E."""
        return colour_of_higher(higher, lower, self.state.initial)

    def colour_words(self, rule: str, higher: Player, lower: Player) -> str:
        """Return the key of the words for the part of a rule that gave the colours."""
        wishes = higher.preference, lower.preference
        if rule == "E.1" and any(wish.colour is None for wish in wishes):
            return "e1-alone"
        if rule == "E.2" and wishes[0].strength == wishes[1].strength:
            return "e2-difference"
        return key(rule)

    def colour_inputs(self, higher: Player, lower: Player) -> dict[str, object]:
        """Return what the words about the colours mention beside the players and their histories."""
        white, black = self.white_first(higher, lower)
        differences = {"white_difference": white.difference, "black_difference": black.difference}
        return {**differences, "higher": higher.rank, "number": higher.number}

    def history(self, player: Player) -> str:
        """Return the colours of a player's games, and the preference: W absolute, (W) strong, w mild."""
        wanted = player.preference
        if wanted.colour is None:
            return NOBODY
        signs = wanted.colour, f"({wanted.colour.upper()})", wanted.colour.upper()
        return f"{player.colours.upper()} {signs[wanted.strength - 1]}".strip()

    # Pairing: the bye first, then the groups.

    @classmethod
    def pair(cls, state: PairingState) -> Answer:
        """The bye is given first."""
        bye = cls.find_bye(state) if len(state.entrants) % 2 else None
        field = cls.graph(without(state, bye))
        if not field.complete(field.everybody):
            return impossible(state, cls.graph(state).allowed)
        return cls(state, field, cls.pair_groups(field), bye)

    @classmethod
    def find_bye(cls, state: PairingState) -> int | None:
        """Return the starting rank of the first in the order who may have the bye and leaves a complete pairing of all
        others."""
        fit = without_whom_complete(cls.graph(state).allowed[: len(state.entrants)])
        place = {player.rank: at for at, player in enumerate(state.entrants)}
        listed = (player.rank for player in cls.bye_order(state) if player.bye_allowed)
        return next((rank for rank in listed if fit >> place[rank] & 1), None)

    def _board(self, number: int, higher: Player, lower: Player) -> Board:
        colour, rule = self.colour(higher, lower)
        white, black = (higher, lower) if colour == "w" else (lower, higher)
        return Board(number, white.rank, black.rank, rule)

    # Reasons: the bye, and each group.

    def explain(self, limit: int) -> Explanation:
        return (*self.head(limit), *(self.group_step(group, limit) for group in self.groups))

    def head(self, limit: int) -> Iterator[Step]:
        """Tell who gets the bye, and who would have come first: players who may not have it, and players without whom
        the others cannot be paired."""
        if self.bye is not None:
            before = takewhile(lambda player: player.rank != self.bye, self.bye_order(self.state))
            refused = [
                self.step("bye-complete", "pairing.bye-incomplete", {}, player.rank)
                if player.bye_allowed
                else self.step("C.2", "pairing.bye-barred", {}, player.rank)
                for player in islice(before, limit)
            ]
            yield self.step("bye", "pairing.bye", {}, self.bye, *refused)

    def cost_steps(self, counts: Iterable[tuple[str, int]], words: Callable[[str], str]) -> list[Step]:
        """Tell the counts of criteria that are not zero."""
        return [
            self.step(name, "pairing.cost", {"criterion": f"@{words(name)}"}, count) for name, count in counts if count
        ]

    def barred_step(self, one: int, two: int, otherwise: str) -> Step:
        """Tell why two players do not meet: they may not, or the rest cannot be paired then (`otherwise`)."""
        players = {"players": self.pair_name((one, two))}
        barred = self.field.barred(one, two)
        if barred is None:
            return self.step(otherwise, "pairing.match-pair-barred", players, None)
        words = players | {"criterion": f"@pairing.criterion.{key(barred)}"}
        return self.step(barred, "pairing.refused-pair-barred", words, None)

    def upfloater_steps(
        self, search: UpfloaterSearch, upfloaters: Sequence[int], words: Callable[[str], str], limit: int
    ) -> Iterator[Step]:
        """Tell who would have come up first, and what they fail on. `words` returns the key of the words for a
        criterion."""
        for place, worse in islice(search.refused(upfloaters) if upfloaters else (), limit):
            rank = self.field.entrants[place].rank
            inputs: dict[str, object] = {"player": rank}
            if worse is None:
                yield self.step("C.4", "pairing.upfloater-incomplete", inputs, rank)
            else:
                inputs |= {"criterion": f"@{words(worse[0])}", "best": worse[2]}
                yield self.step(worse[0], "pairing.upfloater-quality", inputs, worse[1])

    def colour_steps(self, pairs: Iterable[Pair]) -> Iterator[Step]:
        """Tell why opponents have their colours."""
        for pair in pairs:
            higher, lower = self.higher_first(*pair)
            white, black = self.white_first(higher, lower)
            inputs: dict[str, object] = {
                "white": white.rank, "black": black.rank,
                "white_history": self.history(white), "black_history": self.history(black),
                **self.colour_inputs(higher, lower),
            }  # fmt: skip
            rule = self._board_of[white.rank].rule
            number = "" if higher.colours or lower.colours else "-odd" if higher.number % 2 else "-even"
            what = f"pairing.colour-{self.colour_words(rule, higher, lower)}{number}"
            yield self.step(rule, what, inputs, f"{white.rank}-{black.rank}")

    @cached_property
    def _board_of(self) -> dict[int, Board]:
        return {board.white: board for board in self.boards}

    def white_first(self, one: Player, two: Player) -> tuple[Player, Player]:
        """Return two opponents, the player with White first."""
        return (one, two) if one.rank in self._board_of else (two, one)

    def whole_step(
        self,
        name: str,
        what: str,
        group: Group,
        steps: Iterable[Step],
        residents: Sequence[int],
        **others: Iterable[int],
    ) -> Step:
        """Tell a group by its score, its residents and the other players in it, with all that led to its pairs."""
        score = points(self.state, self.field.scores[residents[0]]) if residents else NOBODY
        players = {kind: self.ranks(places) for kind, places in {"residents": residents, **others}.items()}
        return self.step(name, what, {"score": score, **players}, len(group.pairs), *steps)

    def pair_name(self, places: Iterable[int]) -> str:
        """Return the players of a pair, by their starting ranks."""
        return "-".join(str(self.field.entrants[place].rank) for place in places)

    def ranks(self, places: Iterable[int]) -> str:
        """Return players by their starting ranks."""
        return listed_or_nobody(self.field.entrants[place].rank for place in places)

    # Judgement: the bye, who may meet whom, each group, and the colours.

    def reason(self, given: Mapping[int, Seat]) -> Reason | None:
        return next((fault for fault in self.faults(given) if fault is not None), None)

    def faults(self, given: Mapping[int, Seat]) -> Iterator[Reason | None]:
        """Yield what is wrong with a given round in the order of the rules, and None for each rule that it meets."""
        yield self._wrong_bye(given)
        yield self.wrong_pair(self.field, given)
        mates = mates_of(self.field, given)
        for group in self.groups:
            yield self.group_fault(group, mates)
        yield self.wrong_colour(given)

    def _wrong_bye(self, given: Mapping[int, Seat]) -> Reason | None:
        """A player has the bye who may not, or it is another player's: one who comes before in the order would leave no
        complete pairing."""
        alone = [player for player in self.state.entrants if given.get(player.rank, (None, None))[0] is None]
        if barred := tuple(player.rank for player in alone if not player.bye_allowed):
            return Reason(self.article("C.2"), None, barred, kind="bye", criterion="pairing.criterion.c2")
        order = [player.rank for player in self.bye_order(self.state)]
        if self.bye is None or not order or [player.rank for player in alone] == [self.bye]:
            return None
        early = any(order.index(player.rank) < order.index(self.bye) for player in alone)
        return Reason(self.article("bye-complete" if early else "bye"), None, (self.bye,), kind="bye-order")

    def upfloater_fault(
        self, search: UpfloaterSearch, upfloaters: Sequence[int], mates: Mapping[int, int], words: Callable[[str], str]
    ) -> Reason | None:
        """Return why others than the given players should have come up into a scoregroup."""
        group: Scoregroup = search.group
        came = tuple(place for place in group.lower if mates.get(place) in search.residents)
        if set(came) == set(upfloaters):
            return None
        score = self.field.scores[group.residents[0]]
        given, best = search.value(came, only=True), search.value(upfloaters, only=True)
        if given is None or best is None:
            ranks = tuple(self.field.entrants[place].rank for place in came)
            return Reason(self.article("C.4"), score, ranks, kind="completion")
        worse = first_worse(given, best)
        if worse is None:
            ranks = tuple(self.field.entrants[place].rank for place in upfloaters)
            return Reason(self.article("upfloaters"), score, ranks, kind="upfloaters")
        return Reason(self.article(worse[0]), score, (), *worse[1:], criterion=words(worse[0]))


def mates_of(field: Graph[PairingPlayer], given: Mapping[int, Seat]) -> dict[int, int]:
    """Return the opponent of each player, both by their places."""
    place = {player.rank: at for at, player in enumerate(field.entrants)}
    return {place[rank]: place[seat[0]] for rank, seat in given.items() if seat[0] in place and rank in place}


def without_whom_complete(allowed: Sequence[int]) -> int:
    """Return the players without whom all others can be paired."""
    everybody = (1 << len(allowed)) - 1
    matching = Matching([own & everybody for own in allowed], everybody)
    return matching.missable() if matching.missing == 1 else 0


def without(state: PairingState, rank: int | None) -> PairingState:
    """Return the state without the player who gets the bye, if anybody does."""
    return replace(state, entrants=tuple(player for player in state.entrants if player.rank != rank))


def key(article_number: str) -> str:
    """C.10 as part of a message key."""
    return article_number.lower().replace(".", "")


def listed_or_nobody(ranks: Iterable[int]) -> str:
    """Starting ranks for a reader."""
    return ", ".join(map(str, ranks)) or NOBODY


def engine_of(system: SwissSystem) -> type[Pairing]:
    """Return the kind of rounds that a system pairs."""
    kind: type[Pairing] = load_engine(system)
    return kind


def reason_of(answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
    """Tell by what another pairing of a round is worse; if there is no legal one, which opponents may not meet."""
    if isinstance(answer, Pairing):
        return answer.reason(given)
    engine = engine_of(answer.state.system)
    return engine.wrong_pair(engine.graph(answer.state), given)


def pair_round(state: PairingState) -> Answer:
    """Pair a round by the system of its tournament."""
    return engine_of(state.system).pair(state)


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
