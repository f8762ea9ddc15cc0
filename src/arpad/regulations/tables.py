"""The two conversion tables, the same in every edition (FIDE 8.1, 10.1; FEDA 9.1).

No interpolation: two figures, never a third (2003 and 2005, 14.2). The logistic formula is only close, and is not used.
"""

from arpad.regulations.data_files import HERE, read_toml

_DATA = read_toml(HERE / "tables.toml")


def _dp() -> dict[int, int]:
    upper = {p: dp for p, dp in _DATA["table-a"]["dp"]}  # noqa: C416  (pairs of a TOML list)
    return upper | {100 - p: -dp for p, dp in upper.items()}


def _pd() -> tuple[int, ...]:
    bands = _DATA["table-b"]["h"]
    ends = [start for start, _ in bands[1:]] + [bands[-1][0] + 1]
    return tuple(h for (start, h), end in zip(bands, ends, strict=True) for _ in range(start, end))


DP: dict[int, int] = _dp()
"""Table A: dp by p in hundredths, without 0 and 100, which are indeterminate."""

PD: tuple[int, ...] = _pd()
"""Table B: H in hundredths by D, from 0 to the first difference beyond the table."""

BEYOND = len(PD) - 1
"""The first difference for which the higher rated player is expected to win every game."""


def dp(percentage: int, at_extremes: int | None) -> int | None:
    """Table A: the rating difference of a percentage; at 0 and 100 indeterminate, or the edition's nominal value."""
    if percentage == 100:
        return at_extremes
    if percentage == 0:
        return None if at_extremes is None else -at_extremes
    return DP[percentage]


def pd(difference: int) -> int:
    """Table B: the scoring probability in hundredths of a player who is `difference` above the opponent."""
    if -BEYOND < difference < BEYOND:
        return PD[difference] if difference >= 0 else 100 - PD[-difference]
    return 100 if difference > 0 else 0
