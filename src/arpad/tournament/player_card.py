"""What everybody may know of a player in an event: the rounds with colours, opponents, results and points."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple

from arpad.domain.event import Colour, ResultCode
from arpad.formats.scores import Scores
from arpad.tournament.cells import event_of
from arpad.tournament.order import plain_name
from arpad.tournament.results import ADJOURNED, codes
from arpad.tournament.shapes import CardDocument, EventPlayerDocument, OpponentDocument
from arpad.tournament.state import Entry, EventBoard, EventState
from arpad.tournament.tables import round_tables
from arpad.tournament.team_play.teams import NOBODY

RoundKind = Literal["game", "open", "adjourned", "bye", "H", "Z", "F", "missing", "forfeit", "out"]


KINDS: dict[str, RoundKind] = {"U": "bye", "H": "H", "F": "F", "-": "missing", "+": "forfeit"}


class CardRound(NamedTuple):
    """A round of a player. `points` are those of the player after it, `code` the one of a report.

    `kind`: a game that is over, open or adjourned; the pairing-allocated bye; H, Z or F for a bye that was asked for;
    `missing`, did not come to a board that was given up; `forfeit`, a match that was not played; `out`, not in the
    event in this round.
    """

    round: int
    kind: RoundKind
    colour: Colour | None
    opponent: int | None
    code: ResultCode | None
    points: Fraction
    board: int | None = None
    table: int | None = None


def card_rounds(state: EventState, entry: int) -> list[CardRound]:
    """Return the published rounds of a player."""
    last = state.last_published
    if entry not in state.numbers or not last:
        return []
    event = event_of(state, last, only=(entry,))
    scores, player = Scores(event), event.players[0]
    total = Fraction(0)
    found = []
    for cell in player.rounds:
        total += scores.of_round(player.rank, cell)
        found.append(_round(state, entry, cell.round, cell.result, total))
    return found


def _round(state: EventState, entry: int, number: int, code: ResultCode | None, total: Fraction) -> CardRound:
    found = state.rounds.get(number)
    board = None if found is None else own_board(state, entry, number)
    if found is not None and board is not None:
        white = board.white == entry
        sides = codes(board.result)
        other = board.black if white else board.white
        kind: RoundKind = "open" if board.result is None else "adjourned" if board.result == ADJOURNED else "game"
        return CardRound(
            number,
            kind,
            "w" if white else "b",
            None if other == NOBODY else other,
            sides.white if white else sides.black,
            total,
            board.number,
            round_tables(state, number).get(board.number) if kind != "game" else None,
        )
    there = found is not None and not state.laws.team and entry in found.absent
    return CardRound(number, KINDS.get(code or "", "Z" if there else "out"), None, None, code, total)


def own_board(state: EventState, entry: int, number: int) -> EventBoard | None:
    """Return the board at which somebody sits in a round."""
    return next(iter(state.rounds[number].boards_of_entries.get(entry, ())), None)


def player_summary(found: Entry, number: int | None) -> EventPlayerDocument:
    """A player as lists have them."""
    return {
        "entry": found.entry,
        "number": number,
        "title": found.title or None,
        "name": found.name,
        "federation": found.federation or None,
        "rating": found.rating or None,
        "born": found.born,
        "club": found.club or None,
        "team": found.team,
        "state": found.state,
        "from_round": found.from_round,
        "withdrawn_from": found.withdrawn_from,
    }


def card_document(state: EventState, entry: int) -> CardDocument:
    """A player with every published round."""
    rounds = card_rounds(state, entry)
    return {
        **player_summary(state.entries[entry], state.number_of(entry)),
        "id": state.entries[entry].id or None,
        "points": rounds[-1].points if rounds else None,
        "rounds": [
            {
                "round": one.round,
                "kind": one.kind,
                "colour": one.colour,
                "opponent": None if one.opponent is None else _opponent(state, one.opponent),
                "result": one.code,
                "points": one.points,
                "board": one.board,
                "table": one.table,
            }
            for one in rounds
        ],
    }


def _opponent(state: EventState, entry: int) -> OpponentDocument:
    found = state.entries[entry]
    return {
        "entry": entry,
        "number": state.number_of(entry),
        "title": found.title or None,
        "name": found.name,
        "rating": found.rating or None,
        "id": found.id or None,
    }


def begins_with(found: Entry, typed: str) -> bool:
    """Whether each word typed is the beginning of a word of the name, without marks and case."""
    words = plain_name(found.name).replace(",", " ").split()
    return all(any(word.startswith(one) for word in words) for one in plain_name(typed).replace(",", " ").split())


def in_order(state: EventState, order: str) -> Iterator[Entry]:
    """The players by name, by rating, or by number (by the order of entry while there are none)."""
    players = list(state.entries.values())
    if order == "name":
        yield from sorted(players, key=lambda one: (plain_name(one.name), one.entry))
        return
    numbers = state.pairing_numbers
    by_number = sorted(players, key=lambda one: (numbers.get(one.entry, len(numbers) + 1), one.entry))
    yield from sorted(by_number, key=lambda one: -one.rating) if order == "rating" else by_number
