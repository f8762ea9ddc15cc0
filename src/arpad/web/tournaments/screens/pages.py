"""Pairings by board or by name, results as they come, standings: each a screen whose pages turn by themselves."""

from typing import Annotated, Literal

from fastapi import Depends, Query
from starlette.responses import Response

from arpad.i18n import ArpadError
from arpad.standings.reasons import points_text
from arpad.tournament.acts.checks import round_at
from arpad.tournament.standings import current_round
from arpad.web.later_routes import LaterRouter
from arpad.web.tournaments.place import Seen, SeenEvent
from arpad.web.tournaments.public.ranking import table_after
from arpad.web.tournaments.public.rounds import SeenBoard, by_name, seen_boards
from arpad.web.tournaments.public.teams import seen_matches
from arpad.web.tournaments.screens.showing import ScreenAsked, screen, screen_asked

screens = LaterRouter(tags=["event"], include_in_schema=False)

What = Literal["pairings", "names", "results", "standings"]
Asked = Annotated[ScreenAsked, Depends(screen_asked)]
OfRound = Annotated[int | None, Query(ge=1, le=9999, description="The round; the one of the moment if none.")]


@screens.get("/t/{slug}/screen/{what}")
def one_screen(event: Seen, what: What, asked: Asked, round: OfRound = None) -> Response:  # noqa: A002
    """A screen for the hall."""
    if what == "standings":
        return _standings(event, asked, round)
    number = round or current_round(event.view)
    if not number:
        return screen(event, "screen_wait.html", asked)
    round_at(event.view, number)
    if event.view.laws.team:
        return _matches(event, asked, number)
    boards = seen_boards(event, number)
    missing, count = sum(not board.result for board in boards), len(boards)
    if what == "results":
        boards = _newest_first(event, number, boards)
    rows = by_name(boards) if what == "names" else boards
    return screen(event, "screen_boards.html", asked, rows, what=what, number=number, missing=missing, boards_of=count)


def _newest_first(event: SeenEvent, number: int, boards: list[SeenBoard]) -> list[SeenBoard]:
    """The boards that have a result, the last one first."""
    versions = {board.number: board.version for board in event.view.rounds[number].games}
    return sorted((board for board in boards if board.result), key=lambda board: -versions[board.board])


def _matches(event: SeenEvent, asked: ScreenAsked, number: int) -> Response:
    matches = seen_matches(event.view, number, event.language)
    return screen(event, "screen_matches.html", asked, matches, what="pairings", number=number)


def _standings(event: SeenEvent, asked: ScreenAsked, number: int | None) -> Response:
    try:
        table = table_after(event, number).table
    except ArpadError:
        return screen(event, "screen_wait.html", asked)
    rows: list[tuple[int | str, str, str]] = [
        (row.rank, f"{row.name}{table.mark_of(row.number)}", points_text(row.points, event.language))
        for row in table.rows
    ]
    rows += [
        ("–", f"{one.name} [{one.left.mark}]", points_text(one.points, event.language)) for one in table.not_ranked
    ]
    counted = table.competition.counted
    return screen(event, "screen_standings.html", asked, rows, what="standings", number=counted)
