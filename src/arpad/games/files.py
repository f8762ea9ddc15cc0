"""Files of games: one file split into several, and a file with tags only for arbiters to fill."""

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from arpad.domain.event import Event
from arpad.games.pgn import WrittenGame, is_white, move_number, plies_before, round_of

SplitBy = Literal["round", "board", "player"]
SPLITS: tuple[SplitBy, ...] = ("round", "board", "player")
RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1", None: "*"}
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
            "Round": str(game.round), "White": white.name, "Black": black.name, "Result": RESULTS[game.score],
            "WhiteTitle": white.title, "BlackTitle": black.title,
            "WhiteElo": str(white.rating or ""), "BlackElo": str(black.rating or ""),
            "WhiteFideId": white.id, "BlackFideId": black.id,
        }  # fmt: skip
        texts = {name: str(value).replace("-", ".") if name == "Date" else str(value) for name, value in tags.items()}
        roster = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
        kept = {name: value or "?" for name, value in texts.items() if value or name in roster}
        yield written_game(WrittenGame(0, 0, kept, [], RESULTS[game.score]))
