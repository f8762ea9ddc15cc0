"""How many players, teams, boards or games a draw takes; other numbers are refused, as on the command line."""

from arpad.i18n import ArpadError

MOST, MOST_TEAMS, MOST_KNOCKOUT = 500, 100, 4096
"""More than any hall holds."""


def within(what: str, value: int, least: int, most: int = MOST) -> int:
    """A number within bounds."""
    if not least <= value <= most:
        raise ArpadError("number-range", option=what, value=value, least=least, most=most)
    return value


def even(what: str, value: int, least: int, most: int = MOST) -> int:
    """An even number within bounds."""
    if within(what, value, least, most) % 2:
        raise ArpadError("draw-odd", option=what, value=value, less=value - 1, more=value + 1)
    return value
