"""What the schedule of an event does by itself: the results of a complete round are published at their time."""

import contextlib
import datetime as dt

from arpad.i18n import ArpadError
from arpad.office.tournaments.keeping import EventKeeper
from arpad.office.tournaments.known import KeptEvent
from arpad.tournament.acts.results import publish_results
from arpad.tournament.amendments import results_due

SCHEDULE = "schedule"
"""Who does it, in the log."""


def with_due_results(keeper: EventKeeper, kept: KeptEvent, now: dt.datetime) -> KeptEvent:
    """Publish results that are due in an event that lives here. Return the event as it is then."""
    number = results_due(kept.state, now)
    if number is None or not kept.at_home:
        return kept
    slug = kept.state.laws.slug
    with contextlib.suppress(ArpadError):  # somebody else has just done it, or taken a result back
        keeper.act(slug, publish_results(number), SCHEDULE, now)
    return keeper.open(slug)
