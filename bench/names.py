"""Players found by misspelt names, over lists of thousands and of 1.9 million invented names.

Processor time of the search in the index of the list, without the page around it. Writes
docs/developers/measured/names-bench.md.

    PYTHONPATH=.:tests/support python bench/names.py
"""

import os
import platform
import time
from pathlib import Path

from tools.misspelled_names import NUMBERS, misspelled

from arpad.lists.player_index import NameIndex
from named_world import named_ledger, named_people

PAGE = Path(__file__).parent.parent / "docs" / "developers" / "measured" / "names-bench.md"
SIZES, SEED, TIMES, ASKED = (4_000, 100_000, 1_900_000), 1, 4, 10
MOST_MILLISECONDS = 20
"""What half of the names may take, over the largest list."""


def measure(players: int) -> tuple[int, int, int, float, float]:
    """Return the players, the words of their names, how many of 100 names are found, and the times."""
    people = named_people(players, SEED)
    index = NameIndex.of(named_ledger(people))
    asked = list(misspelled(people, SEED, {rule: TIMES * number for rule, number in NUMBERS.items()}))
    index.similar(asked[0][1])
    times, found = [], 0
    for _, typed, person in asked:
        begun = time.process_time()
        players_found = index.similar(typed, ASKED)
        times.append((time.process_time() - begun) * 1000)
        found += person.id in {one.player.id for one in players_found[:3]}
    times.sort()
    return players, index.words, 100 * found // len(asked), times[len(times) // 2], times[len(times) * 99 // 100]


def page(rows: list[tuple[int, int, int, float, float]]) -> str:
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
    lines = [
        "# Misspelt names, measured",
        "",
        f"Written by `make bench`. {TIMES * sum(NUMBERS.values())} names of invented players, typed wrong by rules "
        "(`tools/misspelled_names.py`): letters dropped, doubled and swapped, as they are heard, in Cyrillic, with ae, "
        "oe and ue, in another order without accents. Found: among the first three, of a hundred; the larger a list, "
        "the more other names are as near. Milliseconds of the processor for a search in the index of the list.",
        "",
        f"Measured on: {machine}.",
        "",
        "| players | different words | found | median | 99 of 100 |",
        "|---:|---:|---:|---:|---:|",
        *(
            f"| {players:,} | {words:,} | {found} | {half:.1f} | {most:.1f} |"
            for players, words, found, half, most in rows
        ),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Raises an error if the target is missed."""
    rows = [measure(players) for players in SIZES]
    written = page(rows)
    PAGE.write_text(written, encoding="utf-8")
    print(written)
    assert rows[-1][3] < MOST_MILLISECONDS


if __name__ == "__main__":
    main()
