"""Arpad: an open rating office for chess.

`import arpad` gives what a program needs: rate a player or a whole report, find norms, standings and pairings, run a
tournament, read rating lists, run an office. Every name below is loaded when it is first used, so the import itself
costs next to nothing. The page "The library" of the documentation shows them all.
"""

from arpad.release import __version__ as __version__

TYPE_CHECKING = False  # as in typing, which takes long to load
if TYPE_CHECKING:
    from arpad.documents.checks import Check
    from arpad.domain.rating_list import ListEntry
    from arpad.i18n import ArpadError, StorageFault
    from arpad.library.checked_files import CheckedFile, NormNamed, Note, RoundVerdict, check
    from arpad.library.editions import Edition, EditionDifference, Parameter, diff, edition, edition_for, editions
    from arpad.library.forensics import NormOfPlayer, ReportChecks, ReportForensics
    from arpad.library.frames import History, ListedRating, baseline, history, rate_frame
    from arpad.library.lists import ListEntries, RatingList, Verified, read_list, verify
    from arpad.library.norms import Norm, Norms
    from arpad.library.office import (
        ClosedList,
        Office,
        OfficeHistory,
        OfficePlayer,
        OfficeSheet,
        Replayed,
        SubmittedReport,
        Version,
    )
    from arpad.library.players import Change, CountedGame, FirstRating, Performance, first_rating, performance, rate
    from arpad.library.reports import (
        Checked,
        Game,
        NotRatedGame,
        Player,
        RatedPlayer,
        RatedPlayers,
        RatedReport,
        Report,
        ReportGames,
        ReportPlayers,
        read,
    )
    from arpad.library.results import Finding, MissingFile, MissingPackage, Plot, UnknownKey, UnusableValue
    from arpad.library.standings import Board, Crosstable, Draw, Round, Standing, Standings, berger
    from arpad.library.tournament import (
        Entrant,
        Entrants,
        Prize,
        Tournament,
        TournamentBoard,
        TournamentPrizes,
        TournamentRound,
    )
    from arpad.office.records import HistoryEntry, OfficeEvent, Proof, ProvedVersion
    from arpad.pairing.check import BoardDifference
    from arpad.pairing.compare import FittingEdition
    from arpad.pairing.forensics import RoundForensics, SystemDeparture, Trial
    from arpad.standings.check import CheckedStandings, StandingsDifference
    from arpad.titles.model import LeftGame, NormGame, RaisedGame
    from arpad.tournament.drawing import NoPairing
    from arpad.tournament.journal import NotConfirmed

