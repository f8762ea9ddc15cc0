"""Read, split and write PGN files, read folders of LiveChess, and moves in six languages (Laws C.1 to C.13)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from arpad.domain.event import Event
from arpad.i18n import ArpadError
from arpad.untrusted import json_value, problem_words

# PGN files: tags and the words of the moves, game by game, as they are written. Legality is checked elsewhere.
# Comments, variations and NAGs are left out. A file is read line by line, so its size does not matter.

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "1/2": "1/2-1/2", "*": "*"}
MOST_GAMES = 200_000
MOST_WORDS = 5_000
"""Words of one game; the longest game ever played has under 600."""
MOST_LINE = 1_000_000
TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$')
WORD = re.compile(r"\{|\}|\(=\)|\(|\)|;|\$\d+|[^\s{}()$;]+(?:\([A-Z]\))?")
CLOCK = re.compile(r"(\d{1,2}:\d\d:\d\d(?:\.\d{1,3})?)\]")
NUMBER = re.compile(r"^\d+(?:\.+|…|$)")
EN_PASSANT = re.compile(r"^[ae]\.?p\.?$")
OFFER = "(=)"
NUMBER_OF_FEN = 5
"""The field of a FEN with the number of the move."""
MOST_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Word:
    """A move as it is written, and its line in the file."""

    text: str
    line: int
    offer: bool = False
    """C.12: the player offered a draw with this move."""
    clock: str = ""
    """The time left after it, if a comment says it: 1:00:12."""


@dataclass(slots=True)
class WrittenGame:
    """One game of a file, as it is written."""

    number: int
    line: int
    tags: dict[str, str] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)
    result: str = ""
    """The result at the end of the moves; empty if there is none."""


def round_of(tags: Mapping[str, str]) -> int | None:
    """The round of the tag: 3 for “3.2”, which also names the board."""
    written = tags.get("Round", "").partition(".")[0].strip()
    return int(written) if written.isdecimal() and len(written) < 4 else None


def plies_before(tags: Mapping[str, str]) -> int:
    """The half moves before a game begins, by the side to move and the move number of its FEN; 0 without one."""
    fields = tags.get("FEN", "").split()
    written = fields[NUMBER_OF_FEN] if len(fields) > NUMBER_OF_FEN else ""
    number = int(written) if written.isdecimal() and len(written) <= MOST_DIGITS else 1
    return 2 * (max(1, number) - 1) + (fields[1:2] == ["b"])


def move_number(ply: int) -> int:
    """The number of the move of a half move that is counted from the beginning of a whole game."""
    return (ply + 1) // 2


def is_white(ply: int) -> bool:
    """Whether White makes a half move that is counted from the beginning of a whole game."""
    return ply % 2 == 1


class _Reader:
    """The state between two lines of a file."""

    def __init__(self, name: str) -> None:
        self.name, self.count = name, 0
        self.game: WrittenGame | None = None
        self.comment = False
        self.clock = False
        self.depth = 0

    def begin(self, line: int) -> WrittenGame:
        self.count += 1
        if self.count > MOST_GAMES:
            raise ArpadError("games-too-large", file=self.name, most=MOST_GAMES)
        self.game = WrittenGame(self.count, line)
        self.depth = 0
        return self.game

    def moves(self, text: str, line: int) -> None:
        """Take the words of a line of moves."""
        game = self.game or self.begin(line)
        for word in WORD.findall(text):
            if self.comment:
                self.comment = word != "}"
                self._comment(game, word)
            elif word == "{":
                self.comment = True
            elif word == ";":
                return
            elif word in ("(", ")"):
                self.depth = max(0, self.depth + (1 if word == "(" else -1))
            elif self.depth == 0:
                self._take(game, word, line)

    def _comment(self, game: WrittenGame, word: str) -> None:
        """Take the clock of a comment: `[%clk 1:00:12]`."""
        clock = CLOCK.fullmatch(word) if self.clock and self.depth == 0 else None
        if clock is not None and game.words:
            game.words[-1] = replace(game.words[-1], clock=clock[1])
        self.clock = word == "[%clk"

    def _take(self, game: WrittenGame, word: str, line: int) -> None:
        if word in RESULTS:
            game.result = RESULTS[word]
            return
        bare = NUMBER.sub("", word)
        if not bare or word.startswith("$") or not bare.strip(".…!?"):
            return
        if bare == OFFER:
            if game.words:
                game.words[-1] = replace(game.words[-1], offer=True)
        elif not EN_PASSANT.match(bare):
            if len(game.words) >= MOST_WORDS:
                raise ArpadError("games-too-long", file=self.name, line=line, most=MOST_WORDS)
            game.words.append(Word(bare, line))


def read_pgn(name: str, lines: Iterable[bytes]) -> Iterator[WrittenGame]:
    """Read the games of a file, one after the other. Lines that are not UTF-8 are read as Latin-1."""
    reader = _Reader(name)
    for number, raw in enumerate(lines, 1):
        if len(raw) > MOST_LINE or b"\0" in raw:
            raise ArpadError("games-unreadable", file=name, line=number)
        text = _decoded(raw, first=number == 1)
        if text.startswith("%"):
            continue
        tag = None if reader.comment else TAG.match(text)
        if tag is None:
            if text.strip():
                reader.moves(text, number)
            continue
        game = reader.game
        if game is None or game.words or game.result:
            if game is not None:
                yield game
            game = reader.begin(number)
        game.tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
    if reader.game is not None:
        yield reader.game
    elif reader.count == 0:
        raise ArpadError("games-empty", file=name)


def _decoded(raw: bytes, *, first: bool) -> str:
    try:
        return raw.decode("utf-8-sig" if first else "utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


# Files of games: one file split into several, and a file with tags only for arbiters to fill.

SplitBy = Literal["round", "board", "player"]
SPLITS: tuple[SplitBy, ...] = ("round", "board", "player")
RESULT_TEXTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1", None: "*"}
WIDTH = 100
LETTERS = re.compile(r"[^\w-]+")


def names_of(game: WrittenGame, by: SplitBy) -> list[str]:
    """The files that a game belongs to, without their ending."""
    if by == "player":
        return [_file_name(game.tags.get(side, "")) or "unknown" for side in ("White", "Black")]
    number = round_of(game.tags)
    if by == "round":
        return [f"round-{number:02}" if number is not None else "round-unknown"]
    board = game.tags.get("Board", "") or game.tags.get("Round", "").partition(".")[2]
    return [f"board-{int(board):02}" if board.isdecimal() else "board-unknown"]


def _file_name(name: str) -> str:
    return LETTERS.sub("-", name).strip("-")[:80]


def written_game(game: WrittenGame) -> str:
    """One game as PGN: its tags and its moves as they were written, without comments."""
    tags = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in game.tags.items())
    words = []
    first = plies_before(game.tags) + 1
    for ply, word in enumerate(game.words, first):
        words += [f"{move_number(ply)}."] if is_white(ply) else [f"{move_number(ply)}..."] if ply == first else []
        words += [word.text] + (["(=)"] if word.offer else [])
    words.append(game.result or game.tags.get("Result", "*"))
    return f"{tags}\n{_wrapped(words)}\n\n"


def _wrapped(words: Iterable[str]) -> str:
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n".join([*lines, line])


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def split_games(games: Iterable[WrittenGame], by: SplitBy) -> Iterator[tuple[str, str]]:
    """Every game with the name of its file."""
    for game in games:
        for name in dict.fromkeys(names_of(game, by)):
            yield name, written_game(game)


def export_games(event: Event) -> Iterator[str]:
    """A game for every pairing that was played or is still open: tags and no moves."""
    for game in event.games():
        if game.forfeit:
            continue
        white, black = event.player(game.white), event.player(game.black)
        assert white is not None
        assert black is not None
        dates = event.round_dates
        day = dates[game.round - 1] if game.round <= len(dates) else None
        tags = {
            "Event": event.name, "Site": event.city, "Date": (day or event.start or "????.??.??"),
            "Round": str(game.round), "White": white.name, "Black": black.name, "Result": RESULT_TEXTS[game.score],
            "WhiteTitle": white.title, "BlackTitle": black.title,
            "WhiteElo": str(white.rating or ""), "BlackElo": str(black.rating or ""),
            "WhiteFideId": white.id, "BlackFideId": black.id,
        }  # fmt: skip
        texts = {name: str(value).replace("-", ".") if name == "Date" else str(value) for name, value in tags.items()}
        roster = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
        kept = {name: value or "?" for name, value in texts.items() if value or name in roster}
        yield written_game(WrittenGame(0, 0, kept, [], RESULT_TEXTS[game.score]))


# Laws of Chess C.1 to C.13: a move as it is written, in the letters of six languages and in short or long form.

NOTATIONS: Mapping[str, str] = {
    "en": "KQRBN", "es": "RDTAC", "fr": "RDTFC", "de": "KDTLS", "it": "RDTAC", "pt": "RDTBC",
}  # fmt: skip
"""C.3: the letters of king, queen, rook, bishop and knight in each language."""
PIECES = "KQRBN"
PAWN = "P"
CASTLING = re.compile(r"[0Oo]-[0Oo](-[0Oo])?")
MARKS = re.compile(r"(?:[+#†‡!?]+|\(=\)|=$|[ae]\.?p\.?)+$")
"""C.12 and C.13: check, mate, en passant and a draw offer need not be written; comments of readers do not count."""
MOVE = re.compile(r"([A-Z])?([a-h])?([1-8])?[-x:×]?([a-h])([1-8])?(?:[=/]?\(?([A-Z])\)?)?")


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as it is written; parts that are not written are empty. Pieces are English letters, P is a pawn."""

    piece: str
    target_file: str = ""
    target_rank: str = ""
    from_file: str = ""
    from_rank: str = ""
    promotion: str = ""
    castling: str = ""
    """K or Q: the side of the rook."""


