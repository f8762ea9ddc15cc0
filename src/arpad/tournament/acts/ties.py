"""Knock-outs, play-offs and ties: rounds drawn, stages opened, colours and places drawn by lot."""

import random
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError
from arpad.inputs.declared import Input, whole
from arpad.pairing.round_robin_tables import berger
from arpad.tournament.acts.act import (
    MOST,
    Act,
    Reply,
    ResultText,
    Seed,
    at_fields,
    entries_input,
    mark,
    number_input,
    reply_shape,
)
from arpad.tournament.acts.checks import boards_named, entry_at, need_unfinished
from arpad.tournament.documents import PlayOffDocument, TieDocument, play_offs_document, tie_document
from arpad.tournament.journal import Confirmations, Done
from arpad.tournament.kinds.boards import ResultSet
from arpad.tournament.kinds.event import TiesOrdered
from arpad.tournament.kinds.rounds import RoundDrawn, StageOpened, TieLot
from arpad.tournament.knockout import (
    FIRST_GAMES,
    MOST_PLAYERS,
    PlayOff,
    Tie,
    fed_by,
    free_in,
    later_white,
    next_stage,
    plan,
    play_offs_of,
    ties_of,
)
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.results import parse_result
from arpad.tournament.standings import last_counted, tied_groups
from arpad.tournament.state import EventBoard, EventState, OrderedTies

# Knock-outs: rounds drawn from the bracket, stages opened one after the other, colours by lot.


def knockout_round(state: EventState, number: int) -> list[LogChange]:
    """Return the lines that draw a round of a knock-out: its ties with the games of their first stage. The colours of
    the first game are those of the bracket; every tie of the round before must be decided."""
    ties = ties_of(state)
    undecided = [tie for tie in ties.values() if tie.round == number - 1 and not tie.decided]
    waiting = [board for tie in undecided for stage in tie.stages for board in stage.boards]
    if missing := [board.number for board in waiting if board.result is None]:
        raise ArpadError("event-results-missing", round=number - 1, boards=boards_named(missing))
    if undecided:
        numbers = ", ".join(str(tie.number) for tie in undecided)
        raise ArpadError("event-ties-open", round=number - 1, ties=numbers)
    absent = [[entry, "Z"] for entry in free_in(state, number)]
    place = {"round": number, "boards": [], "bye": None, "absent": absent}
    drawn = RoundDrawn.change({**place, "numbers": list(state.numbers), "engine": "knockout"})
    name, games, _ = state.event_rules.stages[0]
    lines, board = [drawn], 0
    for tie in ties.values():
        if tie.round == number and tie.both is not None:
            lines.append(stage_line(tie, name, games, tie.both[0], board))
            board += games
    return lines


def stage_line(tie: Tie, name: str, games: int, white: int, taken: int) -> LogChange:
    """Return the line that opens a stage. White of the first game has Black in the second, and so on; `taken` is the
    last board of the round."""
    assert tie.both is not None
    first, second = (white, tie.both[1] if white == tie.both[0] else tie.both[0])
    boards = [[taken + game + 1, *((first, second) if game % 2 == 0 else (second, first))] for game in range(games)]
    return StageOpened.change({"tie": tie.number, "round": tie.round, "stage": name, "boards": boards})


FirstWhite = Annotated[int | None, Input(whole(1, MOST), "player", "Who has White first, by entry.", max_length=10)]


