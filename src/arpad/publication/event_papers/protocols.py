"""The protocol (acta) of a match of teams: the boards, the score, and the signatures of both captains."""

from dataclasses import dataclass

from arpad.i18n import ArpadError
from arpad.publication.crosstable import score_text
from arpad.publication.event_papers.matches import MatchBoardShown, boards_shown, team_number
from arpad.publication.event_papers.names import start_text
from arpad.publication.event_papers.words import PaperWords
from arpad.tournament.state import EventRound, EventState
from arpad.tournament.teams import MatchScore, matches_of


@dataclass(frozen=True, slots=True)
class MatchProtocol:
    """The protocol of a match. The team with White on the first board is the first; scores are empty until every board
    has its result."""

    match: int
    round: int
    start: str
    teams: tuple[str, str]
    numbers: tuple[str, str]
    captains: tuple[str, str]
    boards: tuple[MatchBoardShown, ...]
    score: tuple[str, str]
    notes: tuple[str, ...]


def match_protocols(state: EventState, found: EventRound, words: PaperWords) -> list[MatchProtocol]:
    """Return the protocols of all matches of a round. Line-ups stand in them once both are given."""
    if not state.laws.team:
        raise ArpadError("event-no-teams")
    return [_protocol(state, match, words) for match in matches_of(state, found.number)]


def _protocol(state: EventState, match: MatchScore, words: PaperWords) -> MatchProtocol:
    teams = state.teams[match.white], state.teams[match.black]
    first, second = (score_text(points, words.first) for points in match.score)
    return MatchProtocol(
        match.number,
        match.round,
        start_text(state, match.round, words),
        (teams[0].name, teams[1].name),
        (team_number(state, match.white), team_number(state, match.black)),
        (teams[0].captain, teams[1].captain),
        tuple(boards_shown(state, match)),
        (first, second) if match.complete else ("", ""),
        tuple(_notes(state, match, words)),
    )


def _notes(state: EventState, match: MatchScore, words: PaperWords) -> list[str]:
    """Return notes about forfeits, and about boards that a team lost because another player should have sat there."""
    notes = [words.say("paper.forfeited")] if match.forfeit else []
    for team, boards in zip((match.white, match.black), match.wrong, strict=True):
        if boards:
            listed = ", ".join(map(str, boards))
            notes.append(words.say("paper.wrong-boards", team=state.teams[team].name, boards=listed))
    return notes
