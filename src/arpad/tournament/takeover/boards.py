"""A round of a file as a round of an event: boards in their order, the bye, and who was not paired."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arpad.domain.event import Player, RoundResult
from arpad.domain.findings import Finding, Severity
from arpad.pairing.state import PairingPlayer, Tournament, board_order
from arpad.tournament.results import RESULT_OF

WITHOUT_OPPONENT: Mapping[str, str] = {"1": "F", "W": "F", "+": "F", "=": "H", "D": "H", "0": "Z", "L": "Z"}
"""A result that has no opponent, as the bye that it is worth."""


@dataclass(frozen=True, slots=True)
class TakenBoard:
    """A board by starting ranks, with its result if it has one."""

    white: int
    black: int
    result: str | None


@dataclass(frozen=True, slots=True)
class TakenRound:
    """A round by starting ranks. `absent` have H, Z or F; `missing` lost by forfeit against nobody."""

    number: int
    boards: tuple[TakenBoard, ...]
    bye: int | None
    absent: Mapping[int, str]
    missing: tuple[int, ...]

    def code_of(self, rank: int, told: RoundResult) -> str | None:
        """Return the result that a player has in the event, after what was adjusted."""
        return self.absent.get(rank, told.result) if told.opponent is None else told.result


def taken_round(players: Mapping[int, Player], number: int, found: list[Finding]) -> TakenRound:
    """Return a round of a file, its boards in no order yet."""
    cells = {rank: cell for rank, player in players.items() if (cell := _cell(player, number)) is not None}
    boards, missing = [], []
    absent: dict[int, str] = {}
    bye: int | None = None
    for rank in sorted(players):
        cell = cells.get(rank) or RoundResult(number, None, None, "Z")
        if cell.opponent is not None:
            if rank < cell.opponent:
                boards.append(_board(players[rank], cell, cells[cell.opponent], found))
        elif cell.result == "U" and bye is None:
            bye = rank
        elif cell.result == "-":
            missing.append(rank)
        else:
            absent[rank] = _away(players[rank], cell, found)
    return TakenRound(number, tuple(boards), bye, absent, tuple(missing))


def _cell(player: Player, number: int) -> RoundResult | None:
    return player.rounds[number - 1] if number <= len(player.rounds) else None


def _board(player: Player, cell: RoundResult, other: RoundResult, found: list[Finding]) -> TakenBoard:
    """The board of two lines, from the one with the lower number."""
    opponent = cell.opponent or 0
    has_white = cell.colour == "w" or (cell.colour is None and other.colour in ("b", None))
    if cell.colour is None and other.colour is None:
        values = {"opponent": opponent}
        severity: Severity = "warning" if cell.played else "info"
        found.append(
            Finding("import-colours", severity, None, player.line, cell.column, player.rank, cell.round, values)
        )
    white, black = (cell, other) if has_white else (other, cell)
    result = None if white.result is None or black.result is None else RESULT_OF[white.result, black.result]
    return TakenBoard(*((player.rank, opponent) if has_white else (opponent, player.rank)), result)


def _away(player: Player, cell: RoundResult, found: list[Finding]) -> str:
    """H, F or Z for a player without an opponent; any other result becomes the bye that it is worth."""
    result = str(cell.result or "Z")
    if result in "HFZ":
        return result
    taken = "F" if result == "U" else WITHOUT_OPPONENT[result]
    code = "import-two-byes" if result == "U" else "import-no-opponent"
    values = {"round": cell.round, "result": result, "taken": taken}
    found.append(Finding(code, "warning", None, player.line, cell.column, player.rank, cell.round, values))
    return taken


def in_board_order(boards: Sequence[TakenBoard], whole: Tournament, number: int) -> tuple[TakenBoard, ...]:
    """C.04.2.D.9: the boards by the points before the round. Those on the wall may have had other numbers."""

    def place(board: TakenBoard) -> tuple[int, int, int]:
        both = (_seen(whole, board.white, number), _seen(whole, board.black, number))
        return board_order(both, whole.system.boards == "score")

    return tuple(sorted(boards, key=place))


def _seen(whole: Tournament, rank: int, number: int) -> PairingPlayer:
    return PairingPlayer(rank, whole.pairing_score(rank, number), whole.scores[rank][number - 1])
