"""Play-offs: opened with a lot, played on until somebody wins."""

import random
from collections.abc import Sequence

from arpad.i18n import ArpadError
from arpad.pairing.round_robin_tables import berger
from arpad.tournament.acts.checks import entry_at
from arpad.tournament.acts.ties import drawn_white
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.playoffs import FIRST_GAMES, MOST_PLAYERS, PlayOff, later_white, plan, play_offs_of
from arpad.tournament.results import parse_result
from arpad.tournament.state import EventState

Seats = tuple[int, int]


@command
def open_play_off(
    state: EventState, hearing: Hearing, entries: Sequence[int], white: int | None = None, seed: int | None = None
) -> Changes:
    """Open a play-off. Two players: two games, White of the first by lot or as said. Three: a round robin, the numbers
    by lot. Four: two play-offs of two, by lot; their winners then play another one."""
    players = tuple(entry_at(state, entry).entry for entry in entries)
    _may_be_opened(state, players)
    if not state.laws.play_off:
        hearing.confirm("play-off-unplanned")
    number = max(state.play_offs, default=0) + 1
    form = plan(len(players)).form
    if form == "match":
        begins = drawn_white((players[0], players[1]), white, seed)
        return play_off_lines(number, _two_games(begins, _other(players, begins)), 0, begins, seed)
    if seed is None:
        raise ArpadError("event-tie-lot")
    drawn = random.Random(seed).sample(players, len(players))
    if form == "round-robin":
        games = [
            (drawn[int(pairing.white) - 1], drawn[int(pairing.black) - 1])
            for one in berger(len(drawn)).rounds
            for pairing in one.pairings
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
    if len(state.rounds) < state.laws.rounds or not all(one.complete for one in state.rounds.values()):
        raise ArpadError("event-play-off-early")


@command
def go_on(
    state: EventState, _hearing: Hearing, number: int, white: int | None = None, seed: int | None = None
) -> Changes:
    """Give a play-off of two that is level its next game: the colours are drawn again after the first two games, and
    alternate from then on."""
    found = play_off_at(state, number)
    if found.winner is not None:
        raise ArpadError("event-play-off-decided", number=number)
    if not found.over:
        raise ArpadError("event-play-off-open", number=number)
    if len(found.players) != FIRST_GAMES:
        raise ArpadError("event-play-off-level", number=number)
    later = len(found.games) - FIRST_GAMES
    again = later == 0
    both = found.players[0], found.players[1]
    begins = drawn_white(both, white, seed) if again else found.games[FIRST_GAMES].white
    pair = begins, _other(both, begins)
    seats = pair if later_white(later + 1) == 0 else pair[::-1]
    return play_off_lines(number, [(seats[0], seats[1])], len(found.games), begins if again else None, seed)


@command
def play_off_result(state: EventState, _hearing: Hearing, number: int, game: int, typed: str) -> Changes:
    """Enter the result of a game of a play-off."""
    games = {board.number: board for board in play_off_at(state, number).games}
    if game not in games:
        raise ArpadError("event-play-off-game", number=number, game=game, last=max(games))
    result = parse_result(typed)
    if games[game].result == result:
        return []
    return [LogChange("result.set", {"tie": number, "board": game, "result": result, "play_off": True})]


def play_off_at(state: EventState, number: int) -> PlayOff:
    """Return a play-off; refuse one that is not there."""
    found = play_offs_of(state)
    if number not in found:
        raise ArpadError("event-play-off-unknown", number=number, last=max(found, default=0))
    return found[number]


def _two_games(first: int, second: int) -> list[Seats]:
    return [(first, second), (second, first)]


def _other(players: Sequence[int], entry: int) -> int:
    return players[1] if players[0] == entry else players[0]


def play_off_lines(number: int, games: list[Seats], taken: int, white: int | None, seed: int | None) -> list[LogChange]:
    """Return the lines that give a play-off its next games; `white` was drawn by lot for the first of them."""
    boards = [[taken + place, first, second] for place, (first, second) in enumerate(games, 1)]
    told: dict[str, object] = {"tie": number, "stage": "play-off", "white": white, "play_off": True}
    lot = [] if white is None else [LogChange("tie.lot", told | ({} if seed is None else {"seed": seed}))]
    return [*lot, LogChange("tie.stage", {"tie": number, "stage": "play-off", "boards": boards, "play_off": True})]
