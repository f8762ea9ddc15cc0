"""Arpad: an open rating office for chess.

`import arpad` gives what a program needs: rate a player or a whole report, find norms, standings and pairings, read
rating lists, run an office. Every name below is loaded when it is first used, so the import itself costs next to
nothing. The page "The library" of the documentation shows them all.
"""

from arpad.release import __version__ as __version__

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from arpad.i18n import ArpadError, StorageFault
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

_MODULES = {
    "ArpadError": "arpad.i18n",
    "Board": "arpad.surface.rounds",
    "Change": "arpad.surface.players",
    "Checked": "arpad.surface.reports",
    "Draw": "arpad.surface.draws",
    "Edition": "arpad.surface.editions",
    "EditionDifference": "arpad.surface.editions",
    "Finding": "arpad.surface.documents",
    "FirstRating": "arpad.surface.players",
    "Game": "arpad.surface.reports",
    "Norm": "arpad.surface.norms",
    "Norms": "arpad.surface.norms",
    "Office": "arpad.surface.office",
    "Parameter": "arpad.surface.editions",
    "Performance": "arpad.surface.players",
    "Player": "arpad.surface.reports",
    "RatedPlayer": "arpad.surface.rated",
    "RatedReport": "arpad.surface.rated",
    "RatingList": "arpad.surface.lists",
    "Report": "arpad.surface.reports",
    "Round": "arpad.surface.rounds",
    "Standing": "arpad.surface.standings",
    "Standings": "arpad.surface.standings",
    "StorageFault": "arpad.i18n",
    "berger": "arpad.surface.draws",
    "diff": "arpad.surface.editions",
    "edition": "arpad.surface.editions",
    "edition_for": "arpad.surface.editions",
    "editions": "arpad.surface.editions",
    "first_rating": "arpad.surface.players",
    "performance": "arpad.surface.players",
    "rate": "arpad.surface.players",
    "rate_frame": "arpad.surface.frames",
    "read": "arpad.surface.reports",
    "read_list": "arpad.surface.lists",
}
"""The module of each public name: a name is loaded when it is first used (PEP 562)."""

if not TYPE_CHECKING:  # a type checker sees the imports above, and an unknown name is an error

    def __getattr__(name: str) -> object:
        """Load a name when it is first used."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415  (`import arpad` itself loads nothing)

        value: object = getattr(import_module(_MODULES[name]), name)
        globals()[name] = value
        return value


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