def read_move(written: str, language: str) -> WrittenMove | None:
    """Read a move in the letters of a language. Returns None if it is not a move there."""
    bare = MARKS.sub("", written)
    castling = CASTLING.fullmatch(bare)
    if castling is not None:
        return WrittenMove("K", castling="Q" if castling[1] else "K")
    match = MOVE.fullmatch(bare)
    if match is None:
        return None
    letter, from_file, from_rank, target_file, target_rank, promotion = (part or "" for part in match.groups())
    letters = NOTATIONS[language]
    if (letter and letter not in letters) or (promotion and promotion not in letters):
        return None
    if not target_rank and (letter or not from_file or from_rank):
        return None  # C.8: only a pawn that captures may leave out the rank
    piece = PIECES[letters.index(letter)] if letter else PAWN
    promoted = PIECES[letters.index(promotion)] if promotion else ""
    return WrittenMove(piece, target_file, target_rank, from_file, from_rank, promoted)


def in_letters(piece: str, language: str) -> str:
    """The letter of a piece in a language; nothing for a pawn."""
    return "" if piece == PAWN else NOTATIONS[language][PIECES.index(piece)]


# LiveChess, the program of DGT's boards, leaves a folder: `round-N/index.json` has the players of the boards, and
# `round-N/game-M.json` the moves of the M-th. The maker describes neither; programs that read them do.