class OpenStage(Act, frozen=True):
    """Open the next stage of a tie that is level: the lot gives the colours."""

    name = "tie"
    path = "desk/bracket/{tie}"
    back = "desk/bracket"
    writes = (TieLot, StageOpened)
    least = "arbiter"
    answers = (reply_shape("OneTie", tie=TieDocument),)
    problems = at_fields(seed="event-tie-lot")

    tie: Annotated[int, number_input(about="The tie.")]
    seed: Seed = None
    first_white: FirstWhite = None

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        """The colours of its first game are drawn by lot, or given."""
        number, seed, tie = self.tie, self.seed, tie_at(state, self.tie)
        if tie.both is None:
            raise ArpadError("event-tie-seats", tie=number, seats=", ".join(tie.seats))
        if tie.decided:
            raise ArpadError("event-tie-decided", tie=number, winner=tie.winner or 0)
        if not tie.level:
            raise ArpadError("event-tie-playing", tie=number)
        stage = next_stage(state, tie)
        if stage is None:
            raise ArpadError("event-tie-stages", tie=number)
        first = drawn_white(tie.both, self.first_white, seed)
        name, games = stage
        lot: dict[str, object] = {"tie": number, "stage": name, "white": first}
        taken = max(state.rounds[tie.round].boards, default=0)
        return [
            TieLot.change(lot | ({} if seed is None else {"seed": seed})),
            stage_line(tie, name, games, first, taken),
        ]

    def reply(self, done: Done) -> Reply:
        document = tie_document(done.state, tie_at(done.state, self.tie))
        return Reply("stage", {"tie": self.tie, "stage": document.stages[-1].stage}, {"tie": document})

    def document(self, state: EventState) -> Mapping[str, Any]:
        return {"tie": tie_document(state, tie_at(state, self.tie))}


def drawn_white(players: tuple[int, int], white: int | None, seed: int | None) -> int:
    """Return who has White in the first game: as given, or by lot."""
    if white is not None:
        if white not in players:
            raise ArpadError("event-tie-white", entry=white, known=", ".join(map(str, players)))
        return white
    if seed is None:
        raise ArpadError("event-tie-lot")
    return random.Random(seed).choice(players)


def tie_at(state: EventState, number: int) -> Tie:
    """Return a tie of the bracket; refuse one that is not there."""
    if state.event_rules.system != "knockout" or not state.closed:
        raise ArpadError("event-no-ties")
    ties = ties_of(state)
    if number not in ties:
        raise ArpadError("event-tie-unknown", tie=number, last=max(ties))
    return ties[number]


def check_tie(state: EventState, board: EventBoard) -> None:
    """Refuse a result of a decided tie whose winner has played on (Arbiters' Manual IV 6.2)."""
    if board.tie is None or board.result is None or state.event_rules.system != "knockout":
        return
    ties = ties_of(state)
    for tie in fed_by(ties, board.tie):
        if any(game.result is not None for stage in tie.stages for game in stage.boards):
            raise ArpadError("event-tie-fed", tie=board.tie, fed=tie.number)


# Ties that stay in the standings: ordered by lots, or by hand.


