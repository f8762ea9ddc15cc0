"""Rating from sums: a report gives each player's points, games and opponents' average, and no games (FEDA 10.31)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from arpad.domain.event import Event
from arpad.eligibility.facts import Facts
from arpad.i18n import ArpadError
from arpad.rating.coefficient import within_limit
from arpad.rating.event_average import averaged_event, event_step
from arpad.rating.event_results import EventRating, PlayerRating, newcomer_event, newcomer_line, rated_line
from arpad.rating.newcomer_events import SummaryResult
from arpad.rating.participants import Participant, Participants
from arpad.regulations.rating_edition import Edition


@dataclass(frozen=True, slots=True)
class Summary:
    """The sums of a player in a report: games, half points, and the average of the rated opponents."""

    games: int
    score: int
    average: int


def rate_summaries(
    edition: Edition,
    event: Event,
    taking_part: Participants,
    summaries: Mapping[int, Summary],
    facts: Facts | None = None,
) -> EventRating:
    """Rate an event from its sums. Only an edition that rates by the average of the event can do this."""
    if edition.change.method.value != "event-average":
        raise ArpadError("summary-edition", edition=edition.id)
    players = tuple(
        _line(edition, event, own, summaries[rank], facts) for rank, own in taking_part.items() if rank in summaries
    )
    return EventRating(edition.id, event, "swiss", "swiss", players, ())


def _line(edition: Edition, event: Event, own: Participant, sums: Summary, facts: Facts | None) -> PlayerRating:
    average = Fraction(sums.average)
    if own.rating is None:
        result = SummaryResult(average, sums.games, sums.score)
        return newcomer_line(edition, own, newcomer_event(own, event, result=result, facts=facts))
    assert own.k is not None
    change = averaged_event(event.name, own.rating, sums.games, sums.score, average)
    k = within_limit(edition, own.k, sums.games)
    step = event_step(edition, own.rating, k, change, [], round_robin=False)
    return rated_line(edition, own, sums.games, sums.score, average, change.expected_score, (step,))
