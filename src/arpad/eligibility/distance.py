"""Players too far apart for their game to be rated (rapid and blitz from December 2024)."""

from arpad.regulations.rating_edition import Edition


def too_far(edition: Edition, rating: int, opponent: int) -> bool:
    """7.3.1 from December 2024: 600 or more apart, and one of the two above 2600."""
    distance = edition.change.not_rated_from_difference.value
    if distance is None or abs(rating - opponent) < distance:
        return False
    above = edition.change.not_rated_above.value
    return above is None or max(rating, opponent) > above
