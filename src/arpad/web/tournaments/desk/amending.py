"""A round amended by hand: two players change places, each change is answered with what speaks against it, and nothing
is kept before *keep* is pressed."""

from typing import Annotated, Any

from fastapi import Query

from arpad.i18n import ArpadError
from arpad.tournament.acts.boards import amend
from arpad.tournament.amendments import GivenRound, parse_given
from arpad.tournament.documents import warning_document
from arpad.tournament.drawing import absentees
from arpad.tournament.journal import ALL_AGREED, Hearing
from arpad.tournament.shapes import WarningDocument
from arpad.tournament.state import EventState
from arpad.web.answers import Answer
from arpad.web.page_words import problem_on_page
from arpad.web.tournaments.desk.shapes import AmendedPairDocument, AmendingDocument
from arpad.web.tournaments.place import AsPairer, EventPlace, RoundInPath, staff_pages

amending = staff_pages()
Lines = Annotated[str, Query(max_length=40_000, description="Lines `board white black` and one `bye player`.")]
Pressed = Annotated[list[str], Query(max_length=4, description="Two seats that change places: 3w, 5b, bye.")]
SEATS = 2


@amending.page("/t/{slug}/desk/round/{round}/amend", "event_desk_amend.html", AmendingDocument)
def edit(place: AsPairer, round: RoundInPath, boards: Lines = "", seat: Pressed = []) -> Answer:  # noqa: A002, B006
    """The boards of a round to change, with everything that speaks against them."""
    state = place.state
    given = parse_given(boards, by_number=True) if boards.strip() else present_boards(state, round)
    if len(seat) == SEATS:
        given = swapped(given, seat[0], seat[1])
    return place.answer(lambda: _document(place, round, given), lambda: _page(place, round, given))


def present_boards(state: EventState, number: int) -> GivenRound:
    """The boards of a round by pairing numbers; before it is drawn, the players in pairs as they come."""
    rank = {entry: place for place, entry in enumerate(state.numbers, 1)}
    if number in state.rounds:
        found = state.rounds[number]
        boards = tuple((board.number, rank[board.white], rank[board.black]) for board in found.games)
        return GivenRound(boards, None if found.bye is None else rank[found.bye], by_number=True)
    away = {entry for entry, _ in absentees(state, number)}
    here = [rank[entry] for entry in state.numbers if entry not in away]
    pairs = zip(here[::2], here[1::2], strict=False)
    last = here[-1] if len(here) % 2 else None
    return GivenRound(tuple((place, *pair) for place, pair in enumerate(pairs, 1)), last, by_number=True)


def swapped(given: GivenRound, one: str, two: str) -> GivenRound:
    """Let two seats change places: `3w` is White of board 3, `bye` the player who rests."""
    seats = {f"{board}w": white for board, white, _ in given.boards}
    seats |= {f"{board}b": black for board, _, black in given.boards}
    if given.bye is not None:
        seats["bye"] = given.bye
    if one not in seats or two not in seats:
        raise ArpadError("event-amend-line", line=0, text=f"{one} {two}")
    seats[one], seats[two] = seats[two], seats[one]
    boards = tuple((board, seats[f"{board}w"], seats[f"{board}b"]) for board, _, _ in given.boards)
    return GivenRound(boards, seats.get("bye"), by_number=True)


def as_lines(given: GivenRound) -> str:
    """The boards as the form sends them."""
    rows = [f"{board} {white} {black}" for board, white, black in given.boards]
    return "\n".join(rows + ([] if given.bye is None else [f"bye {given.bye}"]))


def _findings(place: EventPlace, number: int, given: GivenRound) -> list[WarningDocument]:
    """What would be said if these boards were kept now."""
    hearing = Hearing(ALL_AGREED)
    try:
        amend(number, given)(place.state, hearing)
    except ArpadError as problem:
        return [{"code": problem.key, "level": "refused", "message": problem_on_page(problem, place.language)}]
    return [warning_document(warning, place.language) for warning in hearing.settle()]


def _document(place: EventPlace, number: int, given: GivenRound) -> AmendingDocument:
    rows: list[AmendedPairDocument] = [
        {"board": board, "white": white, "black": black} for board, white, black in given.boards
    ]
    return {
        "event": place.slug,
        "n": place.state.n,
        "round": number,
        "pairs": rows,
        "bye": given.bye,
        "lines": as_lines(given),
        "findings": _findings(place, number, given),
    }


def _page(place: EventPlace, number: int, given: GivenRound) -> dict[str, Any]:
    state = place.state
    names = {rank: state.entries[entry].name for rank, entry in enumerate(state.numbers, 1)}
    return {"data": _document(place, number, given), "names": names, "drawn": number in state.rounds}
