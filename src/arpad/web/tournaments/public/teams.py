"""Public pages of teams, team matches, knock-out brackets and play-offs.

Line-ups are shown once both are given, or once their time is up.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from fastapi import Path

from arpad.documents.document import Document, csv_rows, extended, shows
from arpad.domain.event import Colour, ResultCode
from arpad.formats.scores import Scores
from arpad.i18n import ArpadError, Language, has, text
from arpad.standings.reasons import points_text
from arpad.tournament.acts.checks import round_at, team_at
from arpad.tournament.as_report import event_of
from arpad.tournament.documents import (
    EventTeamDocument,
    MatchDocument,
    PlayOffDocument,
    TieDocument,
    bracket_document,
    match_document,
    play_offs_document,
    team_document,
)
from arpad.tournament.knockout import LOSER, Tie, stages_of, ties_of
from arpad.tournament.public import PublicState
from arpad.tournament.results import SWAPPED
from arpad.tournament.state import Entry
from arpad.tournament.teams import MatchScore, colour_pattern, matches_of
from arpad.web.cache import Answer
from arpad.web.routes import Pages
from arpad.web.tournaments.context import PublicEvent, RoundInPath, Seen
from arpad.web.tournaments.public.standings import last_table

# Results as pages write them.

SHOWN: Mapping[str, str] = {
    "1-0": "1–0", "1/2": "½–½", "0-1": "0–1", "+/-": "+/−", "-/+": "−/+", "-/-": "−/−", "W-L": "1–0", "D-D": "½–½",
    "L-W": "0–1",
}  # fmt: skip
OWN: Mapping[str, str] = {"1": "1", "=": "½", "0": "0", "W": "1", "D": "½", "L": "0", "+": "+", "-": "−"}


def result_text(result: str | None, language: Language) -> str:
    """A result of a board: 1–0; each side by itself if the arbiter decided so; nothing while it is open."""
    if result == "*":
        return text("web.event-page.adjourned", language)
    return "" if result is None else SHOWN.get(result) or result.replace("1/2", "½").replace("-", "–")


def own_result(code: ResultCode | None) -> str:
    """A result for one of the two: 1, ½, 0, and + or − without a game."""
    return OWN.get(code or "", "")


def stage_text(stage: str, language: Language) -> str:
    """A stage of a tie; one that only this event has is called by its name."""
    key = f"web.event-page.stage-of-{stage}"
    return text(key, language) if has(key) else stage


# The bracket of a knock-out: its ties round by round, with the scores by stage.

brackets = Pages("event")
NAMED_FROM_THE_END = ("final", "semifinals", "quarterfinals")


class ShownSide(NamedTuple):
    """One of the two of a tie: the player, or the words of the seat; the scores of the stages; whether they go on."""

    player: Entry | None
    seat: str
    scores: list[str]
    won: bool


class SeenTie(NamedTuple):
    """A tie on a page."""

    number: int
    sides: tuple[ShownSide, ShownSide]
    stages: list[str]
    decided_by: str


class BracketRound(NamedTuple):
    """A round of the bracket: its name, and its ties in their order."""

    name: str
    ties: list[SeenTie]


class BracketDocument(Document, frozen=True):
    """The ties of a knock-out."""

    event: str
    ties: list[TieDocument]


@brackets.page("/t/{slug}/bracket", "event_bracket.html", BracketDocument)
def bracket(event: Seen) -> Answer:
    """The bracket of a knock-out."""
    view = event.view
    if view.event_rules.system != "knockout":
        raise ArpadError("event-no-bracket", slug=event.slug)
    return event.answer(
        lambda: BracketDocument(event.slug, bracket_document(view) if view.numbers else []),
        lambda: {
            "rounds": bracket_rounds(view, event.language),
            "third": third_place(view, event.language),
            "stages": [
                f"{stage_text(stage.name, event.language)} {stage.games} × {stage.time_control}"
                for stage in stages_of(view)
            ],
        },
    )


def bracket_rounds(view: PublicState, language: Language) -> list[BracketRound]:
    """The rounds of the bracket, the tie for third place left out."""
    if not view.numbers:
        return []
    ties = [tie for tie in ties_of(view).values() if not _for_third(tie)]
    last = max(tie.round for tie in ties)
    found = []
    for number in range(1, last + 1):
        own = [seen_tie(view, tie, language) for tie in ties if tie.round == number]
        left = last - number
        if left < len(NAMED_FROM_THE_END):
            name = text(f"web.event-page.{NAMED_FROM_THE_END[left]}", language)
        else:
            name = text("web.events.see-round", language, round=number)
        found.append(BracketRound(name, own))
    return found


def third_place(view: PublicState, language: Language) -> SeenTie | None:
    """The tie for third place, if there is one."""
    ties = ties_of(view).values() if view.numbers else ()
    return next((seen_tie(view, tie, language) for tie in ties if _for_third(tie)), None)


def _for_third(tie: Tie) -> bool:
    return all(seat.startswith(LOSER) for seat in tie.seats)


def seen_tie(view: PublicState, tie: Tie, language: Language) -> SeenTie:
    """A tie with the scores of both by stage."""
    sides = []
    for player, seat, free in zip(tie.players, tie.seats, tie.free, strict=True):
        scores = [] if player is None else [points_text(stage.score(player), language) for stage in tie.stages]
        entry = None if player is None else view.entries.get(player)
        won = player is not None and tie.winner == player
        sides.append(ShownSide(entry, _seat(seat, free, language), scores, won))
    stages = [stage_text(stage.name, language) for stage in tie.stages]
    decided = stage_text(tie.decided_by, language) if tie.decided_by and len(stages) > 1 else ""
    return SeenTie(tie.number, (sides[0], sides[1]), stages, decided)


def _seat(seat: str, free: bool, language: Language) -> str:
    if free or seat.isdecimal():
        return "–"
    return text(f"web.event-page.seat-{seat[0]}", language, tie=seat[1:])


# Play-offs of players who are level: their games, and who stands before whom because of them.

play_offs = Pages("event")


class PlayOffsDocument(Document, frozen=True):
    """The play-offs of an event."""

    event: str
    play_offs: list[PlayOffDocument]


@play_offs.page("/t/{slug}/play-offs", "event_play_offs.html", PlayOffsDocument)
def all_play_offs(event: Seen) -> Answer:
    """The play-offs of an event."""
    view = event.view

    def document() -> PlayOffsDocument:
        return PlayOffsDocument(event.slug, play_offs_document(view))

    names = {entry: player.name for entry, player in view.entries.items()}
    return event.answer(document, lambda: {"data": document(), "names": names})


# Teams and their matches as everybody sees them. A line-up is shown once both are there, or once its time is up.

team_pages = Pages("event")

TeamInPath = Annotated[int, Path(ge=1, le=9999, description="The team.")]
MatchInPath = Annotated[int, Path(ge=1, le=9999, description="The match.")]
TEAMS = ("number", "team", "name", "strength", "match_points", "game_points")


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


class TeamsDocument(Document, frozen=True):
    """The teams of an event."""

    event: str
    teams: list[EventTeamDocument]


class TeamPageDocument(EventTeamDocument, frozen=True):
    """A team with its matches."""

    shown = shows("event", "rank", *EventTeamDocument.__struct_fields__, "matches")
    event: str
    rank: int | None
    matches: list[MatchDocument]


class MatchPageDocument(MatchDocument, frozen=True):
    """A match of an event."""

    shown = shows("event", *MatchDocument.__struct_fields__)
    event: str


@team_pages.page("/t/{slug}/teams", "event_teams.html", TeamsDocument, table=True, xlsx=True)
def all_teams(event: Seen) -> Answer:
    """The teams of an event."""
    return event.answer(
        lambda: TeamsDocument(event.slug, _teams(event)),
        table=lambda: csv_rows(EventTeamDocument, _teams(event), TEAMS),
        xlsx=lambda: event.workbook().write("teams"),
    )


def _teams(event: PublicEvent) -> list[EventTeamDocument]:
    view = event.view
    order = view.team_numbers or sorted(view.teams)
    return event.kept("teams", (view,), lambda: [team_document(view, team) for team in order])


@team_pages.page("/t/{slug}/teams/{team}", "event_team.html", TeamPageDocument)
def one_team(event: Seen, team: TeamInPath) -> Answer:
    """A team: its list, its matches, the points of its players."""
    view = event.view
    event_team = team_at(view, team)

    def own_matches() -> list[MatchScore]:
        matches = [match for number in sorted(view.rounds) for match in matches_of(view, number)]
        return [match for match in matches if team in (match.white, match.black)]

    def page() -> dict[str, Any]:
        return {
            "team": team_document(view, team),
            "rank": _rank(event, team),
            "players": _players(view, event_team.players),
            "matches": [seen_match(view, match, event.language) for match in own_matches()],
            "without": {number: _without(view, number, team) for number in sorted(view.rounds)},
        }

    def document() -> TeamPageDocument:
        matches, rank = [match_document(view, match) for match in own_matches()], _rank(event, team)
        return extended(TeamPageDocument, team_document(view, team), event=event.slug, rank=rank, matches=matches)

    return event.answer(document, page)


def _rank(event: PublicEvent, team: int) -> int | None:
    table, numbers = last_table(event), event.view.team_numbers
    if table is None or team not in numbers:
        return None
    return next((row.rank for row in table.rows if row.number == numbers.index(team) + 1), None)


def _without(view: PublicState, number: int, team: int) -> str:
    """Why a team has no match in a round: bye, H, Z or F; empty if it has one."""
    event_round = view.rounds[number]
    return "bye" if event_round.bye == team else event_round.absent.get(team, "")


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
        played = (
            []
            if line is None
            else [
                round_result
                for round_result in line.rounds
                if round_result.opponent is not None and round_result.result
            ]
        )
        points = (
            Fraction(0)
            if line is None
            else sum((scores.of_round(line.rank, round_result) for round_result in played), Fraction(0))
        )
        found.append(TeamPlayer(view.entries[entry], points, len(played)))
    return found


@team_pages.page("/t/{slug}/round/{round}/match/{match}", "event_match.html", MatchPageDocument)
def one_match(event: Seen, round: RoundInPath, match: MatchInPath) -> Answer:  # noqa: A002
    """A match: its boards, its score, and the line-ups once they are public."""
    view = event.view
    round_at(view, round)
    score = next((score for score in matches_of(view, round) if score.number == match), None)
    if score is None:
        last = max((number for number, _, _ in view.rounds[round].matches), default=0)
        raise ArpadError("event-match-unknown", round=round, match=match, last=last)
    return event.answer(
        lambda: extended(MatchPageDocument, match_document(view, score), event=event.slug),
        lambda: {"seen": seen_match(view, score, event.language), "round": round},
    )


def seen_matches(view: PublicState, number: int, language: Language) -> list[SeenMatch]:
    """The matches of a round."""
    return [seen_match(view, match, language) for match in matches_of(view, number)]


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
