"""Game records: PGN files in, games with their moves, endings and findings out; claims, and Chess960 positions.

`games.board` alone knows the library of moves, which is an extra of the package because of its licence.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.games.against_report import ComparedGames, ReportComparison, duty_of
    from arpad.games.checking import CheckedGames, check_games, comparison
    from arpad.games.chess960 import Chess960Position, chess960_position
    from arpad.games.claims import Claim, judge_claim
    from arpad.games.endings import check_ending
    from arpad.games.files import export_games, split_games
    from arpad.games.material import can_mate, dead_by_material
    from arpad.games.notation import NOTATIONS
    from arpad.games.pgn import WrittenGame, read_pgn
    from arpad.games.record import GameRecord, record_of

__getattr__ = door(__name__)

__all__ = [
    "NOTATIONS",
    "CheckedGames",
    "Chess960Position",
    "Claim",
    "ComparedGames",
    "GameRecord",
    "ReportComparison",
    "WrittenGame",
    "can_mate",
    "check_ending",
    "check_games",
    "chess960_position",
    "comparison",
    "dead_by_material",
    "duty_of",
    "export_games",
    "judge_claim",
    "read_pgn",
    "record_of",
    "split_games",
]
