"""The limits of the alarms. No regulation names any: they are ours, and a file may change each of them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from arpad.inputs.toml_tables import ANYTHING, TomlKey, TomlTable, load

LARGEST = 10_000


@dataclass(frozen=True, slots=True)
class AlarmLimits:
    """From when on something is told. `first_50_average`, `panel_average`, `median`: points a year.
    `created_per_game`: points that games create, a game. `stretch_change`: of λ between two spans of twelve lists.
    `band_gap`: scored minus expected, a game of a band. `newcomer_gap`: points over the first 30 games."""

    first_50_average: Fraction = Fraction(5)
    panel_average: Fraction = Fraction(5)
    median: Fraction = Fraction(15)
    created_per_game: Fraction = Fraction(1, 5)
    stretch_change: Fraction = Fraction(5, 100)
    band_gap: Fraction = Fraction(2, 100)
    newcomer_gap: Fraction = Fraction(40)

    def items(self) -> Mapping[str, Fraction]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


def _limit(value: object) -> Fraction:
    """Read a number, 5 or 0.05, or a fraction as text, "1/5"."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise ValueError
    try:
        found = Fraction(value)
    except ZeroDivisionError:
        raise ValueError from None
    if not 0 <= found <= LARGEST:
        raise ValueError
    return found


KEYS = {field.name: TomlKey(_limit, '5 | 0.05 | "1/5"') for field in fields(AlarmLimits)}


def read_limits(file: Path) -> AlarmLimits:
    """Return the limits of a file; those that it does not name stay as they are."""
    head = TomlTable("lab-settings", str(file)).read(load(file), {"alarm": ANYTHING})
    values: dict[str, Any] = TomlTable("lab-settings", str(file), "[alarm]").read(head.get("alarm", {}), KEYS)
    return replace(AlarmLimits(), **values)
