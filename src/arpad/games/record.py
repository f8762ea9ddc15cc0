"""A game as it was played: every word of a written game becomes a legal move, and the position tells what happened.

9.2 and 9.3: the third and fifth time that a position appears, 50 and 75 moves without a pawn's move or a capture.
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

from arpad.domain.findings import Finding
from arpad.games.board import BoardPosition
from arpad.games.material import dead_by_material
from arpad.games.notation import NOTATIONS, PAWN, WrittenMove, read_move
from arpad.games.pgn import Word, WrittenGame, is_white, move_number, plies_before, round_of

AUTO = "auto"
FIFTY, SEVENTY_FIVE = 100, 150
"""Half moves."""
PROMOTED = "QRBN"
"""What a pawn becomes on the last rank."""
MOST_SHOWN = 12
"""Moves that a message names."""
Ending = Literal["checkmate", "stalemate", "dead", "open"]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a file: its moves, its last position, and the plies (from 1) at which something happened."""

    number: int
    line: int
    tags: dict[str, str]
    result: str
    """The result of the tag, or of the end of the moves."""
    language: str
    moves: tuple[str, ...]
    fen: str
    end: Ending
    before: int = 0
    """The half moves before the game, if it starts from a FEN: they are counted in the numbers of its moves."""
    third: int | None = None
    fifth: int | None = None
    fifty: int | None = None
    seventy_five: int | None = None
    offers: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def legal(self) -> bool:
        return not any(finding.severity == "error" for finding in self.findings)

    def at(self, ply: int) -> dict[str, object]:
        """The number and the side of a half move of the game, for a message."""
        whole = self.before + ply
        return {"number": move_number(whole), "side": f"@games.side.{'white' if is_white(whole) else 'black'}"}

    @property
    def round(self) -> int | None:
        return round_of(self.tags)


@dataclass(slots=True)
class _Played:
    """What has been played so far, in the letters of one language."""

    language: str
    position: BoardPosition
    moves: list[str] = field(default_factory=list)
    problem: Finding | None = None
    seen: Counter[Hashable] = field(default_factory=Counter)
    marks: dict[str, int] = field(default_factory=dict)

    def mark(self) -> None:
        """Note what the position is the first time for."""
        key = self.position.key
        self.seen[key] += 1
        ply = len(self.moves)
        if self.seen[key] >= 3:
            self.marks.setdefault("third", ply)
        if self.seen[key] >= 5:
            self.marks.setdefault("fifth", ply)
        quiet = self.position.quiet_half_moves
        if quiet >= FIFTY:
            self.marks.setdefault("fifty", ply)
        if quiet >= SEVENTY_FIVE:
            self.marks.setdefault("seventy_five", ply)


def starting_position(game: WrittenGame) -> BoardPosition:
    """The position that a game starts from: the usual one, or that of the tag FEN. Raise ValueError if that is none."""
    fen = game.tags.get("FEN", "")
    chess960 = "960" in game.tags.get("Variant", "") or "fischer" in game.tags.get("Variant", "").casefold()
    return BoardPosition(fen, chess960=chess960)


def record_of(game: WrittenGame, notation: str = AUTO) -> GameRecord:
    """Play a written game. With `auto`, its language is the one in which all moves are legal, English first."""
    try:
        starting_position(game)
    except ValueError:
        return _without_position(game)
    if notation != AUTO:
        return _record(game, _play(game, notation), ())
    tries: list[_Played] = []
    for language in NOTATIONS:
        tries.append(_play(game, language))
        if tries[-1].problem is None:
            return _record(game, tries[-1], _other_reading(game, tries[-1]))
    return _record(game, max(tries, key=lambda played: len(played.moves)), ())


def _without_position(game: WrittenGame) -> GameRecord:
    """A game whose starting position cannot be read."""
    fen, result = game.tags["FEN"], game.tags.get("Result", "") or game.result
    finding = Finding("games-fen", "error", None, game.line, values={"game": game.number, "fen": fen})
    return GameRecord(game.number, game.line, game.tags, result, "en", (), fen, "open", findings=(finding,))


def _other_reading(game: WrittenGame, taken: _Played) -> tuple[Finding, ...]:
    """English is taken if the letters of another language give other legal moves; that is worth telling."""
    if taken.language != "en" or not any(word.text[0] in "RDTACFLSB" for word in game.words):
        return ()
    for language in NOTATIONS:
        other = _play(game, language) if language != "en" else taken
        if other.problem is None and other.moves != taken.moves:
            values = {"game": game.number, "language": f"@games.language.{language}"}
            return (Finding("games-two-languages", "info", "C.3", game.line, values=values),)
    return ()


