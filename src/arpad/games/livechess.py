"""Games that LiveChess, the program of DGT's boards, leaves in a folder: as PGN, so that they are read like any other.

`round-N/index.json` has the players of the boards, `round-N/game-M.json` the moves of the M-th. The maker describes
neither; programs that read them do.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from arpad.i18n import ArpadError
from arpad.untrusted import json_value, problem_words

INDEX = re.compile(r"(?:.*/)?round-(\d{1,3})/index\.json")
MOVE = re.compile(r"([A-Za-z][A-Za-z0-9+#=x-]{1,9})(?: (\d{1,6})?(?:\+\d{1,6})?)?")
"""A move with the seconds left and the seconds that it took: `Nf3 5376+24`."""
RESULTS = {"WHITEWIN": "1-0", "BLACKWIN": "0-1", "DRAW": "1/2-1/2"}
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
    tags["Result"] = RESULTS.get(result.upper(), result) or "*"
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
    written = MOVE.fullmatch(move.strip()) if isinstance(move, str) else None
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
