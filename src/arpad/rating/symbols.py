"""The symbol for an average: Rc in FIDE's texts of 2003 to 2017, Ra in FEDA's text and from 2022 on."""

from arpad.regulations.rating_edition import Edition


def newcomer_average(edition: Edition) -> str:
    """The average of an unrated player's opponents: Rc by 10.21a and 8.21a, Ra by FEDA 9.21.a and 8.2.2."""
    return edition.initial.average.value.partition(" = ")[0]


def opponents_average(edition: Edition) -> str:
    """Return the symbol of the average for a rated player, if an edition rates by event: Rc by 10.51, Ra by FEDA
    9.51."""
    return edition.change.difference.value.rpartition(" - ")[2]


def competition_average(edition: Edition) -> str:
    """The average of a round robin as it counts for its unrated players: Rc, which is also Ra (10.21b); FEDA: Ra."""
    own = newcomer_average(edition)
    return own if own == "Ra" else f"{own} = Ra"
