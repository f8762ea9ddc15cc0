"""The drift of the mean from list to list, in parts that add up exactly.

2005 12.2, FEDA 11.2: if the composition of a list changes, the scale may slide though nobody plays differently.
"""

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction

from arpad.lab.account import PARTS, PointsAccount

STAYER_TERMS = (
    "k_asymmetry", "one_sided_cap", "one_sided_game", "event_average", "decided_base", "leavers_games", "rounding",
    "transition", "decisions", "late", "not_explained",
)  # fmt: skip
"""What the change of the players on both lists is made of, as the account names it."""


@dataclass(frozen=True, slots=True)
class MeanDrift:
    """How the mean moved. `stayers`: the players on both lists gained or lost; `newcomers`: they came in below or above
    the mean; `leavers`: they were below or above it. `split` divides the stayers' part by its causes."""

    start: dt.date
    end: dt.date
    before: Fraction
    after: Fraction
    stayers: Fraction
    newcomers: Fraction
    leavers: Fraction
    split: dict[str, Fraction]

    @property
    def drift(self) -> Fraction:
        return self.after - self.before


def mean_drift(account: PointsAccount) -> MeanDrift | None:
    """Decompose the drift between two lists; None if one of them has no rated player."""
    if not account.rated_before or not account.rated_after:
        return None
    before, count = Fraction(account.sum_before, account.rated_before), account.rated_after
    return MeanDrift(
        account.start,
        account.end,
        before,
        Fraction(account.sum_after, count),
        Fraction(account.stayers_change, count),
        (account.newcomers_sum - account.newcomers * before) / count,
        -(account.leavers_sum - account.leavers * before) / count,
        {name: Fraction(_term(account, name), PARTS * count) for name in STAYER_TERMS},
    )


def _term(account: PointsAccount, name: str) -> int:
    """Return a term with the sign with which it changes the players who stayed."""
    if name == "leavers_games":
        return -account.leavers_games
    return int(getattr(account.terms if hasattr(account.terms, name) else account, name))
