"""Ages on the day of a list: the year of the list minus the year of birth."""

import numpy as np

from arpad.rating.columns import Mask, Numbers

BOUNDS = (12, 16, 19, 31, 51, 66)
"""Each group ends before this age."""
AGE_GROUPS = ("under-12", "12-15", "16-18", "19-30", "31-50", "51-65", "over-65", "unknown")
UNKNOWN = len(AGE_GROUPS) - 1
GROUP_OF_AGE: Numbers = np.searchsorted(BOUNDS, np.arange(BOUNDS[-1] + 1), side="right").astype(np.int32)
"""The group of every age; older people are in the last one."""
JUNIOR = 20
"""A junior is born in the year of the list minus this many, or later."""


def age_groups(born: Numbers, year: int) -> Numbers:
    """Return the group of everybody as a place among AGE_GROUPS."""
    found: Numbers = np.where(born > 0, GROUP_OF_AGE.take(year - born, mode="clip"), np.int32(UNKNOWN))
    return found


def is_junior(born: Numbers, year: int) -> Mask:
    """Return who is a junior; players whose year of birth is not known are not."""
    return np.asarray((born > 0) & (born >= year - JUNIOR))
