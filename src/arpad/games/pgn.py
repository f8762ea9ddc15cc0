"""PGN files: tags and the words of the moves, game by game, as they are written. Legality is checked elsewhere.

Comments, variations and NAGs are left out. A file is read line by line, so its size does not matter.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from arpad.i18n import ArpadError

RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "½-½": "1/2-1/2", "1/2": "1/2-1/2", "*": "*"}
MOST_GAMES = 200_000
MOST_WORDS = 5_000
"""Words of one game; the longest game ever played has under 600."""
MOST_LINE = 1_000_000
TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$')
WORD = re.compile(r"\{|\}|\(=\)|\(|\)|;|\$\d+|[^\s{}()$;]+(?:\([A-Z]\))?")
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
            elif word == "{":
                self.comment = True
            elif word == ";":
                return
            elif word in ("(", ")"):
                self.depth = max(0, self.depth + (1 if word == "(" else -1))
            elif self.depth == 0:
                self._take(game, word, line)

    def _take(self, game: WrittenGame, word: str, line: int) -> None:
        if word in RESULTS:
            game.result = RESULTS[word]
            return
        bare = NUMBER.sub("", word)
        if not bare or word.startswith("$") or not bare.strip(".…!?"):
            return
        if bare == OFFER:
            if game.words:
                game.words[-1] = Word(game.words[-1].text, game.words[-1].line, offer=True)
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
