"""Orders that no report says, from a file: lots that were drawn (`--lots`), the result of a play-off (`--play-off`).

    by = "Chief arbiter, 12 May"
    order = [[4, 1, 16], [7, [8, 9]]]

One list for each tied group, best first; contestants in a list of their own stay tied (the losers of a semi-final).
"""

from collections.abc import Mapping
from pathlib import Path

from arpad.inputs import toml_tables
from arpad.inputs.toml_tables import TomlKey, TomlTable, load
from arpad.standings.order import GivenOrder

Places = tuple[tuple[int, ...], ...]


def _group(value: object) -> Places:
    """Read one tied group in its order."""
    if not isinstance(value, list) or not value:
        raise ValueError
    places = tuple(tuple(place) if isinstance(place, list) else (place,) for place in value)
    numbers = [number for place in places for number in place]
    if not all(isinstance(number, int) and not isinstance(number, bool) and number > 0 for number in numbers):
        raise ValueError
    if len(set(numbers)) < len(numbers):
        raise ValueError
    return places


def _groups(value: object) -> tuple[Places, ...]:
    if not isinstance(value, list):
        raise ValueError
    return tuple(_group(group) for group in value)


KEYS: Mapping[str, TomlKey] = {
    "by": TomlKey(toml_tables.text, '"Chief arbiter, 12 May"', needed=True),
    "order": TomlKey(_groups, "[[4, 1, 16], [7, [8, 9]]]", needed=True),
}


def read_order(file: Path) -> GivenOrder:
    """Read the order of a file."""
    data = TomlTable("given-order", str(file)).read(load(file), KEYS)
    return GivenOrder(data["order"], data["by"])
