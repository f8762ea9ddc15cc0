"""Arpad: an open rating office for chess.

`import arpad` gives what a program needs: rate a player or a whole report, find norms, standings and pairings, read
rating lists, run an office. Every name below is loaded when it is first used, so the import itself costs next to
nothing. The page "The library" of the documentation shows them all.
"""

from arpad.release import __version__ as __version__

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from arpad.locale.errors import ArpadError, StorageFault
    from arpad.surface.documents import Finding
    from arpad.surface.draws import Draw, berger
    from arpad.surface.editions import Edition, EditionDifference, Parameter, diff, edition, edition_for, editions
    from arpad.surface.frames import rate_frame
    from arpad.surface.lists import RatingList, read_list
    from arpad.surface.norms import Norm, Norms
    from arpad.surface.office import Office
    from arpad.surface.players import Change, FirstRating, Performance, first_rating, performance, rate
    from arpad.surface.rated import RatedPlayer, RatedReport
    from arpad.surface.reports import Checked, Game, Player, Report, read
    from arpad.surface.rounds import Board, Round
    from arpad.surface.standings import Standing, Standings
else:

    def __getattr__(name: str) -> object:
        """Load a name when it is first used."""
        from arpad.doors import door  # noqa: PLC0415  (it takes as long to load as Python)

        return door(__name__)(name)


def __dir__() -> list[str]:
    return sorted((*__all__, "__version__"))


__all__ = [
    "ArpadError",
    "Board",
    "Change",
    "Checked",
    "Draw",
    "Edition",
    "EditionDifference",
    "Finding",
    "FirstRating",
    "Game",
    "Norm",
    "Norms",
    "Office",
    "Parameter",
    "Performance",
    "Player",
    "RatedPlayer",
    "RatedReport",
    "RatingList",
    "Report",
    "Round",
    "Standing",
    "Standings",
    "StorageFault",
    "berger",
    "diff",
    "edition",
    "edition_for",
    "editions",
    "first_rating",
    "performance",
    "rate",
    "rate_frame",
    "read",
    "read_list",
]
