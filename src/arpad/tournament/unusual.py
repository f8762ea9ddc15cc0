"""What is unusual about a drawn round, for the arbiter who looks at the draft before publishing it."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from arpad.domain.event import Colour
from arpad.i18n import Words
from arpad.pairing.state import PairingPlayer
from arpad.tournament.documents import adjourned_games, points_before, side_name
from arpad.tournament.drawing import pairing_state, second_game
from arpad.tournament.state import EventBoard, EventRound, EventState

IN_A_ROW = 3
"""C.04.1.f: nobody has the same colour so many times in a row, but in the last round."""
MOST_APART = 2
"""C.04.1.f: more games with one colour than with the other."""


class Unusual(NamedTuple):
    """Something to look at before a round is published. `code` is also the last part of the key of its words
    `tournament.unusual.CODE`."""

    code: str
    message: Words
    board: int | None = None


def unusual_of(state: EventState, number: int) -> list[Unusual]:
    """Return what is unusual about a drawn round: the bye, floats twice in a row, the third game with one colour, pairs
    who have met before, restrictions that gave way, and games before it that are adjourned."""
    event_round = state.rounds[number]
    found = [*_bye(state, event_round), *_lifted(event_round), *_adjourned(state, number)]
    if not state.event_rules.swiss or second_game(state, number):
        return found
    sides = state.sides
    before = pairing_state(state, number, event_round.lifted)
    players = {sides[player.rank - 1]: player for player in before.entrants}
    pairs = [board for board in event_round.paired if set(board.seats) <= set(players) and not board.substituted]
    for board in pairs:
        found += _of_pair(state, board, players)
    coloured = any(thing.code.startswith("colour") for thing in found)
    if number >= IN_A_ROW and pairs and not coloured:
        found.append(Unusual("no-third-colour", Words("tournament.unusual.no-third-colour")))
    return found


def _of_pair(state: EventState, board: EventBoard, players: Mapping[int, PairingPlayer]) -> Iterator[Unusual]:
    white, black = (players[side] for side in board.seats)
    names = {"white": side_name(state, board.white), "black": side_name(state, board.black)}
    if black.rank in white.opponents:
        yield _at(board, "rematch", **names)
    for side, own, other in ((board.white, white, black), (board.black, black, white)):
        floated = own.floats[0]
        if own.score != other.score and floated == ("down" if own.score > other.score else "up"):
            yield _at(board, f"float-{floated}", name=side_name(state, side))
    colours: tuple[tuple[int, PairingPlayer, Colour], ...] = ((board.white, white, "w"), (board.black, black, "b"))
    for side, own, colour in colours:
        history = own.colours + colour
        name = {"name": side_name(state, side), "colour": Words(f"tournament.unusual.in-{colour}")}
        if len(set(history[-IN_A_ROW:])) == 1 and len(history) >= IN_A_ROW:
            yield _at(board, "colour-third", **name)
        elif abs(2 * history.count("w") - len(history)) > MOST_APART:
            yield _at(board, "colour-apart", **name)


def _at(board: EventBoard, code: str, **values: object) -> Unusual:
    return Unusual(code, Words(f"tournament.unusual.{code}", board=board.number, **values), board.number)


def _bye(state: EventState, event_round: EventRound) -> Iterator[Unusual]:
    bye = event_round.bye
    if bye is None:
        return
    name = side_name(state, bye)
    had = [number for number, one in sorted(state.rounds.items()) if number < event_round.number and one.bye == bye]
    if had:
        yield Unusual("bye-again", Words("tournament.unusual.bye-again", name=name, round=had[-1]))
    elif state.event_rules.team or event_round.number == 1:
        yield Unusual("bye", Words("tournament.unusual.bye", name=name))
    else:
        points = points_before(state, event_round.number).get(bye, 0)
        yield Unusual("bye", Words("tournament.unusual.bye-points", name=name, points=points))


def _lifted(event_round: EventRound) -> Iterator[Unusual]:
    if event_round.lifted:
        yield Unusual("lifted", Words("tournament.unusual.lifted", count=len(event_round.lifted)))


def _adjourned(state: EventState, number: int) -> Iterator[Unusual]:
    for earlier, board in adjourned_games(state):
        if earlier < number:
            yield Unusual("adjourned", Words("tournament.unusual.adjourned", round=earlier, board=board))
