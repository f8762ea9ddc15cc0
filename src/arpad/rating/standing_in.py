"""The rating of a player: the own one, the standard one instead, or the one received since."""

from dataclasses import dataclass

from arpad.documents.steps import Step, Trail
from arpad.regulations.rating_edition import Edition


@dataclass(frozen=True, slots=True)
class RatedAs:
    """The rating that counts for the player and for the opponents; None: unrated."""

    own: int | None
    for_opponents: int | None
    steps: Trail = ()


def rated_as(edition: Edition, at_start: int | None, *, standard: int | None = None, now: int | None = None) -> RatedAs:
    """The rating of a player in an event.

    `at_start` is the rating in the list in force at the start; `standard` the standard rating then, for rapid and
    blitz; `now` the rating with which the player has entered the list since.
    """
    rules = edition.change
    if at_start is not None:
        return RatedAs(at_start, at_start)
    if standard is not None and rules.standing_in.value:
        return RatedAs(standard, standard, (Step(rules.standing_in.article, "rated-as.standard", {}, standard),))
    if now is not None and rules.entered_list.value:
        return RatedAs(now, None, (Step(rules.entered_list.article, "rated-as.entered", {}, now),))
    return RatedAs(None, None)
