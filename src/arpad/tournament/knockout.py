"""Knock-outs (Arbiters' Manual IV 6.2) and play-offs (C.05 Annex 3), derived from the boards played.

Games of a play-off never change the points of the event, only the order of the tied players.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from arpad.pairing.team_tables import knockout as bracket
from arpad.tournament.results import is_final, usual_points
from arpad.tournament.state import EventBoard, EventState

# Knock-outs (Arbiters' Manual IV 6.2): the bracket, its ties and their stages, all derived from the boards played. A
# tie runs through stages of some games each, and then sudden death, in which a draw wins for Black. A stage that ends
# level is followed by the next one. `W3` is the winner of tie 3, `L13` the loser of tie 13.

SUDDEN_DEATH = "sudden-death"
WINNER, LOSER = "W", "L"
SEMIFINALS = 2


@dataclass(frozen=True, slots=True)
class TieStage:
    """A stage of a tie with its boards. `games` is how many it has at most."""

    name: str
    games: int
    boards: tuple[EventBoard, ...]

    def score(self, entry: int) -> Fraction:
        """The points of a player in this stage."""
        return sum((usual_points(board.result)[board.white != entry] for board in self.boards), Fraction(0))

    @property
    def left(self) -> int:
        """How many games have no result yet."""
        return self.games - sum(is_final(board.result) for board in self.boards)

    def winner(self, players: tuple[int, int]) -> int | None:
        """Return who has won the stage, None while it can be turned, or if it ended level."""
        first, second = players
        mine, other = self.score(first), self.score(second)
        if self.name == SUDDEN_DEATH and not self.left and mine == other and not self.nobody_came:
            return self.boards[-1].black
        if abs(mine - other) > self.left:
            return first if mine > other else second
        return None

    @property
    def nobody_came(self) -> bool:
        return bool(self.boards) and all(board.result == "-/-" for board in self.boards)

    @property
    def over(self) -> bool:
        return not self.left


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie of the bracket: its seats, the players in them as far as they are known, and the stages played."""

    number: int
    round: int
    seats: tuple[str, str]
    players: tuple[int | None, int | None]
    stages: tuple[TieStage, ...]
    free: tuple[bool, bool] = (False, False)

    @property
    def both(self) -> tuple[int, int] | None:
        """Both players, once they are known."""
        first, second = self.players
        return (first, second) if first is not None and second is not None else None

    @property
    def winner(self) -> int | None:
        """The player who goes on; None while that is open, or if nobody does."""
        if self.both is not None:
            return next((won for stage in self.stages if (won := stage.winner(self.both)) is not None), None)
        other_free = zip(self.players, self.free[::-1], strict=True)
        return next((player for player, free in other_free if player and free), None)

    @property
    def void(self) -> bool:
        """Whether nobody goes on: neither of the two came, or neither seat was taken."""
        return all(self.free) or (bool(self.stages) and self.stages[0].nobody_came)

    @property
    def decided(self) -> bool:
        return self.void or self.winner is not None

    @property
    def decided_by(self) -> str | None:
        """The stage that decided the tie."""
        if self.both is None:
            return None
        return next((stage.name for stage in self.stages if stage.winner(self.both) is not None), None)

    @property
    def loser(self) -> int | None:
        both, won = self.both, self.winner
        return None if both is None or won is None else both[1] if won == both[0] else both[0]

    @property
    def level(self) -> bool:
        """Whether the last stage ended level, so that the next one is to be opened."""
        return not self.decided and bool(self.stages) and self.stages[-1].over


def ties_of(state: EventState) -> dict[int, Tie]:
    """Return all ties of an event's bracket, by number."""
    plan = _plan(state)
    games = {name: count for name, count, _ in state.event_rules.stages}
    boards: dict[int, dict[str, list[EventBoard]]] = {}
    for event_round in state.rounds.values():
        for board in event_round.games:
            if board.tie is not None:
                boards.setdefault(board.tie, {}).setdefault(board.stage, []).append(board)
    ties: dict[int, Tie] = {}
    for number, (round_number, seats) in plan.items():
        stages = tuple(
            TieStage(name, games.get(name, len(own)), tuple(own)) for name, own in boards.get(number, {}).items()
        )
        (first, first_free), (second, second_free) = (_seated(seat, state, ties) for seat in seats)
        ties[number] = Tie(number, round_number, seats, (first, second), stages, (first_free, second_free))
    return ties