def _play(game: WrittenGame, language: str) -> _Played:
    played = _Played(language, starting_position(game))
    played.mark()
    for word in game.words:
        move = _legal_move(game, played, word)
        if move is None:
            break
        played.position.play(move)
        played.moves.append(move)
        played.mark()
    return played


def _legal_move(game: WrittenGame, played: _Played, word: Word) -> str | None:
    """The one legal move that a word means; otherwise the problem is noted."""
    written = read_move(word.text, played.language)
    found = played.position.candidates(written) if written is not None else []
    if len(found) == 1:
        return found[0]
    problem = move_problem(played.position, written, found, played.language)
    values = _place(game, played) | {"move": word.text, "fen": played.position.fen} | problem.values
    played.problem = Finding(
        problem.code, "error", problem.article, word.line, round=round_of(game.tags), values=values
    )
    return None


def _place(game: WrittenGame, played: _Played) -> dict[str, object]:
    number = move_number(plies_before(game.tags) + len(played.moves) + 1)
    side = "white" if played.position.white_to_move else "black"
    return {"game": game.number, "number": number, "side": f"@games.side.{side}"}


@dataclass(frozen=True, slots=True)
class MoveProblem:
    """Why a written move is not one legal move: the code of its finding, the article, and what to write instead."""

    code: str
    article: str
    values: dict[str, object]


def move_problem(position: BoardPosition, written: WrittenMove | None, found: list[str], language: str) -> MoveProblem:
    """Say why a written move is not taken. A legal move to the same square that is only written otherwise is never
    called illegal."""
    if written is None:
        return MoveProblem("games-illegal", "C.3", {"advice": "@games.advice.letters"})
    if found:
        choices = sorted(position.spelled(found, language))
        return MoveProblem("games-ambiguous", "C.10", {"choices": ", ".join(choices)})
    meant = position.spelled(position.meant(written), language)
    if meant:
        why, article = _otherwise(written, meant)
        return MoveProblem("games-otherwise", article, {"why": f"@games.otherwise.{why}", "choices": _some(meant)})
    others = position.spelled(position.moves_of(written.piece), language)
    return MoveProblem("games-illegal", "3", {"advice": _some(others) or "@games.advice.nowhere"})


def _otherwise(written: WrittenMove, meant: list[str]) -> tuple[str, str]:
    """Why a legal move to the square of a written move is written in another way, and the article."""
    if any(move.startswith("O-O") for move in meant):
        return "castling", "C.13"
    if written.piece != PAWN:
        return "origin", "C.10"
    promoting = any("=" in move for move in meant)
    if promoting != bool(written.promotion) or (promoting and written.promotion not in PROMOTED):
        return ("promotion" if promoting else "no-promotion"), "C.11"
    return ("origin" if written.from_file else "capture"), "C.9.3"


def _some(moves: list[str]) -> str:
    """Some moves in a line."""
    return ", ".join([*moves[:MOST_SHOWN], *(["…"] if len(moves) > MOST_SHOWN else [])])


def _record(game: WrittenGame, played: _Played, findings: tuple[Finding, ...]) -> GameRecord:
    problem = () if played.problem is None else (played.problem,)
    return GameRecord(
        game.number,
        game.line,
        game.tags,
        game.tags.get("Result", "") or game.result,
        played.language,
        tuple(played.moves),
        played.position.fen,
        _ending(played.position),
        plies_before(game.tags),
        **played.marks,
        offers=tuple(ply for ply, word in enumerate(game.words, 1) if word.offer),
        findings=(*_about_language(game, played), *findings, *problem),
    )


def _about_language(game: WrittenGame, played: _Played) -> tuple[Finding, ...]:
    if played.language == "en":
        return ()
    values = {"game": game.number, "language": f"@games.language.{played.language}"}
    return (Finding("games-language", "info", "C.3", game.line, values=values),)


def _ending(position: BoardPosition) -> Ending:
    """5.1.1, 5.2.1, 5.2.2: how the last position ends the game."""
    if not position.has_moves:
        return "checkmate" if position.check else "stalemate"
    return "dead" if dead_by_material(position.fen) else "open"
