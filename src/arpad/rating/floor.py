"""The floor of the list: a player whose rating falls below it is not rated from the next list on."""

from arpad.documents.steps import Step, Trail
from arpad.regulations.rating_edition import Edition


def below_floor(edition: Edition, rating: int | None) -> bool:
    """Whether a rating is too low for the list (7.1.2, 6.1.2; 2003 and 2005 9.12; FEDA 8.12)."""
    return rating is not None and rating < edition.lists.floor.value


def verdict_steps(edition: Edition, rating: int) -> Trail:
    """Return the last step of a change: the player is listed with the new rating, or is not because of the floor."""
    floor = edition.lists.floor
    listed = Step(floor.article, "verdict.listed-above-floor", {"floor": floor.value}, rating)
    return floor_steps(edition, rating) or (listed,)


def floor_steps(edition: Edition, rating: int) -> Trail:
    """7.2.1, 6.2.1, 2017 7.21, 2003 and 2005 9.21, FEDA 8.21: below the floor the next list shows the player as not
    rated, and they are then treated as unrated. Empty for a rating at or above the floor."""
    if not below_floor(edition, rating):
        return ()
    inputs = {"rating": rating, "floor": edition.lists.floor.value}
    return (Step(edition.lists.below_floor.article, "change.below-floor", inputs, None),)
