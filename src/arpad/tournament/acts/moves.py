"""Moves of games, from a PGN or keyed in at the desk: they are checked, and change no result."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from arpad.domain.values import fold
from arpad.games.pgn import WrittenGame, read_pgn, round_of
from arpad.inputs.declared import Input, as_typed
from arpad.tournament.acts.act import Act, AtBoard, Reply, at_fields
from arpad.tournament.acts.checks import board_at, need_published
from arpad.tournament.journal import Confirmations, Done
from arpad.tournament.kinds.boards import MovesSet
from arpad.tournament.log import Changes
from arpad.tournament.state import Entry, EventBoard, EventState

if TYPE_CHECKING:
    from arpad.games.record import GameRecord

MOST_PGN, MOST_KEYED = 10_000_000, 20_000
RESULTS_OF_PGN = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2"}


class SetMoves(Act, frozen=True):
    """Take the moves of games from a PGN file: they are for broadcasts, and no result is entered."""

    name = "moves"
    path = "desk/moves"
    back = "desk/broadcast"
    writes = (MovesSet,)
    least = "arbiter"

    pgn: Annotated[
        str, Input(as_typed, "file", "The games as PGN.", max_length=MOST_PGN, flag="FILE", help="cli.help.event-moves")
    ]

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """A game belongs to the board at which its players sit, known by their FIDE ID or by their names, never by a
        number alone. A move that is not legal ends the moves."""
        games: dict[int, dict[int, str]] = {}
        for written in read_pgn("PGN", self.pgn.encode().splitlines()):
            place = _place_of(state, written)
            names = " – ".join(written.tags.get(side, "?") for side in ("White", "Black"))
            if place is None or written.tags.get("FEN"):
                confirmations.note("moves-nowhere", game=written.number, players=names)
                continue
            number, board = place
            text, record = _read(written)
            _note_illegal(confirmations, number, board, written, record)
            ours, theirs = board.result, RESULTS_OF_PGN.get(record.result)
            if theirs is not None and ours is not None and ours != theirs:
                confirmations.note("moves-result", round=number, board=board.number, result=theirs, ours=ours)
            if text != board.last_moves:
                games.setdefault(number, {})[board.number] = text
        return [
            MovesSet.change({"round": number, "games": [[board, texts[board]] for board in sorted(texts)]})
            for number, texts in sorted(games.items())
        ]

    def reply(self, done: Done) -> Reply:
        games = [[line.data["round"], board] for line in done.lines for board, _ in line.data["games"]]
        return Reply("moves", {"count": len(games)}, {"games": games})

    def words(self, done: Done) -> Mapping[str, object]:
        return {"count": sum(len(line.data["games"]) for line in done.lines)}


class KeyMoves(AtBoard, frozen=True):
    """Key in the moves of one game, all of them so far: they are for broadcasts, and no result is entered."""

    name = "key-moves"
    path = "desk/key-moves"
    back = "desk/broadcast"
    writes = (MovesSet,)
    least = "arbiter"
    problems = at_fields(board="event-board-unknown", round="event-round-unknown event-round-draft")
    said = ("round", "board")
    reply_key = "moves-keyed"

    moves: Annotated[
        str,
        Input(
            about="All moves so far, in letters of English or another language: 1. e4 e5 2. Nf3. Empty: none.",
            kind="area", max_length=MOST_KEYED, blank=True, flag="--moves", metavar="TEXT", default="",
            help="cli.help.event-moves-key",
        ),
    ] = ""  # fmt: skip

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """The moves of a board of a published round, whole each time. A move that is not legal ends them."""
        need_published(state, self.round)
        board = board_at(state, self.round, self.board)
        text = ""
        if self.moves.strip():
            (written, *_) = read_pgn("PGN", f"1. {self.moves}".encode().splitlines())
            text, record = _read(written)
            _note_illegal(confirmations, self.round, board, written, record)
        if text == board.last_moves:
            return []
        return [MovesSet.change({"round": self.round, "games": [[board.number, text]]})]


def _read(written: WrittenGame) -> tuple[str, "GameRecord"]:
    """Return the legal moves of a written game, and the game as it was played."""
    from arpad.games.record import move_text, record_of  # noqa: PLC0415  (it loads the library of moves)

    record = record_of(written)
    return move_text(written, record), record


def _note_illegal(
    confirmations: Confirmations, number: int, board: EventBoard, written: WrittenGame, record: "GameRecord"
) -> None:
    if len(written.words) > len(record.moves):
        wrong = written.words[len(record.moves)]
        confirmations.note("moves-illegal", round=number, board=board.number, move=wrong.text, line=wrong.line)


def _place_of(state: EventState, game: WrittenGame) -> tuple[int, EventBoard] | None:
    """The round and the board of a written game; without a round, the last one that is published. None if its players
    do not sit at one board in the order of its colours."""
    number = round_of(game.tags) or state.last_published
    event_round = state.rounds.get(number)
    if event_round is None or event_round.published_n is None:
        return None
    for board in event_round.games:
        white, black = (state.entries.get(entry) for entry in board.seats)
        if white and black and _is_player(game, "White", white) and _is_player(game, "Black", black):
            return number, board
    return None


def _is_player(game: WrittenGame, side: str, player: Entry) -> bool:
    """Whether a side of a game is a player: by the FIDE ID if both have one, otherwise by all words of the name."""
    id_ = game.tags.get(f"{side}FideId", "").strip()
    if id_ and player.id:
        return id_ == player.id
    return sorted(fold(game.tags.get(side, "")).split()) == sorted(fold(player.name).split())
