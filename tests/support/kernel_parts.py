"""Which engine rates the parts of a period."""

from arpad.lists.closing import opened
from arpad.lists.kernel import by_kernel
from arpad.lists.participants import results_of
from arpad.lists.period import Period
from arpad.lists.rated_parts import Lookup, period_parts


def rated_by(period: Period) -> list[type]:
    """The engine that rates each part of a period."""
    now, parts = opened(period), period_parts(period)
    return [type(part) for part in by_kernel(parts, Lookup(period, now, results_of(now), parts))]