_MODULES = {
    "ArpadError": "arpad.i18n",
    "Board": "arpad.library.standings",
    "BoardDifference": "arpad.pairing.check",
    "Change": "arpad.library.players",
    "Check": "arpad.documents.checks",
    "Checked": "arpad.library.reports",
    "CheckedFile": "arpad.library.checked_files",
    "CheckedStandings": "arpad.standings.check",
    "ClosedList": "arpad.library.office",
    "CountedGame": "arpad.library.players",
    "Crosstable": "arpad.library.standings",
    "Draw": "arpad.library.standings",
    "Edition": "arpad.library.editions",
    "EditionDifference": "arpad.library.editions",
    "Entrant": "arpad.library.tournament",
    "Entrants": "arpad.library.tournament",
    "Finding": "arpad.library.results",
    "FirstRating": "arpad.library.players",
    "FittingEdition": "arpad.pairing.compare",
    "Game": "arpad.library.reports",
    "History": "arpad.library.frames",
    "HistoryEntry": "arpad.office.records",
    "LeftGame": "arpad.titles.model",
    "ListEntries": "arpad.library.lists",
    "ListEntry": "arpad.domain.rating_list",
    "ListedRating": "arpad.library.frames",
    "MissingFile": "arpad.library.results",
    "MissingPackage": "arpad.library.results",
    "NoPairing": "arpad.tournament.drawing",
    "Norm": "arpad.library.norms",
    "NormGame": "arpad.titles.model",
    "NormNamed": "arpad.library.checked_files",
    "NormOfPlayer": "arpad.library.forensics",
    "Norms": "arpad.library.norms",
    "NotConfirmed": "arpad.tournament.journal",
    "NotRatedGame": "arpad.library.reports",
    "Note": "arpad.library.checked_files",
    "Office": "arpad.library.office",
    "OfficeEvent": "arpad.office.records",
    "OfficeHistory": "arpad.library.office",
    "OfficePlayer": "arpad.library.office",
    "OfficeSheet": "arpad.library.office",
    "Parameter": "arpad.library.editions",
    "Performance": "arpad.library.players",
    "Player": "arpad.library.reports",
    "Plot": "arpad.library.results",
    "Prize": "arpad.library.tournament",
    "Proof": "arpad.office.records",
    "ProvedVersion": "arpad.office.records",
    "RaisedGame": "arpad.titles.model",
    "RatedPlayer": "arpad.library.reports",
    "RatedPlayers": "arpad.library.reports",
    "RatedReport": "arpad.library.reports",
    "RatingList": "arpad.library.lists",
    "Replayed": "arpad.library.office",
    "Report": "arpad.library.reports",
    "ReportChecks": "arpad.library.forensics",
    "ReportForensics": "arpad.library.forensics",
    "ReportGames": "arpad.library.reports",
    "ReportPlayers": "arpad.library.reports",
    "Round": "arpad.library.standings",
    "RoundForensics": "arpad.pairing.forensics",
    "RoundVerdict": "arpad.library.checked_files",
    "Standing": "arpad.library.standings",
    "Standings": "arpad.library.standings",
    "StandingsDifference": "arpad.standings.check",
    "StorageFault": "arpad.i18n",
    "SubmittedReport": "arpad.library.office",
    "SystemDeparture": "arpad.pairing.forensics",
    "Tournament": "arpad.library.tournament",
    "TournamentBoard": "arpad.library.tournament",
    "TournamentPrizes": "arpad.library.tournament",
    "TournamentRound": "arpad.library.tournament",
    "Trial": "arpad.pairing.forensics",
    "UnknownKey": "arpad.library.results",
    "UnusableValue": "arpad.library.results",
    "Verified": "arpad.library.lists",
    "Version": "arpad.library.office",
    "baseline": "arpad.library.frames",
    "berger": "arpad.library.standings",
    "check": "arpad.library.checked_files",
    "diff": "arpad.library.editions",
    "edition": "arpad.library.editions",
    "edition_for": "arpad.library.editions",
    "editions": "arpad.library.editions",
    "first_rating": "arpad.library.players",
    "history": "arpad.library.frames",
    "performance": "arpad.library.players",
    "rate": "arpad.library.players",
    "rate_frame": "arpad.library.frames",
    "read": "arpad.library.reports",
    "read_list": "arpad.library.lists",
    "verify": "arpad.library.lists",
}
"""The module of each public name: a name is loaded when it is first used (PEP 562)."""

if not TYPE_CHECKING:  # a type checker sees the imports above, and an unknown name is an error

    def __getattr__(name: str) -> object:
        """Load a name when it is first used."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module  # noqa: PLC0415  (`import arpad` itself loads nothing)

        try:
            value: object = getattr(import_module(_MODULES[name]), name)
        except ModuleNotFoundError as problem:
            raise import_module("arpad.library.results").needed_extra(problem, "bulk") from None
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted((*__all__, "__version__"))


__all__ = [
    "ArpadError",
    "Board",
    "BoardDifference",
    "Change",
    "Check",
    "Checked",
    "CheckedFile",
    "CheckedStandings",
    "ClosedList",
    "CountedGame",
    "Crosstable",
    "Draw",
    "Edition",
    "EditionDifference",
    "Entrant",
    "Entrants",
    "Finding",
    "FirstRating",
    "FittingEdition",
    "Game",
    "History",
    "HistoryEntry",
    "LeftGame",
    "ListEntries",
    "ListEntry",
    "ListedRating",
    "MissingFile",
    "MissingPackage",
    "NoPairing",
    "Norm",
    "NormGame",
    "NormNamed",
    "NormOfPlayer",
    "Norms",
    "NotConfirmed",
    "NotRatedGame",
    "Note",
    "Office",
    "OfficeEvent",
    "OfficeHistory",
    "OfficePlayer",
    "OfficeSheet",
    "Parameter",
    "Performance",
    "Player",
    "Plot",
    "Prize",
    "Proof",
    "ProvedVersion",
    "RaisedGame",
    "RatedPlayer",
    "RatedPlayers",
    "RatedReport",
    "RatingList",
    "Replayed",
    "Report",
    "ReportChecks",
    "ReportForensics",
    "ReportGames",
    "ReportPlayers",
    "Round",
    "RoundForensics",
    "RoundVerdict",
    "Standing",
    "Standings",
    "StandingsDifference",
    "StorageFault",
    "SubmittedReport",
    "SystemDeparture",
    "Tournament",
    "TournamentBoard",
    "TournamentPrizes",
    "TournamentRound",
    "Trial",
    "UnknownKey",
    "UnusableValue",
    "Verified",
    "Version",
    "baseline",
    "berger",
    "check",
    "diff",
    "edition",
    "edition_for",
    "editions",
    "first_rating",
    "history",
    "performance",
    "rate",
    "rate_frame",
    "read",
    "read_list",
    "verify",
]
