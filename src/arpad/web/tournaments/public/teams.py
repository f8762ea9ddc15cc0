"""Teams and their matches as everybody sees them. A line-up is shown once both are there, or once its time is up."""

from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from fastapi import Path

from arpad.documents.fields import by_key
from arpad.domain.event import Colour
from arpad.formats.scores import Scores
from arpad.i18n import ArpadError, Language
from arpad.standings.reasons import points_text
from arpad.tournament.acts.checks import round_at, team_at
from arpad.tournament.as_report import event_of
from arpad.tournament.documents import match_document, team_document
from arpad.tournament.public import PublicState
from arpad.tournament.results import SWAPPED
from arpad.tournament.shapes import EventTeamDocument
from arpad.tournament.state import Entry
from arpad.tournament.teams import MatchScore, colour_pattern, matches_of
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.place import RoundInPath, Seen, SeenEvent
from arpad.web.tournaments.public.ranking import last_table
from arpad.web.tournaments.public.words import result_text
from arpad.web.tournaments.shapes import MatchPageDocument, TeamDocument, TeamsDocument

teams = Pages("event")

TeamInPath = Annotated[int, Path(ge=1, le=9999, description="The team.")]
MatchInPath = Annotated[int, Path(ge=1, le=9999, description="The match.")]
TEAMS = by_key("number", "team", "name", "strength", "match_points", "game_points")


class MatchBoard(NamedTuple):
    """A board of a match: the player of the first team with the colour, the other one, and the result in this order."""

    board: int
    one: Entry | None
    colour: Colour
    other: Entry | None
    result: str
    wrong: bool


class SeenMatch(NamedTuple):
    """A match on a page. `score` is in words, empty while nothing is played."""

    match: MatchScore
    one: str
    other: str
    score: tuple[str, str] | None
    boards: list[MatchBoard]


class TeamPlayer(NamedTuple):
    """A player of a team: points and games so far, and whether they have a number in the event."""

    player: Entry
    points: Fraction
    games: int


@teams.page("/t/{slug}/teams", "event_teams.html", TeamsDocument, table=True)
def all_teams(event: Seen) -> Answer:
    """The teams of an event."""
    return event.answer(
        lambda: {"event": event.slug, "teams": _teams(event)},
        table=lambda: TEAMS.table([{**one} for one in _teams(event)]),
    )


def _teams(event: SeenEvent) -> list[EventTeamDocument]:
    view = event.view
    order = view.team_numbers or sorted(view.teams)
    return event.kept("teams", (view,), lambda: [team_document(view, team) for team in order])


@teams.page("/t/{slug}/teams/{team}", "event_team.html", TeamDocument)
def one_team(event: Seen, team: TeamInPath) -> Answer:
    """A team: its list, its matches, the points of its players."""
    view = event.view
    found = team_at(view, team)

    def own_matches() -> list[MatchScore]:
        matches = [one for number in sorted(view.rounds) for one in matches_of(view, number)]
        return [one for one in matches if team in (one.white, one.black)]

    def page() -> dict[str, Any]:
        return {
            "team": team_document(view, team),
            "rank": _rank(event, team),
            "players": _players(view, found.players),
            "matches": [seen_match(view, one, event.language) for one in own_matches()],
            "without": {number: _without(view, number, team) for number in sorted(view.rounds)},
        }

    def document() -> TeamDocument:
        matches = [match_document(view, one) for one in own_matches()]
        return {"event": event.slug, "rank": _rank(event, team), **team_document(view, team), "matches": matches}

    return event.answer(document, page)


def _rank(event: SeenEvent, team: int) -> int | None:
    table, numbers = last_table(event), event.view.team_numbers
    if table is None or team not in numbers:
        return None
    return next((row.rank for row in table.rows if row.number == numbers.index(team) + 1), None)


def _without(view: PublicState, number: int, team: int) -> str:
    """Why a team has no match in a round: bye, H, Z or F; empty if it has one."""
    found = view.rounds[number]
    return "bye" if found.bye == team else found.absent.get(team, "")


def _players(view: PublicState, players: tuple[int, ...]) -> list[TeamPlayer]:
    """The players of a list with their own points."""
    numbered = [entry for entry in players if entry in view.numbers]
    event = event_of(view, only=numbered)
    scores = Scores(event)
    lines = {player.rank: player for player in event.players}
    ranks = {entry: place for place, entry in enumerate(view.numbers, 1)}
    found = []
    for entry in players:
        line = lines.get(ranks.get(entry, 0))
        played = [] if line is None else [one for one in line.rounds if one.opponent is not None and one.result]
        points = Fraction(0) if line is None else sum((scores.of_round(line.rank, one) for one in played), Fraction(0))
        found.append(TeamPlayer(view.entries[entry], points, len(played)))
    return found


@teams.page("/t/{slug}/round/{round}/match/{match}", "event_match.html", MatchPageDocument)
def one_match(event: Seen, round: RoundInPath, match: MatchInPath) -> Answer:  # noqa: A002
    """A match: its boards, its score, and the line-ups once they are public."""
    view = event.view
    round_at(view, round)
    found = next((one for one in matches_of(view, round) if one.number == match), None)
    if found is None:
        last = max((number for number, _, _ in view.rounds[round].matches), default=0)
        raise ArpadError("event-match-unknown", round=round, match=match, last=last)
    return event.answer(
        lambda: {"event": event.slug, **match_document(view, found)},
        lambda: {"seen": seen_match(view, found, event.language), "round": round},
    )


def seen_matches(view: PublicState, number: int, language: Language) -> list[SeenMatch]:
    """The matches of a round."""
    return [seen_match(view, one, language) for one in matches_of(view, number)]


def seen_match(view: PublicState, match: MatchScore, language: Language) -> SeenMatch:
    """A match as a page shows it, the team with White on the first board first."""
    pattern = colour_pattern(view)
    begun = match.forfeit or any(board.result is not None for board in match.boards)
    score = (points_text(match.score[0], language), points_text(match.score[1], language)) if begun else None
    boards = []
    for place, board in enumerate(match.boards, 1):
        first = pattern[place - 1] == "W"
        one, other = (board.white, board.black) if first else (board.black, board.white)
        shown = board.result if first or board.result is None else SWAPPED[board.result]
        wrong = place in match.wrong[0] or place in match.wrong[1]
        boards.append(
            MatchBoard(
                place,
                view.entries.get(one),
                "w" if first else "b",
                view.entries.get(other),
                result_text(shown, language),
                wrong,
            )
        )
    return SeenMatch(match, view.teams[match.white].name, view.teams[match.black].name, score, boards)
