"""Which norms of an application to send: those that hold together, and of several choices those that last longest."""

import datetime as dt
from collections.abc import Sequence
from itertools import combinations

from arpad.arbiters.application_case import ApplicationCase
from arpad.arbiters.application_checks import (
    check_chiefs,
    check_norm_age,
    check_rounds,
    check_systems,
    check_uses,
)
from arpad.arbiters.norms import JudgedNorm
from arpad.arbiters.paper_checks import PAPERS, ApplicationCheck

LASTING = dt.date.max
"""The end of a norm that does not expire."""
OF_THE_NORM: tuple[ApplicationCheck, ...] = (check_norm_age, *PAPERS)
OF_THE_PERSON = frozenset({"languages", "english", "filing", "seminar-expiry"})
"""Checks that are not about a norm by itself."""
PARTLY: tuple[ApplicationCheck, ...] = (check_uses, check_rounds)
"""What must hold for some of the norms already, whatever the others will be."""
WHOLE: tuple[ApplicationCheck, ...] = (*PARTLY, check_systems, check_chiefs)


def is_usable(case: ApplicationCase, norm: JudgedNorm) -> bool:
    """Return whether nothing stands against a norm by itself: its article, its rounds, its age, its papers."""
    return norm.holds is not False and passes(case.with_norms([norm]), OF_THE_NORM)


def passes(case: ApplicationCase, checks: Sequence[ApplicationCheck]) -> bool:
    """Return whether nothing that some checks say about the norms of an application stands against it."""
    found = (one for check in checks for one in check(case))
    return all(one.ok is not False for one in found if one.name not in OF_THE_PERSON)


def best_choice(case: ApplicationCase) -> tuple[JudgedNorm, ...]:
    """Return the norms to send: as many as required if some choice of them holds, otherwise as many as can be used
    together with others that are still to come."""
    usable = [norm for norm in case.norms if is_usable(case, norm)]
    usable.sort(key=lambda norm: norm.expires or LASTING, reverse=True)
    needed = case.rules.tournaments.value
    for size in range(min(needed, len(usable)), 0, -1):
        checks = WHOLE if size == needed else PARTLY
        for chosen in combinations(usable, size):
            if passes(case.with_norms(chosen), checks):
                return chosen
    return ()