class OrderTies(Act, frozen=True):
    """Order contestants whom the tie-breaks leave tied after the last complete round: by hand, with a reason, or by
    lots, which are the same whenever they are drawn again."""

    name = "lots"
    path = "desk/lots"
    back = "standings"
    writes = (TiesOrdered,)
    problems = at_fields(players="event-lots-tie event-lots-how event-lots-none")

    players: Annotated[
        Sequence[int],
        entries_input("ENTRY", "[ENTRY]…", "lots", "The tied players (or teams), the best first."),
    ] = ()
    draw: Annotated[bool, mark("--draw", "lots-draw")] = False

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """C.07 4.2: the last resort. One tie by hand; by lots every tie that nobody has ordered yet."""
        need_unfinished(state)
        counted = last_counted(state)
        if not state.rounds[counted].complete:
            raise ArpadError("event-no-standings")
        tied = tied_groups(state)
        given = tuple(self.players)
        if bool(given) == self.draw:
            raise ArpadError("event-lots-how")
        before = state.ordered_ties.get(counted, OrderedTies((), ""))
        kept = [group for group in before.groups if sorted(group) in map(sorted, tied)]
        if self.draw:
            open_ = [group for group in tied if sorted(group) not in map(sorted, kept)]
            if not open_:
                raise ArpadError("event-lots-none", round=counted)
            digest = lots_of(state, counted)
            new = [tuple(sorted(group, key=lambda side: sha256_of(f"{digest} {side}"))) for group in open_]
            by = f"sha256 {digest[:16]}"
            confirmations.confirm("lots-drawn", count=len(new), round=counted)
        else:
            if sorted(given) not in map(sorted, tied):
                ties = "; ".join(", ".join(map(str, group)) for group in tied)
                raise ArpadError("event-lots-tie", round=counted, ties=ties or "–")
            kept = [group for group in kept if sorted(group) != sorted(given)]
            new, by = [given], state.event_rules.chief_arbiter
            confirmations.ask_reason("lots-by-hand", round=counted)
        groups = [list(group) for group in (*kept, *new)]
        if groups == [list(group) for group in before.groups]:
            return []
        data = {"round": counted, "groups": groups, "by": by}
        return [TiesOrdered.change(data | ({} if self.draw else confirmations.kept_reason))]

    def reply(self, done: Done) -> Reply:
        return Reply("tie-ordered", self.words(done), {"groups": self._groups(done.state)})

    def words(self, done: Done) -> Mapping[str, object]:
        return {"count": len(self._groups(done.state)), "round": last_counted(done.state)}

    @staticmethod
    def _groups(state: EventState) -> list[list[int]]:
        ordered = state.ordered_ties.get(last_counted(state))
        return [] if ordered is None else [list(group) for group in ordered.groups]


def lots_of(state: EventState, number: int) -> str:
    """Return the digest from which the lots of a round come: the event, the round, and its boards with their results.
    So the same round always gives the same lots."""
    boards = [[board.number, board.white, board.black, board.result] for board in state.rounds[number].games]
    return sha256_of(canonical([state.event_rules.slug, state.seed, number, boards]))


# Play-offs: opened with a lot, played on until somebody wins.

Seats = tuple[int, int]


class OfPlayOffs(Act, frozen=True):
    """Something after which all play-offs are told."""

    back = "desk/play-offs"
    least = "arbiter"
    answers: ClassVar[tuple[Any, ...]] = (reply_shape("AllPlayOffs", play_offs=list[PlayOffDocument]),)

    def reply(self, done: Done) -> Reply:
        documents = play_offs_document(done.state)
        return Reply("play-off", {"count": len(documents)}, {"play_offs": documents})

    def document(self, state: EventState) -> Mapping[str, Any]:
        return {"play_offs": play_offs_document(state)}


