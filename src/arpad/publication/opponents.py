"""A player's rated opponents for the forms: how many, their average, and the score against them."""

from fractions import Fraction
from typing import NamedTuple

from arpad.domain.event import HALF_POINTS_OF, Event, Player
from arpad.domain.games import points
from arpad.i18n import Language, date_text, text
from arpad.publication.crosstable import Ratings, rating_of
from arpad.rating.results import half_up


class Against(NamedTuple):
    """Forms 2 and 3 (L, M, N): the games played with rated opponents, their average Rc as a whole number, the score."""

    games: int
    average: int | None
    score: Fraction


def against_rated(event: Event, player: Player, ratings: Ratings | None) -> Against:
    """Add up the games that were played: forfeits and byes are left out, and so are unrated opponents."""
    met = {other.rank: rating_of(other, ratings) for other in event.players}
    found = []
    half_points = 0
    for round_ in player.rounds:
        rating = met.get(round_.opponent) if round_.opponent is not None and round_.played else None
        if rating is not None and round_.result is not None:
            found.append(rating)
            half_points += HALF_POINTS_OF[round_.result]
    return Against(len(found), half_up(sum(found), len(found)) if found else None, points(half_points))


def names(name: str) -> tuple[str, str]:
    """Return the surname and the first name of `Surname, First`."""
    surname, _, first = name.partition(",")
    return surname.strip(), first.strip()


def sex(player: Player, language: Language) -> str:
    """Return M or F, empty if the report does not say."""
    return "" if player.sex is None else text(f"form.two.sex-{player.sex}", language)


def birth(player: Player, language: Language) -> str:
    """Return the birthday, or the year if only that is known."""
    if player.birthday is not None:
        return date_text(player.birthday, language)
    return "" if player.born is None else str(player.born)
