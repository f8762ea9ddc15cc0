"""A claim of a draw: 9.2 (the same position for the third time) or 9.3 (fifty moves), and what a wrong one costs."""

from dataclasses import dataclass
from typing import Literal

from arpad.games.board import BoardPosition
from arpad.games.notation import read_move
from arpad.games.pgn import WrittenGame, is_white, move_number
from arpad.games.record import FIFTY, GameRecord, move_problem, record_of, starting_position
from arpad.i18n import ArpadError, Words

ClaimKind = Literal["repetition", "fifty"]
CLAIM_KINDS: tuple[ClaimKind, ...] = ("repetition", "fifty")
THIRD = 3
ARTICLES: dict[str, str] = {"repetition": "9.2", "fifty": "9.3"}


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that was judged. `plies` are those of the game after which the position stood, 0 for the start; `before`
    are the half moves before the game, if it starts from a FEN; `quiet` are the half moves without a pawn's move or a
    capture."""

    kind: ClaimKind
    right: bool
    article: str
    ply: int
    move: str
    plies: tuple[int, ...]
    quiet: int
    before: int = 0

    @property
    def places(self) -> tuple[str, ...]:
        """The moves after which the position stood, as people say them: 28b; "start" for the start."""
        return tuple("start" if ply == 0 else said_move(self.before + ply) for ply in self.plies)


def said_move(ply: int) -> str:
    """A half move of a whole game as people say it: 30b."""
    return f"{move_number(ply)}{'w' if is_white(ply) else 'b'}"


def ply_of(written: str) -> int:
    """The half move of a whole game that people mean: 30w is White's thirtieth move, 30b Black's. A game from a FEN has
    the numbers of the FEN."""
    number, side = written[:-1], written[-1:].lower()
    if not number.isdecimal() or len(number) > 3 or int(number) < 1 or side not in ("w", "b"):
        raise ArpadError("games-claim-at", value=written)
    return 2 * int(number) - (1 if side == "w" else 0)


def judge_claim(game: WrittenGame, ply: int, kind: ClaimKind, move: str = "", notation: str = "auto") -> Claim:
    """Judge a claim that is made before the half move `ply` of the whole game; `move` is the one that the player
    intends to make (9.2.1, 9.3.1). Without it the position on the board counts."""
    record = record_of(game, notation)
    own = ply - record.before
    if own < 1:
        first = said_move(record.before + 1)
        raise ArpadError("games-claim-early", at=said_move(ply), first=first, game=game.number)
    if own > len(record.moves) + 1:
        last = said_move(record.before + len(record.moves))
        raise ArpadError("games-claim-late", at=said_move(ply), last=last, game=game.number)
    position = starting_position(game)
    keys = [position.key]
    for played in record.moves[: own - 1]:
        position.play(played)
        keys.append(position.key)
    if move:
        position = position.after(_intended(record, position, move, ply))
        keys.append(position.key)
    times = tuple(at for at, key in enumerate(keys) if key == keys[-1])
    right = len(times) >= THIRD if kind == "repetition" else position.quiet_half_moves >= FIFTY
    return Claim(kind, right, ARTICLES[kind], own, move, times, position.quiet_half_moves, record.before)


def _intended(record: GameRecord, position: BoardPosition, move: str, ply: int) -> str:
    """The one legal move that is meant."""
    written = read_move(move, record.language)
    found = position.candidates(written) if written is not None else []
    if len(found) == 1:
        return found[0]
    problem = move_problem(position, written, found, record.language)
    said = {name: Words(str(value)[1:]) if str(value)[:1] == "@" else value for name, value in problem.values.items()}
    why = Words(f"games.claim-move.{problem.code}", **said)
    raise ArpadError("games-claim-move", move=move, at=said_move(ply), why=why)
