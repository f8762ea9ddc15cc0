"""Replay a game's legal moves, and judge draw claims (9.2, 9.3) and results (5.2, 6.9, 9.6)."""

import re
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

from arpad.documents.document import Document, InWords, TextOrNone, shows
from arpad.documents.findings import findings_json
from arpad.documents.schema import FindingDocument
from arpad.domain.findings import Finding, Severity
from arpad.games._board import BoardPosition
from arpad.games.pgn import (
    NOTATIONS,
    PAWN,
    Word,
    WrittenGame,
    WrittenMove,
    is_white,
    move_number,
    plies_before,
    read_move,
    round_of,
)
from arpad.i18n import ArpadError, Language, Words

# Laws of Chess 5.2.2 and 6.9 by material: can a player still mate by any series of legal moves? The men of a position
# are enough for the cases that are decided here. Other positions in which nobody can mate (pawns that block each
# other) are not searched for.


class Men(NamedTuple):
    """The men of one player without the king; bishops are counted by the colour of their squares."""

    heavy: int
    """Pawns, rooks and queens."""
    queens: int
    knights: int
    dark_bishops: int
    light_bishops: int

    @property
    def all(self) -> int:
        return self.heavy + self.knights + self.dark_bishops + self.light_bishops


def men_of(fen: str) -> tuple[Men, Men]:
    """The men of White and of Black."""
    found: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for rank, row in enumerate(fen.partition(" ")[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
                continue
            kind = letter.lower()
            if kind == "b":
                kind = "light" if (rank + file) % 2 == 0 else "dark"
            found[letter.isupper()][kind] += 1
            file += 1
    return _men(found[True]), _men(found[False])


def _men(count: Counter[str]) -> Men:
    heavy = count["p"] + count["r"] + count["q"]
    return Men(heavy, count["q"], count["n"], count["dark"], count["light"])


def can_mate(fen: str, *, white: bool) -> bool:
    """6.9: whether a player can mate by any series of legal moves, with the worst play of the opponent."""
    both = men_of(fen)
    own, other = both if white else both[::-1]
    if own.heavy:
        return True
    bishops = own.dark_bishops + own.light_bishops
    if not own.knights and not bishops:
        return False
    if own.knights and bishops:
        return True
    if own.knights:
        # one knight needs a man of the opponent that takes a square from the king, and a queen would not let it
        return own.knights > 1 or other.all > other.queens
    return _bishops_mate(own, other, fen)


def _bishops_mate(own: Men, other: Men, fen: str) -> bool:
    """Bishops on squares of one colour need help on the other colour: a bishop there, a knight, or a pawn that becomes
    one."""
    dark, light = own.dark_bishops + other.dark_bishops, own.light_bishops + other.light_bishops
    pawns = "p" in fen.partition(" ")[0].lower()
    return bool(dark and light) or bool(other.knights) or pawns


def dead_by_material(fen: str) -> bool:
    """5.2.2: nobody can mate."""
    return not can_mate(fen, white=True) and not can_mate(fen, white=False)


# A game as it was played: every word of a written game becomes a legal move, and the position tells what happened. 9.2
# and 9.3: the third and fifth time that a position appears, 50 and 75 moves without a pawn's move or a capture.

AUTO = "auto"
FIFTY, SEVENTY_FIVE = 100, 150
"""Half moves."""
PROMOTED = "QRBN"
"""What a pawn becomes on the last rank."""
MOST_SHOWN = 12
"""Moves that a message names."""
Ending = Literal["checkmate", "stalemate", "dead", "open"]


def _findings_of_moves(findings: tuple[Finding, ...], language: Language) -> list[dict[str, Any]]:
    """Findings with the half move, the move and the position that they are about."""
    return [
        {**document, **{name: finding.values[name] for name in ("ply", "move", "fen") if name in finding.values}}
        for finding, document in zip(findings, findings_json(findings, language), strict=True)
    ]


class GameRecord(Document, frozen=True):
    """One game of a file: its moves, its last position, and the plies (from 1) at which something happened."""

    shown = shows(
        "nr", "line", "round", "white", "black", "result", "plies", "language", "end", "third", "fifth", "fifty",
        "seventy_five", "offers", "fen", "findings",
    )  # fmt: skip
    nr: int
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
    findings: Annotated[tuple[Finding, ...], InWords(list[FindingDocument], _findings_of_moves)] = ()

    @property
    def white(self) -> str:
        return self.tags.get("White", "")

    @property
    def black(self) -> str:
        return self.tags.get("Black", "")

    @property
    def plies(self) -> int:
        return len(self.moves)

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


def move_text(game: WrittenGame, record: GameRecord) -> str:
    """Return the legal moves of a game as PGN has them, with the clocks that were written. One that is not legal ends
    them, with a comment."""
    position, parts = starting_position(game), list[str]()
    for ply, (move, word) in enumerate(zip(record.moves, game.words, strict=False), record.before + 1):
        if is_white(ply) or not parts:
            parts.append(f"{move_number(ply)}{'.' if is_white(ply) else '...'}")
        parts.append(position.written(move))
        parts += [f"{{[%clk {word.clock}]}}"] if word.clock else []
        position.play(move)
    if len(game.words) > len(record.moves):
        wrong = re.sub(r"[^\w+#=:./!?-]", "", game.words[len(record.moves)].text)[:12]
        parts.append(f"{{not legal: {wrong}}}")
    return " ".join(parts)


def _without_position(game: WrittenGame) -> GameRecord:
    """A game whose starting position cannot be read."""
    fen, result = game.tags["FEN"], game.tags.get("Result", "") or game.result
    finding = Finding("games-fen", "error", None, game.line, values={"game": game.number, "fen": fen})
    return GameRecord(game.number, game.line, game.tags, result, "en", (), fen, "open", findings=(finding,))


def _other_reading(game: WrittenGame, taken: _Played) -> tuple[Finding, ...]:
    """Report that English was taken although the letters of another language give other legal moves."""
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


# A claim of a draw: 9.2 (the same position for the third time) or 9.3 (fifty moves), and what a wrong one costs.

ClaimKind = Literal["repetition", "fifty"]
CLAIM_KINDS: tuple[ClaimKind, ...] = ("repetition", "fifty")
THIRD = 3
ARTICLES: dict[str, str] = {"repetition": "9.2", "fifty": "9.3"}


class Claim(Document, frozen=True):
    """A claim that was judged. `plies` are those of the game after which the position stood, 0 for the start; `before`
    are the half moves before the game, if it starts from a FEN; `quiet_half_moves` those without a pawn's move or a
    capture."""

    shown = shows("kind", "right", "article", "ply", "move", "plies", "places", "quiet_half_moves")
    kind: ClaimKind
    right: bool
    article: str
    ply: int
    move: TextOrNone
    plies: tuple[int, ...]
    quiet_half_moves: int
    before: int = 0

    @property
    def places(self) -> tuple[str, ...]:
        """The moves after which the position stood, as people say them: 28b; "start" for the start."""
        return tuple("start" if ply == 0 else move_in_words(self.before + ply) for ply in self.plies)


def move_in_words(ply: int) -> str:
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
        first = move_in_words(record.before + 1)
        raise ArpadError("games-claim-early", at=move_in_words(ply), first=first, game=game.number)
    if own > record.plies + 1:
        last = move_in_words(record.before + record.plies)
        raise ArpadError("games-claim-late", at=move_in_words(ply), last=last, game=game.number)
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
    values = {name: Words(str(value)[1:]) if str(value)[:1] == "@" else value for name, value in problem.values.items()}
    why = Words(f"games.claim-move.{problem.code}", **values)
    raise ArpadError("games-claim-move", move=move, at=move_in_words(ply), why=why)


# Does the result of a game agree with its moves? Laws of Chess 5.1, 5.2, 6.9, 9.2 to 9.6.

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
DRAW = "1/2-1/2"
WHITE_WINS, BLACK_WINS = "1-0", "0-1"
DECIDED = ("rules infraction", "adjudication", "death", "emergency", "abandoned")
"""Values of the tag Termination that say that an arbiter decided the game."""


def check_ending(record: GameRecord, no_draw_before: int = 0) -> tuple[Finding, ...]:
    """Check one game by itself: its tags, its end, and draws that were due or could be claimed."""
    findings = [*_tags(record), *_claims(record)]
    if record.legal:
        findings += [*_end(record), *_early_draw(record, no_draw_before)]
    return tuple(findings)


def _finding(record: GameRecord, code: str, severity: Severity, article: str | None, **values: object) -> Finding:
    with_game = {"game": record.nr, **values}
    return Finding(code, severity, article, record.line, round=record.round, values=with_game)


def _tags(record: GameRecord) -> Iterator[Finding]:
    missing = [name for name in ROSTER if not record.tags.get(name, "").strip("?. ")]
    missing = [name for name in missing if not (name == "Result" and record.result)]
    if missing:
        yield _finding(record, "games-tags", "warning", None, tags=", ".join(missing))


def _claims(record: GameRecord) -> Iterator[Finding]:
    """9.2 and 9.3: a draw could have been claimed."""
    if record.third is not None:
        yield _finding(record, "games-third-time", "info", "9.2", **record.at(record.third), ply=record.third)
    if record.fifty is not None:
        yield _finding(record, "games-fifty", "info", "9.3", **record.at(record.fifty), ply=record.fifty)


def _end(record: GameRecord) -> Iterator[Finding]:
    due = next(_draws_due(record), None)
    plies = record.plies
    if due is not None:
        kind, article, ply = due
        if record.result != DRAW:
            values = {"why": f"@games.due.{kind}", "result": record.result or "–", "ply": ply, **record.at(ply)}
            yield _finding(record, "games-draw-due", "error", article, **values)
    elif record.end == "checkmate":
        winner = WHITE_WINS if is_white(record.before + plies) else BLACK_WINS
        if record.result != winner:
            yield _finding(
                record, "games-mate-result", "error", "5.1.1", **record.at(plies), result=record.result or "–"
            )
    elif record.result in (WHITE_WINS, BLACK_WINS) and not _decided(record):
        white = record.result == WHITE_WINS
        if not can_mate(record.fen, white=white):
            side = f"@games.side.{'white' if white else 'black'}"
            values = {"side": side, "result": record.result, "fen": record.fen}
            yield _finding(record, "games-cannot-mate", "error", "6.9", **values)


def _draws_due(record: GameRecord) -> Iterator[tuple[str, str, int]]:
    """9.6 and 5.2: the game was drawn by itself. A mate with the last of the 75 moves takes precedence (9.6.2)."""
    plies = record.plies
    if record.fifth is not None:
        yield "fifth", "9.6.1", record.fifth
    if record.seventy_five is not None and not (record.end == "checkmate" and record.seventy_five == plies):
        yield "seventy-five", "9.6.2", record.seventy_five
    if record.end == "stalemate":
        yield "stalemate", "5.2.1", plies
    if record.end == "dead":
        yield "dead", "5.2.2", plies


def _decided(record: GameRecord) -> bool:
    return any(word in record.tags.get("Termination", "").casefold() for word in DECIDED)


def _early_draw(record: GameRecord, before: int) -> Iterator[Finding]:
    """9.1.1: the rules of an event may forbid draws by agreement before a move."""
    moves = move_number(record.before + record.plies)
    if before and record.result == DRAW and record.end == "open" and moves < before and record.third is None:
        yield _finding(record, "games-early-draw", "warning", "9.1.1", moves=moves, before=before)
