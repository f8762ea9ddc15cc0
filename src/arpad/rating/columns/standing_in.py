"""`rating.standing_in` over columns: the rating that counts for each player.

A replay has one time class, so no standard rating is used instead.
"""

import numpy as np

from arpad.rating.columns import Numbers
from arpad.regulations.rating_edition import Edition


def rated_as(edition: Edition, at_start: Numbers, now: Numbers) -> Numbers:
    """8.2.4 and similar: players who have entered the list since the event began are rated with the rating that they
    have `now`, if the edition says so. For their opponents they count as `at_start`."""
    return np.where(at_start > 0, at_start, now) if edition.change.entered_list.value else at_start