INDEX = re.compile(r"(?:.*/)?round-(\d{1,3})/index\.json")
LIVECHESS_MOVE = re.compile(r"([A-Za-z][A-Za-z0-9+#=x-]{1,9})(?: (\d{1,6})?(?:\+\d{1,6})?)?")
"""A move with the seconds left and the seconds that it took: `Nf3 5376+24`."""
LIVECHESS_RESULTS = {"WHITEWIN": "1-0", "BLACKWIN": "0-1", "DRAW": "1/2-1/2"}
STANDARD = 518
"""The number of the usual starting position in Chess960."""


def livechess_pgn(files: Mapping[str, bytes]) -> str:
    """Return the games of a folder, round by round, from its files by their paths in it."""
    rounds = sorted((int(match[1]), path) for path in files if (match := INDEX.fullmatch(path)))
    if not rounds:
        raise ArpadError("livechess-none")
    return "".join(game for number, path in rounds for game in _round(number, path, files))


def _round(number: int, index: str, files: Mapping[str, bytes]) -> Iterator[str]:
    folder = index.removesuffix("index.json")
    for place, pairing in enumerate(_list(index, _object(index, files[index]).get("pairings")), 1):
        path = f"{folder}game-{place}.json"
        if path in files and isinstance(pairing, dict) and pairing.get("white") and pairing.get("black"):
            yield _game(number, pairing, path, _object(path, files[path]))


def _game(number: int, pairing: Mapping[str, Any], path: str, game: Mapping[str, Any]) -> str:
    """A game with its tags. The board has no number: its players say where it belongs."""
    if game.get("chess960") not in (None, STANDARD):
        raise ArpadError("livechess-position", file=path)
    tags = {"Round": str(number)}
    for side in ("White", "Black"):
        player = pairing[side.lower()]
        if not isinstance(player, dict):
            raise ArpadError("livechess-shape", file=path)
        tags[side] = _name(player)
        tags[f"{side}FideId"] = _text(player.get("fideid"))
    result = _text(game.get("result") or pairing.get("result"))
    tags["Result"] = LIVECHESS_RESULTS.get(result.upper(), result) or "*"
    lines = "".join(f'[{name} "{value}"]\n' for name, value in tags.items() if value)
    moves = " ".join(_move(path, move) for move in _list(path, game.get("moves")))
    return f"{lines}\n{moves} *\n\n"


def _name(player: Mapping[str, Any]) -> str:
    first = " ".join(filter(None, (_text(player.get(part)) for part in ("fname", "mname"))))
    return ", ".join(filter(None, (_text(player.get("lname")), first)))


def _text(value: object) -> str:
    """A value as a tag has it, on one line."""
    return re.sub(r'["\\\x00-\x1f]', " ", str(value)).strip() if isinstance(value, str | int) else ""


def _move(path: str, move: object) -> str:
    """A move with its clock as PGN has it."""
    written = LIVECHESS_MOVE.fullmatch(move.strip()) if isinstance(move, str) else None
    if written is None:
        raise ArpadError("livechess-shape", file=path)
    if written[2] is None:
        return written[1]
    minutes, seconds = divmod(int(written[2]), 60)
    return f"{written[1]} {{[%clk {minutes // 60}:{minutes % 60:02}:{seconds:02}]}}"


def _object(path: str, data: bytes) -> Mapping[str, Any]:
    try:
        found = json_value(data)
    except (ValueError, UnicodeDecodeError) as problem:
        raise ArpadError("livechess-json", file=path, problem=problem_words(problem)) from None
    if not isinstance(found, dict):
        raise ArpadError("livechess-shape", file=path)
    return found


def _list(path: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise ArpadError("livechess-shape", file=path)
    return value
