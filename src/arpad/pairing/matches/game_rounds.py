"""A Double-Swiss with a round for each game: two rounds are a match with one opponent, the second with colours reversed
(C.04.5, preface and 4.4). Reports and events have it so."""

from dataclasses import replace

from arpad.domain.event import OVER_THE_BOARD, ResultCode, RoundResult
from arpad.i18n import ArpadError
from arpad.pairing.history import DOUBLE, Tournament
from arpad.pairing.state import PairingState, state_before


def double_games(whole: Tournament) -> Tournament:
    """Return a tournament whose rounds are games as one of matches, or refuse it: an odd number of rounds, or a second
    game with another opponent."""
    if whole.rounds is not None and whole.rounds % DOUBLE:
        raise ArpadError("pairing-double-rounds", rounds=whole.rounds)
    for rank, own in whole.cells.items():
        for first, second in zip(own[0 : whole.paired : DOUBLE], own[1 : whole.paired : DOUBLE], strict=False):
            if first.opponent != second.opponent:
                raise ArpadError("pairing-double-report", round=second.round, player=rank)
    return replace(whole, games=DOUBLE)


def game_state(whole: Tournament, number: int) -> PairingState:
    """Return the state before a round: of new matches, or of the second games of matches."""
    first = number - (number - 1) % DOUBLE
    matches = _as_matches(whole)
    state = state_before(matches, (first + 1) // DOUBLE)
    state = replace(state, round=number, rounds=whole.rounds or 0, games=DOUBLE)
    if first == number:
        return state
    games = tuple(_second_game(whole, player.rank, first) for player in state.entrants)
    returning = tuple(sorted({game for game in games if game is not None}))
    playing = {rank for game in returning for rank in game}
    alone = [player.rank for player in state.entrants if player.rank not in playing]
    return replace(
        state,
        entrants=tuple(player for player in state.entrants if player.rank in playing),
        absent=tuple(sorted((*state.absent, *alone))),
        returning=returning,
    )


def _second_game(whole: Tournament, rank: int, number: int) -> tuple[int, int] | None:
    """4.4: the second game of the match that a player began in a round, White first; None without a match."""
    cell = whole.cell(rank, number)
    if cell is None or cell.opponent is None:
        return None
    black = cell.colour == "w" or (cell.colour is None and rank < cell.opponent)
    return (cell.opponent, rank) if black else (rank, cell.opponent)


def _as_matches(whole: Tournament) -> Tournament:
    """The same tournament with a round for each match."""
    count = -(-whole.paired // DOUBLE)
    return replace(
        whole,
        cells={rank: [_match(whole, rank, number) for number in range(1, count + 1)] for rank in whole.cells},
        scores={rank: scores[::DOUBLE] for rank, scores in whole.scores.items()},
        virtual={-(-number // DOUBLE): points for number, points in whole.virtual.items()},
        win=DOUBLE * whole.win,
        draw=DOUBLE * whole.draw,
        rounds=None if whole.rounds is None else whole.rounds // DOUBLE,
        paired=count,
        games=1,
    )


def _match(whole: Tournament, rank: int, number: int) -> RoundResult:
    """A match as one game. It is forfeited only if no game was played (preface), and its colour is that of the first
    game (1.6)."""
    first = whole.cell(rank, DOUBLE * number - 1)
    if first is None or first.opponent is None:
        return RoundResult(number, None, None, first.result if first is not None else "Z")
    second = whole.cell(rank, DOUBLE * number) if DOUBLE * number <= whole.paired else None
    results = [first.result, None if second is None else second.result]
    return RoundResult(number, first.opponent, first.colour, _result(whole, rank, first.opponent, number, results))


def _result(
    whole: Tournament, rank: int, opponent: int, number: int, results: list[ResultCode | None]
) -> ResultCode | None:
    if None in results:
        return None
    mine, theirs = (
        whole.scores[one][DOUBLE * number] - whole.scores[one][DOUBLE * (number - 1)] for one in (rank, opponent)
    )
    if not any(result in OVER_THE_BOARD for result in results):
        return "+" if mine > theirs else "-"
    return "1" if mine > theirs else "=" if mine == theirs else "0"
