"""Forgeries without mercy: bits flipped in the file of an office of two years, and a forged row of every column.

    PYTHONPATH=tests/support python tools/forge_office.py 1000 21

Every change must be found by `arpad office verify` and its table named, or lie in bytes that nobody reads.
"""

import argparse
import datetime as dt
import os
import sys
import tempfile
from pathlib import Path

from arpad.office.context import Desk
from arpad.office.demo import found_demo
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from forgeries import flip_bits, try_forgeries, whole_office
from one_key import one_key

AT = dt.datetime(2024, 11, 20, 12, tzinfo=dt.UTC)
AT_ONCE = 50


def main() -> int:
    """Flip so many bits, and forge every column. Exit 1 if anything was not found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("seed", type=int, nargs="?", default=21)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, one_key:
        folder = Path(place)
        os.environ["ARPAD_KEY"] = str(folder / "office.key")
        database = Database(f"sqlite:///{folder / 'demo.db'}")
        found_demo(database, Desk(database, regulations(), "fide", "demo", AT))
        database.dispose()
        office = whole_office(folder / "demo.db", folder / "office.db")
        found, missed = try_forgeries(office, folder)
        print(f"{found} forged rows found, {len(missed)} not", flush=True)
        for start in range(0, asked.count, AT_ONCE):
            tally, more = flip_bits(office, folder, min(AT_ONCE, asked.count - start), asked.seed * 1000 + start)
            missed += more
            print(start + tally.total() + len(more), dict(tally), flush=True)
    for one in missed:
        print(f"not found: {one}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
