"""Arpad: an open rating office for chess.

`import arpad` gives what a program needs: rate a player or a whole report, find norms, standings and pairings, read
rating lists, run an office. Every name below is loaded when it is first used, so the import itself costs next to
nothing. The page "The library" of the documentation shows them all.
"""

from arpad.release import __version__ as __version__

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from arpad.i18n import ArpadError, StorageFault
    from arpad.library.checked_files import CheckedFile, check
    from arpad.library.editions import Edition, EditionDifference, Parameter, diff, edition, edition_for, editions
    from arpad.library.forensics import ReportForensics
    from arpad.library.frames import rate_frame
    from arpad.library.lists import RatingList, read_list
    from arpad.library.norms import Norm, Norms
    from arpad.library.office import Office
    from arpad.library.players import Change, FirstRating, Performance, first_rating, performance, rate
    from arpad.library.reports import Checked, Game, Player, RatedPlayer, RatedReport, Report, read
    from arpad.library.results import Finding
    from arpad.library.standings import Board, Draw, Round, Standing, Standings, berger

_MODULES = {
    "ArpadError": "arpad.i18n",
    "Board": "arpad.library.standings",
    "Change": "arpad.library.players",
    "Checked": "arpad.library.reports",
    "CheckedFile": "arpad.library.checked_files",
    "Draw": "arpad.library.standings",
    "Edition": "arpad.library.editions",
    "EditionDifference": "arpad.library.editions",
    "Finding": "arpad.library.results",
    "FirstRating": "arpad.library.players",
    "Game": "arpad.library.reports",
    "Norm": "arpad.library.norms",
    "Norms": "arpad.library.norms",
    "Office": "arpad.library.office",
    "Parameter": "arpad.library.editions",
    "Performance": "arpad.library.players",
    "Player": "arpad.library.reports",
    "RatedPlayer": "arpad.library.reports",
    "RatedReport": "arpad.library.reports",
    "RatingList": "arpad.library.lists",
    "Report": "arpad.library.reports",
    "ReportForensics": "arpad.library.forensics",
    "Round": "arpad.library.standings",
    "Standing": "arpad.library.standings",
    "Standings": "arpad.library.standings",
    "StorageFault": "arpad.i18n",
    "berger": "arpad.library.standings",
    "check": "arpad.library.checked_files",
    "diff": "arpad.library.editions",
    "edition": "arpad.library.editions",
    "edition_for": "arpad.library.editions",
    "editions": "arpad.library.editions",
    "first_rating": "arpad.library.players",
    "performance": "arpad.library.players",
    "rate": "arpad.library.players",
    "rate_frame": "arpad.library.frames",
    "read": "arpad.library.reports",
    "read_list": "arpad.library.lists",
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
    "CheckedFile",
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
    "ReportForensics",
    "Round",
    "Standing",
    "Standings",
    "StorageFault",
    "berger",
    "check",
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