def _plan(state: EventState) -> dict[int, tuple[int, tuple[str, str]]]:
    """The ties of the bracket by number: the round and the seats. The one for third place comes last."""
    plan: dict[int, tuple[int, tuple[str, str]]] = {}
    rounds = bracket(len(state.numbers)).rounds
    for number, draw_round in enumerate(rounds, 1):
        for pairing in draw_round.pairings:
            plan[len(plan) + 1] = number, (str(pairing.white), str(pairing.black))
    if state.event_rules.third_place and len(rounds) > 1 and len(rounds[-2].pairings) == SEMIFINALS:
        last = len(plan)
        plan[last + 1] = len(rounds), (f"{LOSER}{last - 2}", f"{LOSER}{last - 1}")
    return plan


def _seated(seat: str, state: EventState, ties: Mapping[int, Tie]) -> tuple[int | None, bool]:
    """The player who has a seat, None while that is open; and whether it stays free."""
    if seat.isdecimal():
        return state.numbers[int(seat) - 1], False
    feeding = ties[int(seat[1:])]
    player = feeding.winner if seat.startswith(WINNER) else feeding.loser
    return player, player is None and feeding.decided


def misfits(state: EventState) -> list[Tie]:
    """Return the ties that are drawn with other players than those who have their seats by now."""
    return [
        tie
        for tie in ties_of(state).values()
        if any({board.white, board.black} != set(tie.both or ()) for stage in tie.stages for board in stage.boards)
    ]


class StageRule(NamedTuple):
    """A stage of the ties: its name, its games, and the time control that is played."""

    name: str
    games: int
    time_control: str


def stages_of(state: EventState) -> tuple[StageRule, ...]:
    """Return the stages of a knock-out. If the rules say nothing about them, the first one is played with the time
    control of the event."""
    rules = state.event_rules
    stages = tuple(StageRule(*stage) for stage in rules.stages)
    if "stages" in state.data or not rules.time_control:
        return stages
    return (stages[0]._replace(time_control=rules.time_control), *stages[1:])


def next_stage(state: EventState, tie: Tie) -> tuple[str, int] | None:
    """Return the stage that comes next in a tie, and how many games it has; None if there is none left."""
    played = [stage.name for stage in tie.stages]
    left = [(name, games) for name, games, _ in state.event_rules.stages if name not in played]
    return left[0] if left else None


def free_in(state: EventState, number: int) -> list[int]:
    """Return the players whom the bracket leaves free in a round."""
    return [state.numbers[int(player) - 1] for player in bracket(len(state.numbers)).rounds[number - 1].byes]


def rounds_of_bracket(players: int) -> int:
    """Return how many rounds a knock-out has."""
    return len(bracket(players).rounds)


def fed_by(ties: Mapping[int, Tie], number: int) -> list[Tie]:
    """Return the ties that a tie sends its winner or its loser to."""
    seats = {f"{WINNER}{number}", f"{LOSER}{number}"}
    return [tie for tie in ties.values() if seats & set(tie.seats)]


def final_order(state: EventState) -> list[int]:
    """Return the players in the order of the bracket; equal ones by their numbers."""
    levels = bracket_levels(state)
    return sorted(state.numbers, key=lambda entry: (levels[entry], state.numbers.index(entry)))


def bracket_levels(state: EventState) -> dict[int, tuple[int, int]]:
    """Return how far each player came in the bracket, the least first: the winner of the final, the other finalist,
    those of the tie for third place, then those who lost later before those who lost earlier."""
    ties = ties_of(state)
    last = max((tie.round for tie in ties.values()), default=0)
    place: dict[int, tuple[int, int]] = {}
    for tie in ties.values():
        for entry in tie.players:
            if entry is not None:
                for_third = tie.seats[0].startswith(LOSER)
                place[entry] = (last - tie.round, 2 * for_third + (tie.winner != entry))
    return {entry: place.get(entry, (last, 0)) for entry in state.numbers}


