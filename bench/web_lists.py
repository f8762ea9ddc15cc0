"""Player pages of an office with one imported list of 300,000 players, and with eight, which all stand on the page.

Every page is asked for once, in turn from both servers, each with one worker; processor time per page is the least of
several rounds. Writes its part of docs/developers/measured/web-bench.md.

    PYTHONPATH=tests/support python bench/web_lists.py [FOLDER]       FOLDER keeps the offices for another time
"""

import datetime as dt
import random
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import psutil
from web import LISTS, PAGE, processor, served

from arpad.office.context import Desk, found_system
from arpad.office.periods import import_list
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from office_world import people, write_list

PLAYERS, MANY = 300_000, 8
ROUNDS, PAGES, WARM = 5, 400, 50
SEED, YEAR = 1, 2024
MOST = 1.5
"""How many times as long a page may take with eight lists: it has a row and a step of the plot for each of them."""


def found(folder: Path, lists: int) -> Path:
    """An office with so many lists, a month apart; everybody's rating changes from list to list."""
    if (folder / "addresses.txt").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    persons, dice = people(PLAYERS, SEED), random.Random(SEED)
    database = Database(f"sqlite:///{folder / 'office.db'}")
    for month in range(1, lists + 1):
        first = dt.date(YEAR, month, 1)
        desk = Desk(database, regulations(), "fide", "bench", dt.datetime.combine(first, dt.time(12), dt.UTC))
        if month == 1:
            found_system(desk, "ESP")
        rated = [one._replace(rating=(one.rating or 0) + dice.randint(-9, 9)) for one in persons]
        import_list(desk, write_list(rated, folder / "list.csv"), first, publish=True)
    database.dispose()
    asked = dice.sample(persons, WARM + ROUNDS * PAGES)
    (folder / "addresses.txt").write_text("\n".join(f"/players/{one.id}" for one in asked), encoding="utf-8")
    return folder


def milliseconds(port: int, server: psutil.Process, addresses: list[str]) -> float:
    """The server's processor time for a page."""
    before = processor(server)
    for address in addresses:
        with urlopen(f"http://127.0.0.1:{port}{address}") as answer:
            assert b"<table" in answer.read(), address
    return (processor(server) - before) * 1000 / len(addresses)


def measured(folders: list[Path]) -> list[float]:
    """The least of all rounds for each office; its pages are asked for in turn."""
    with ExitStack() as stack:
        servers = [stack.enter_context(served(folder, 1)) for folder in folders]
        found = [(folder / "addresses.txt").read_text(encoding="utf-8").split() for folder in folders]
        least = [float("inf")] * len(folders)
        for begin in (0, *range(WARM, WARM + ROUNDS * PAGES, PAGES)):
            for number, (port, server, _) in enumerate(servers):
                took = milliseconds(port, server, found[number][begin : begin + (PAGES if begin else WARM)])
                least[number] = min(least[number], took) if begin else least[number]
    return least


def section(one: float, many: float) -> str:
    """The part of docs/developers/measured/web-bench.md."""
    return (
        f"{LISTS}\n\nProcessor time of a player page that nobody has asked for before, in an office with one imported "
        f"list of {PLAYERS:,} players and in one with {MANY}; one worker, one visitor, so with the whole way of a "
        "connection. Milliseconds, the least of several rounds:\n\n"
        f"| lists | a page, ms |\n|---:|---:|\n| 1 | {one:.2f} |\n| {MANY} | {many:.2f} |\n\n"
        f"Eight lists take {many / one:.2f} times as long: the page has a row and a step of its plot for every list, "
        "and each list is looked at.\n"
    )


def main(folder: Path) -> None:
    """Raises an error if a page takes too long with many lists."""
    one, many = measured([found(folder / f"lists-{lists}", lists) for lists in (1, MANY)])
    written = section(one, many)
    PAGE.write_text(PAGE.read_text(encoding="utf-8").partition(LISTS)[0].rstrip() + f"\n\n{written}", encoding="utf-8")
    print(written)
    assert many / one < MOST


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as made:
            main(Path(made))
