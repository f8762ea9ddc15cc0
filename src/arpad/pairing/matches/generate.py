"""Tournaments of matches made by lot: leagues of teams as a report with their boards, Double-Swisses as JSON."""

from arpad.pairing.generate import Wanted
from arpad.pairing.matches.made_doubles import MadeDouble
from arpad.pairing.matches.made_leagues import MadeLeague
from arpad.pairing.matches.made_rounds import MadeRounds


def generate_matches(wanted: Wanted, boards: int, colours: str) -> bytes:
    """Return a league of teams as TRF26, or a Double-Swiss as JSON. The same wish gives the same bytes."""
    made: MadeRounds = MadeLeague(wanted, boards, colours) if wanted.system.name == "team" else MadeDouble(wanted)
    for number in range(1, wanted.played + 1):
        made.play(number)
    return made.file()