class OpenPlayOff(OfPlayOffs, frozen=True):
    """Open a play-off of two to four players."""

    name = "play-off"
    path = "desk/play-offs"
    writes = (TieLot, StageOpened)

    players: Annotated[Sequence[int], entries_input("", "", "")]
    seed: Seed = None
    first_white: FirstWhite = None

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Two players: two games, White of the first by lot or as given. Three: a round robin, the numbers by lot.
        Four: two play-offs of two, by lot; their winners then play another one."""
        seed, players = self.seed, tuple(entry_at(state, entry).entry for entry in self.players)
        _may_be_opened(state, players)
        if not state.event_rules.play_off:
            confirmations.confirm("play-off-unplanned")
        number = max(state.play_offs, default=0) + 1
        form = plan(len(players)).form
        if form == "match":
            begins = drawn_white((players[0], players[1]), self.first_white, seed)
            return play_off_lines(number, _two_games(begins, _other(players, begins)), 0, begins, seed)
        if seed is None:
            raise ArpadError("event-tie-lot")
        drawn = random.Random(seed).sample(players, len(players))
        if form == "round-robin":
            games = [
                (drawn[int(pairing.white) - 1], drawn[int(pairing.black) - 1])
                for round_ in berger(len(drawn)).rounds
                for pairing in round_.pairings
            ]
            return play_off_lines(number, games, 0, drawn[0], seed)
        return [
            line
            for place, pair in enumerate((drawn[:2], drawn[2:]))
            for line in play_off_lines(number + place, _two_games(pair[0], pair[1]), 0, pair[0], seed)
        ]


def _may_be_opened(state: EventState, players: tuple[int, ...]) -> None:
    if len(set(players)) != len(players) or len(players) < FIRST_GAMES:
        raise ArpadError("event-play-off-players")
    if len(players) > MOST_PLAYERS:
        raise ArpadError("event-play-off-many", count=len(players), most=MOST_PLAYERS)
    if len(state.rounds) < state.event_rules.rounds or not all(
        event_round.complete for event_round in state.rounds.values()
    ):
        raise ArpadError("event-play-off-early")


PlayOffNumber = Annotated[int, Input(whole(1, 99), "number", "The play-off.", max_length=4)]


class PlayOffGoesOn(OfPlayOffs, frozen=True):
    """Give a play-off of two, which is level, its next game."""

    name = "play-off-next"
    path = "desk/play-offs/next"
    writes = (TieLot, StageOpened)
    answers = ()

    play_off: PlayOffNumber
    seed: Seed = None
    first_white: FirstWhite = None

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        """The colours are drawn again after the first two games, and alternate from then on."""
        number, off = self.play_off, play_off_at(state, self.play_off)
        if off.winner is not None:
            raise ArpadError("event-play-off-decided", number=number)
        if not off.over:
            raise ArpadError("event-play-off-open", number=number)
        if len(off.players) != FIRST_GAMES:
            raise ArpadError("event-play-off-level", number=number)
        later = len(off.games) - FIRST_GAMES
        again = later == 0
        both = off.players[0], off.players[1]
        begins = drawn_white(both, self.first_white, self.seed) if again else off.games[FIRST_GAMES].white
        pair = begins, _other(both, begins)
        seats = pair if later_white(later + 1) == 0 else pair[::-1]
        return play_off_lines(number, [(seats[0], seats[1])], len(off.games), begins if again else None, self.seed)

    def document(self, _state: EventState) -> Mapping[str, Any]:
        return {}


class PlayOffResult(OfPlayOffs, frozen=True):
    """Enter the result of a game of a play-off."""

    name = "play-off-result"
    path = "desk/play-offs/result"
    writes = (ResultSet,)

    play_off: PlayOffNumber
    game: Annotated[int, Input(whole(1, 99), "number", "The game.", max_length=4)]
    result: ResultText

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        games = {board.number: board for board in play_off_at(state, self.play_off).games}
        if self.game not in games:
            raise ArpadError("event-play-off-game", number=self.play_off, game=self.game, last=max(games))
        result = parse_result(self.result)
        if games[self.game].result == result:
            return []
        data = {"tie": self.play_off, "board": self.game, "result": result, "play_off": True}
        return [ResultSet.change(data)]


def play_off_at(state: EventState, number: int) -> PlayOff:
    """Return a play-off; refuse one that is not there."""
    offs = play_offs_of(state)
    if number not in offs:
        raise ArpadError("event-play-off-unknown", number=number, last=max(offs, default=0))
    return offs[number]


def _two_games(first: int, second: int) -> list[Seats]:
    return [(first, second), (second, first)]


def _other(players: Sequence[int], entry: int) -> int:
    return players[1] if players[0] == entry else players[0]


def play_off_lines(number: int, games: list[Seats], taken: int, white: int | None, seed: int | None) -> list[LogChange]:
    """Return the lines that give a play-off its next games; `white` was drawn by lot for the first of them."""
    boards = [[taken + place, first, second] for place, (first, second) in enumerate(games, 1)]
    lot_data: dict[str, object] = {"tie": number, "stage": "play-off", "white": white, "play_off": True}
    lot = [] if white is None else [TieLot.change(lot_data | ({} if seed is None else {"seed": seed}))]
    return [*lot, StageOpened.change({"tie": number, "stage": "play-off", "boards": boards, "play_off": True})]
