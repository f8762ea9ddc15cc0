"""An office for the load: a list of 1.9 million invented players on SQLite, and a month of events after it."""

import datetime as dt
import random
import sys
from pathlib import Path

from arpad.office.context import Desk, found_system
from arpad.office.events import submit
from arpad.office.periods import close, import_list, publish
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from office_world import Person, people, report, write_list

PLAYERS, REPORTS, ASKED = 1_900_000, 200, 80_000
FIRST, SECOND = dt.date(2024, 7, 1), dt.date(2024, 8, 1)
SEED = 1


def found(folder: Path) -> None:
    """The office in `office.db`, and in `addresses.txt` the pages that visitors ask for."""
    persons = people(PLAYERS, SEED)
    desk = Desk(
        Database(f"sqlite:///{folder / 'office.db'}"), regulations(), "fide", "bench",
        dt.datetime.combine(FIRST, dt.time(12), dt.UTC),
    )  # fmt: skip
    found_system(desk, "ESP")
    import_list(desk, write_list(persons, folder / "list.csv"), FIRST)
    dice = random.Random(SEED)
    active = dice.sample(persons, 10 * REPORTS)
    for number in range(REPORTS):
        entrants = active[10 * number : 10 * number + 10]
        data = report(f"Open {number + 1}", entrants, FIRST + dt.timedelta(days=number % 14), SEED)
        assert submit(desk, data, received=FIRST + dt.timedelta(days=20)).accepted
    close(desk, SECOND)
    publish(desk, SECOND)
    desk.database.dispose()
    lines = [line for _ in range(ASKED // 4) for line in _asked(dice, persons, active)]
    (folder / "addresses.txt").write_text("\n".join(lines), encoding="utf-8")


def _asked(dice: random.Random, persons: list[Person], active: list[Person]) -> list[str]:
    """Half of them player pages, of players with games and without; half searches, also while somebody types."""
    one, other, third = dice.choice(persons), dice.choice(active), dice.choice(persons)
    surname, name = third.name.lower().split(", ")
    searches = (
        f"/players?q={surname}+{name[:2]}", f"/players/suggestions?q={surname[: dice.randint(3, 6)]}",
        f"/players/suggestions?q={surname[:2]}+{name[:3]}", f"/players?q={third.id[:5]}",
    )  # fmt: skip
    return [f"/players/{one.id}", f"/players/{other.id}", *dice.sample(searches, 2)]


if __name__ == "__main__":
    found(Path(sys.argv[1]))
