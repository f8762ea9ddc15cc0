"""Mutated report files: whatever the bytes, reading gives a Report or an ArpadError, quickly and in little memory.

    python tools/fuzz_reports.py [COUNT] [SEED]

The sample files are cut, flipped, doubled and shuffled from the seed alone, so a failure can be called up again.
"""

import random
import resource
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from arpad.formats.consistency import check_report
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.formats.trf_write import write_trf
from arpad.i18n import ArpadError
from arpad.standings.check import rank_findings

DATA = Path(__file__).parent.parent / "tests" / "data"
KINDS = {"reports": "**/*", "swiss_manager": "*.T*X"}
"""The folders of samples: text, whose lines are damaged too, and Swiss-Manager's files. Each is mutated COUNT times."""
SECONDS = {"reports": 2, "swiss_manager": 1}
MEGABYTES = 200
WORKERS = 2
CHUNK = 500
TOLD_EVERY = 5_000
INTERESTING = (
    b"\t", b"\r", b"\n", b"\r\n", b"\0", b"\xff", b"\xc3\xa9", b"\xc3", b"\xd9\xa3", b"\xc2\xb2", b"-", b"0000",
    b"9999", b"001 ", b"013 ", b"132 ", b"142 99999999999999999999", b"162  W 3.0", b"222 40/5400+30:1800+30",
    b"240 H 001    1", b"310 ", b"XXR ", b"XXS W=3", b"BBW 3.0", b"###", b"\xef\xbb\xbf", b",", b",,,,,,,", b" " * 50,
    b"%", b"{x}", b"1e9", b"9" * 5000, b"\x1a", b"\xe2\x80\xa8", b"\x85",
)  # fmt: skip


def samples(kind: str = "reports") -> list[bytes]:
    """Every sample of a kind among the test data, in the order of their names."""
    paths = sorted((DATA / kind).glob(KINDS[kind]))
    return [path.read_bytes() for path in paths if path.is_file()]


def mutated(seed: int, index: int, files: list[bytes], kind: str = "reports") -> bytes:
    """The file of an index: one sample after one to eight mutations. Files in which every byte has its place are
    refused at once if one is moved, so most of them only have other bytes in some places, and many can be read."""
    chance = random.Random(f"{seed}-{index}")
    data = bytearray(chance.choice(files))
    mutate = _replace if kind == "swiss_manager" and index % 4 else _mutate
    for _ in range(chance.randint(1, 8)):
        mutate(data, chance)
    return bytes(data)


def _replace(data: bytearray, chance: random.Random) -> None:
    """Put other bytes into a place, or those of another place: a count, a result, a number of a player."""
    at, size = chance.randrange(len(data) - 4), chance.choice((1, 1, 2, 2, 4, 21))
    kind = chance.randrange(4)
    if kind == 0:
        data[at] ^= 1 << chance.randrange(8)
    elif kind == 1:
        other = chance.randrange(len(data) - 21)
        data[at : at + size] = data[other : other + size][: len(data) - at]
    elif kind == 2:
        data[at : at + 2] = chance.randrange(12).to_bytes(2, "little")
    else:
        data[at] = chance.choice((0, 1, 2, 3, 4, 255, chance.randrange(256)))


def _mutate(data: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(data) + 1)
    kind = chance.randrange(9)
    if kind == 0 and data:
        data[at % len(data)] ^= 1 << chance.randrange(8)
    elif kind == 1:
        del data[at : at + chance.choice((1, 1, 2, 10, 100))]
    elif kind == 2:
        data[at:at] = chance.choice(INTERESTING)
    elif kind == 3:
        data[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 12)))
    elif kind == 4:
        del data[at:]
    elif kind == 5 and data:
        data[at % len(data)] = chance.randrange(256)
    else:
        _mutate_lines(data, chance, kind)


def _mutate_lines(data: bytearray, chance: random.Random, kind: int) -> None:
    lines = bytes(data).splitlines(keepends=True)
    if not lines:
        return
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    if kind == 6:
        lines[one], lines[two] = lines[two], lines[one]
    elif kind == 7:
        lines[one:one] = [lines[two]] * chance.choice((1, 2, 50))
    else:
        del lines[one]
    data[:] = b"".join(lines)


def problem_with(data: bytes, most: int = 2) -> str | None:
    """Return what goes wrong with a file, None if all is well. It may take so many seconds at `most`."""
    start = time.process_time()
    try:
        report = read_report(data)
        check_report(report)
        rank_findings(report)
        if report.format != "feda":
            write_trf(report, "trf16")
            again = read_report(write_trf(report, "trf26")[0])
            if report.format == "swiss-manager" and not _same_games(report, again):
                return "other games in its TRF"
        _ = report.records
    except ArpadError as refused:
        if not refused.text("en") or not refused.text("es"):
            return "no words"
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    seconds = time.process_time() - start
    return f"{seconds:.1f} seconds" if seconds > most else None


def _same_games(report: Report, again: Report) -> bool:
    """Return whether both have the same players and results."""
    one, other = ([(player.id, player.rounds) for player in each.event.players] for each in (report, again))
    return one == other


def run_chunk(kind: str, seed: int, first: int, last: int) -> list[tuple[str, int, str]]:
    """The failures among the files of some indices."""
    files = samples(kind)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    failures: list[tuple[str, int, str]] = []
    for index in range(first, last):
        if problem := problem_with(mutated(seed, index, files, kind), SECONDS[kind]):
            failures.append((kind, index, problem))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    if grown > MEGABYTES:
        failures.append((kind, first, f"{grown} MB more memory by index {last}"))
    return failures


def chunks(count: int) -> Iterator[tuple[int, int]]:
    return ((first, min(first + CHUNK, count)) for first in range(0, count, CHUNK))


def main(count: int = 20_000, seed: int = 1) -> int:
    """Read mutated files, and return the number of failures."""
    failures: list[tuple[str, int, str]] = []
    with ProcessPoolExecutor(WORKERS) as workers:
        running = [
            (kind, last, workers.submit(run_chunk, kind, seed, first, last))
            for kind in KINDS
            for first, last in chunks(count)
        ]
        for kind, last, result in running:
            failures += result.result()
            if last % TOLD_EVERY == 0:
                print(f"{kind}: {last} of {count}, {len(failures)} failed", file=sys.stderr)
    print(f"{count * len(KINDS) - len(failures)} passed, {len(failures)} failed")
    for kind, index, problem in failures[:20]:
        print(f"  {kind}, seed {seed}, index {index}: {problem}")
    return len(failures)


if __name__ == "__main__":
    sys.exit(1 if main(*(int(argument) for argument in sys.argv[1:3])) else 0)
