"""Mutated entry sheets: whatever the bytes, reading gives a sheet or an ArpadError, quickly and in little memory.

    python tools/fuzz_sheets.py [COUNT] [SEED]

The sheets of the tests, as text, .xlsx and .ods, are damaged from the seed alone, so a failure can be called up again.
"""

import resource
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

TESTS = Path(__file__).parent.parent / "tests"
sys.path.insert(0, str(TESTS / "support"))

from arpad.formats.entry_sheets import read_entry_sheet  # noqa: E402
from arpad.formats.sheets import read_book  # noqa: E402
from arpad.i18n import ArpadError  # noqa: E402
from entry_sheets import as_ods, as_xlsx, mutated_sheet, rows_of  # noqa: E402

SECONDS, MEGABYTES, WORKERS, CHUNK = 3, 300, 2, 500


def samples() -> list[bytes]:
    """Every sheet among the test data, in each form."""
    found = []
    for path in sorted((TESTS / "data" / "sheets").glob("*.?sv")):
        data = path.read_bytes()
        rows = rows_of(data, read_book(data).separator)
        found += [data, as_xlsx(rows), as_ods(rows)]
    return found


def problem_with(data: bytes) -> str | None:
    """Return what goes wrong with a file, None if all is well."""
    start = time.process_time()
    try:
        sheet = read_entry_sheet(read_book(data).sheet())
        sheet.document("es")
    except ArpadError as refused:
        if not refused.text("en") or not refused.text("es"):
            return "no words"
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    seconds = time.process_time() - start
    return f"{seconds:.1f} seconds" if seconds > SECONDS else None


def run_chunk(seed: int, first: int, last: int) -> list[tuple[int, str]]:
    """The failures among the files of some indices."""
    files, failures = samples(), []
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for index in range(first, last):
        chance = Random(f"{seed}-{index}")
        if problem := problem_with(mutated_sheet(chance.choice(files), chance)):
            failures.append((index, problem))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024
    return failures + ([(first, f"{grown} MB more memory by index {last}")] if grown > MEGABYTES else [])


def chunks(count: int) -> Iterator[tuple[int, int]]:
    return ((first, min(first + CHUNK, count)) for first in range(0, count, CHUNK))


def main(count: int = 10_000, seed: int = 1) -> int:
    """Read mutated sheets, and return the number of failures."""
    failures: list[tuple[int, str]] = []
    with ProcessPoolExecutor(WORKERS) as workers:
        for result in [workers.submit(run_chunk, seed, first, last) for first, last in chunks(count)]:
            failures += result.result()
    print(f"{count - len(failures)} sheets passed, {len(failures)} failed")
    for index, problem in failures[:20]:
        print(f"  seed {seed}, index {index}: {problem}")
    return len(failures)


if __name__ == "__main__":
    sys.exit(1 if main(*(int(argument) for argument in sys.argv[1:3])) else 0)
