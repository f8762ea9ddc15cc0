"""Game records: a file of games checked move by move, beside the library that knows the moves; and its memory.

    python bench/games.py

A thousand random games of 80 half moves are checked on one core, and read by python-chess's own reader beside it. A
file of 200 MB is then checked in a process of its own, which is stopped after a part of it: its memory must not grow.
"""

import io
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.pgn
import psutil

from arpad.games.pgn import read_pgn
from arpad.games.record import check_ending, record_of

GAMES, PLIES, SECONDS = 1_000, 80, 30
BYTES, WATCHED = 200_000_000, 30.0
"""The large file, and how many seconds it is watched."""


def random_game(number: int, draw: random.Random) -> str:
    """A legal game of random moves."""
    board, words = chess.Board(), []
    for ply in range(PLIES):
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves or board.is_game_over():
            break
        move = draw.choice(moves)
        words += ([f"{ply // 2 + 1}."] if ply % 2 == 0 else []) + [board.san(move)]
        board.push(move)
    result = board.result()
    tags = f'[Event "Bench"]\n[Date "2024.05.01"]\n[Round "1"]\n[White "W{number}"]\n[Black "B{number}"]\n'
    return f'{tags}[Result "{result}"]\n\n{" ".join(words)} {result}\n\n'


def checked(text: str) -> int:
    found = 0
    for game in read_pgn("bench.pgn", io.BytesIO(text.encode())):
        record = record_of(game)
        found += len(check_ending(record)) + len(record.findings)
    return found


def read_by_library(text: str) -> int:
    stream, count = io.StringIO(text), 0
    while (game := chess.pgn.read_game(stream)) is not None:
        count += game.end().board().ply() >= 0
    return count


def large(file: Path, text: str) -> None:
    with file.open("w", encoding="utf-8") as out:
        while out.tell() < BYTES:
            out.write(text)


def memory(file: Path) -> Iterator[int]:
    """The memory of a command that checks a file, second by second."""
    call = [sys.executable, "-m", "arpad", "games", "check", str(file), "--json"]
    command = subprocess.Popen(call, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        seen = psutil.Process(command.pid)
        until = time.monotonic() + WATCHED
        while command.poll() is None and time.monotonic() < until:
            time.sleep(1)
            yield seen.memory_info().rss
    finally:
        command.kill()
        command.wait()


def main() -> None:
    draw = random.Random(1)
    text = "".join(random_game(number, draw) for number in range(1, GAMES + 1))
    begun = time.process_time()
    checked(text)
    own = time.process_time() - begun
    begun = time.process_time()
    assert read_by_library(text) == GAMES
    other = time.process_time() - begun
    print(f"{GAMES:,} games of up to {PLIES} half moves, processor time on one core")
    print(f"checked            {own:7.2f} s (at most {SECONDS})")
    print(f"only read by chess {other:7.2f} s ({own / other:.2f} times)")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "large.pgn"
        large(file, text)
        sizes = list(memory(file))
    half = len(sizes) // 2
    print(f"a file of {BYTES // 10**6} MB: {max(sizes[:half]) / 1e6:.0f} MB, later {max(sizes[half:]) / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