# Play-offs (C.05 Annex 3) for the first place, a title or a qualification: who plays, how many games, which colours.
# Their games never change the points of the event: only the order of the players who were level.

TIME_CONTROL = "3+2"
FIRST_GAMES = 2
BREAK_BEFORE, BREAK_BETWEEN = 30, 10
"""Minutes between the last game concerned and the first of the play-off, and between its stages."""
MOST_PLAYERS = 4
Form = Literal["match", "round-robin", "knockout", "cut"]
FORMS: dict[int, Form] = {2: "match", 3: "round-robin", 4: "knockout"}
GAMES: dict[Form, int] = {"match": FIRST_GAMES, "round-robin": 3, "knockout": 3 * FIRST_GAMES, "cut": 3 * FIRST_GAMES}


@dataclass(frozen=True, slots=True)
class PlayOffPlan:
    """What a play-off of a number of players looks like. `cut`: the next tie-break keeps four of them."""

    players: int
    form: Form
    games: int
    time_control: str = TIME_CONTROL
    minutes_before: int = BREAK_BEFORE
    minutes_between: int = BREAK_BETWEEN


@dataclass(frozen=True, slots=True)
class PlayOff:
    """The games of a play-off, in their order."""

    number: int
    games: tuple[EventBoard, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """The players, in the order in which they first sit down."""
        return tuple(dict.fromkeys(entry for game in self.games for entry in (game.white, game.black)))

    def score(self, entry: int) -> Fraction:
        own = tuple(game for game in self.games if entry in (game.white, game.black))
        return TieStage("play-off", len(own), own).score(entry)

    @property
    def over(self) -> bool:
        """Whether every game has its result."""
        return all(is_final(game.result) for game in self.games)

    @property
    def winner(self) -> int | None:
        """The winner; None while the play-off is open or level."""
        if len(self.players) == FIRST_GAMES:
            return self._winner_of_two()
        best = sorted(self.players, key=self.score, reverse=True)
        return best[0] if self.over and self.score(best[0]) > self.score(best[1]) else None

    def _winner_of_two(self) -> int | None:
        """The better score of the first two games, then the first win."""
        first, second = self.players
        stage = TieStage("play-off", FIRST_GAMES, self.games[:FIRST_GAMES])
        later = [TieStage("play-off", 1, (game,)) for game in self.games[FIRST_GAMES:]]
        return next(
            (won for tie_stage in (stage, *later) if (won := tie_stage.winner((first, second))) is not None), None
        )

    @property
    def order(self) -> tuple[tuple[int, ...], ...]:
        """The players from the first to the last; those who are level stand together."""
        if len(self.players) == FIRST_GAMES:
            won = self.winner
            return () if won is None else ((won,), tuple(entry for entry in self.players if entry != won))
        if not self.over:
            return ()
        scores = sorted({self.score(entry) for entry in self.players}, reverse=True)
        return tuple(tuple(entry for entry in self.players if self.score(entry) == one) for one in scores)


def plan(players: int) -> PlayOffPlan:
    """Return the play-off for a number of players who are level: two play two games, three a round robin, four two ties
    by lot and a final; of five or more the next tie-break keeps four."""
    form = FORMS.get(players, "cut")
    return PlayOffPlan(players, form, GAMES[form])


def later_white(game: int) -> int:
    """Return who has White in a game after the first two, 0 for the player drawn by lot: the colours alternate after
    each odd game (X Y Y X X Y), and the first win decides."""
    return (game // 2) % 2


def play_offs_of(state: EventState) -> dict[int, PlayOff]:
    """Return the play-offs of an event."""
    return {
        number: PlayOff(number, tuple(boards[game] for game in sorted(boards)))
        for number, boards in state.play_offs.items()
    }


def undecided(offs: Iterable[PlayOff]) -> list[int]:
    """Return the play-offs that nobody has won yet, and that nothing later has settled."""
    known = list(offs)
    later = {entry for off in known if off.winner is not None for entry in off.players}
    return [off.number for off in known if off.winner is None and not (off.over and later & set(off.players))]
