"""The fields of a JSON file that is to be paired. Each is checked when it is read, and an error names its place."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arpad.i18n import ArpadError

MOST = 9999
"""The largest number of a player or a team."""
MOST_ROUNDS = 999
MOST_POINTS = 99_999
PARTS = 10_000
"""Points have at most four decimals."""


def exact_number(typed: str) -> Fraction | str:
    """Return a number with a point exactly. One with an exponent stays a text, which no field for numbers takes."""
    return typed if "e" in typed.lower() else Fraction(typed)


@dataclass(frozen=True, slots=True)
class JsonFields:
    """An object of the file, and its place there, such as `rounds[2].pairs[1].`."""

    values: Mapping[str, Any]
    where: str = ""

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) is not None

    def wrong(self, name: str) -> ArpadError:
        """The error for a field that is missing or does not fit."""
        return ArpadError("pairing-json", what=f"{self.where}{name}")

    def whole(self, name: str, most: int = MOST, least: int = 1) -> int | None:
        """A whole number, None if the field is missing."""
        value = self.values.get(name)
        return None if value is None else self._number(name, value, least, most)

    def needed(self, name: str, most: int = MOST, least: int = 1) -> int:
        """A whole number that must be there."""
        value = self.whole(name, most, least)
        if value is None:
            raise self.wrong(name)
        return value

    def points(self, name: str, otherwise: Fraction | None = None) -> Fraction:
        """A number of points; `otherwise` if the field is missing, which it may not be without one."""
        value = self.values.get(name)
        if value is None and otherwise is not None:
            return otherwise
        return self._points(name, value)

    def several_points(self, name: str, count: int) -> list[Fraction]:
        """A list of `count` numbers of points."""
        values = self.values.get(name)
        if not isinstance(values, list) or len(values) != count:
            raise self.wrong(name)
        return [self._points(name, value) for value in values]

    def one_of(self, name: str, known: Collection[str]) -> str | None:
        """One of the known words, None if the field is missing."""
        value = self.values.get(name)
        if value is not None and (not isinstance(value, str) or value not in known):
            raise self.wrong(name)
        return value

    def letters(self, name: str, known: str) -> str:
        """A text of known letters, such as the colours of games."""
        value = self.values.get(name, "")
        if not isinstance(value, str) or len(value) > MOST_ROUNDS or not set(value) <= set(known):
            raise self.wrong(name)
        return value

    def flag(self, name: str, otherwise: bool) -> bool:
        """True or false."""
        value = self.values.get(name, otherwise)
        if not isinstance(value, bool):
            raise self.wrong(name)
        return value

    def numbers(self, name: str) -> list[int]:
        """A list of numbers of players or teams, none twice; without the field nobody."""
        values = self.values.get(name, [])
        if not isinstance(values, list):
            raise self.wrong(name)
        found = [self._number(name, value, 1, MOST) for value in values]
        if len(set(found)) < len(found):
            raise self.wrong(name)
        return found

    def pairs(self, name: str) -> list[tuple[int, int]]:
        """A list of pairs of numbers; without the field nobody."""
        values = self.values.get(name, [])
        if not isinstance(values, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in values):
            raise self.wrong(name)
        found = [(self._number(name, one, 1, MOST), self._number(name, two, 1, MOST)) for one, two in values]
        if any(one == two for one, two in found):
            raise self.wrong(name)
        return found

    def objects(self, name: str, most: int = MOST) -> Iterator["JsonFields"]:
        """The objects of a list that must be there."""
        values = self.values.get(name)
        if not isinstance(values, list) or len(values) > most or not all(isinstance(one, dict) for one in values):
            raise self.wrong(name)
        for place, value in enumerate(values, 1):
            yield JsonFields(value, f"{self.where}{name}[{place}].")

    def _number(self, name: str, value: object, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.wrong(name)
        return value

    def _points(self, name: str, value: object) -> Fraction:
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            raise self.wrong(name)
        fraction = Fraction(value)
        if abs(fraction) > MOST_POINTS or PARTS % fraction.denominator:
            raise self.wrong(name)
        return fraction
