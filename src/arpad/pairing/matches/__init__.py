"""Swiss systems of matches: teams (C.04.6 of 2024 and 2026), and two games with one opponent (C.04.5, Double-Swiss).

The bye is given first, then each scoregroup is filled with upfloaters and paired, then the colours are allocated.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.pairing.matches.document_states import match_state
    from arpad.pairing.matches.documents import match_tournament
    from arpad.pairing.matches.game_rounds import double_games, game_state
    from arpad.pairing.matches.reports import team_tournament

__getattr__ = door(__name__)

__all__ = ["double_games", "game_state", "match_state", "match_tournament", "team_tournament"]
