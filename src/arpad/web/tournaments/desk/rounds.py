"""Staff pages for rounds: draw, explain, amend by hand, publish, start and lock; forbidden pairs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from fastapi import Query
from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, extended, shows
from arpad.documents.schema import Anything
from arpad.documents.steps import Reasons, as_rows
from arpad.i18n import ArpadError, Words
from arpad.pairing.engines import Impossible
from arpad.tournament.acts.boards import Amend
from arpad.tournament.acts.rounds import draft_misfit
from arpad.tournament.amendments import GivenRound, parse_given
from arpad.tournament.documents import (
    MatchDocument,
    SeenRoundDocument,
    WarningDocument,
    match_documents,
    seen_round,
    side_name,
    warning_document,
)
from arpad.tournament.drawing import absentees, explain_round, numbers_at, steps_of_board
from arpad.tournament.journal import ALL_AGREED, Confirmations
from arpad.tournament.state import EventState
from arpad.tournament.teams import line_ups_missing
from arpad.tournament.times import event_times
from arpad.tournament.unusual import unusual_of
from arpad.web.cache import Answer
from arpad.web.site import problem_on_page
from arpad.web.tournaments.context import AsArbiter, AsPairer, AtLineDocument, EventContext, RoundInPath, staff_pages

# A round amended by hand: two players change places, each change is answered with what speaks against it, and nothing
# is kept before *keep* is pressed.

amending = staff_pages()
Lines = Annotated[str, Query(max_length=40_000, description="Lines `board white black` and one `bye player`.")]
Pressed = Annotated[list[str], Query(max_length=4, description="Two seats that change places: 3w, 5b, bye.")]
SEATS = 2


class AmendedPairDocument(Document, frozen=True):
    """A board by pairing numbers."""

    board: int
    white: int
    black: int


class AmendingDocument(AtLineDocument, frozen=True):
    """The boards of a round to change, with everything that speaks against them."""

    round: int
    pairs: list[AmendedPairDocument]
    bye: int | None
    lines: str
    findings: Sequence[Annotated[Mapping[str, Any], WarningDocument]]


@amending.page("/t/{slug}/desk/round/{round}/amend", "event_desk_amend.html", AmendingDocument)
def edit(context: AsPairer, round: RoundInPath, boards: Lines = "", seat: Pressed = []) -> Answer:  # noqa: A002, B006
    """The boards of a round to change, with everything that speaks against them."""
    state = context.state
    given = parse_given(boards, by_number=True) if boards.strip() else present_boards(state, round)
    if len(seat) == SEATS:
        given = swapped(given, seat[0], seat[1])
    return context.answer(lambda: _amending_document(context, round, given), lambda: _page(context, round, given))


def present_boards(state: EventState, number: int) -> GivenRound:
    """The boards of a round by pairing numbers; before it is drawn, the players in pairs as they come."""
    rank = {entry: place for place, entry in enumerate(state.numbers, 1)}
    if number in state.rounds:
        event_round = state.rounds[number]
        boards = tuple((board.number, rank[board.white], rank[board.black]) for board in event_round.games)
        return GivenRound(boards, None if event_round.bye is None else rank[event_round.bye], by_number=True)
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


def _findings(context: EventContext, number: int, given: GivenRound) -> list[dict[str, Any]]:
    """What would be said if these boards were kept now."""
    confirmations = Confirmations(ALL_AGREED)
    try:
        Amend(number, given)(context.state, confirmations)
    except ArpadError as problem:
        return [{"code": problem.key, "level": "refused", "message": problem_on_page(problem, context.language)}]
    return [warning_document(warning, context.language) for warning in confirmations.settle()]


def _amending_document(context: EventContext, number: int, given: GivenRound) -> AmendingDocument:
    pairs, findings = [AmendedPairDocument(*board) for board in given.boards], _findings(context, number, given)
    return AmendingDocument(context.slug, context.state.n, number, pairs, given.bye, as_lines(given), findings)


def _page(context: EventContext, number: int, given: GivenRound) -> dict[str, Any]:
    state = context.state
    names = {rank: state.entries[entry].name for rank, entry in enumerate(state.numbers, 1)}
    return {"data": _amending_document(context, number, given), "names": names, "drawn": number in state.rounds}


# Rounds at the desk: the draft, why two players meet, and the pairs that may not.

round_pages = staff_pages()
REASONS = 12
ShownBoard = Annotated[int | None, Query(ge=1, le=9999, description="A board; in a league, a match.")]


def to_draw(state: EventState) -> int | None:
    """The round that can be drawn next, None if the list is open, a draft waits or all rounds are there."""
    following = state.last_drawn + 1
    waits = state.last_drawn > state.last_published or state.finished or not state.closed
    return None if waits or following > state.event_rules.rounds else following


class UnexplainedDocument(Document, frozen=True):
    """Somebody who does not play, and whether they have said why."""

    entry: int
    name: str
    kind: str
    unexplained: bool
    why: str


class UnusualDocument(Document, frozen=True):
    """Something unusual about a drawn round, in the language of the reader."""

    code: str
    board: int | None
    message: str


class DeskRoundDocument(SeenRoundDocument, frozen=True, kw_only=True):
    """A round at the desk: its draft, or what is known before it is started. `misfit` is a player with whom the draft
    no longer fits; `line_ups_missing` are teams that have given no line-up."""

    shown = shows(
        *("event", "n", *SeenRoundDocument.__struct_fields__),
        *("bye_name", "unusual", "misfit", "line_ups_missing", "next"),
    )
    event: str
    n: int
    bye_name: str | None
    absent: list[UnexplainedDocument]  # type: ignore[assignment]
    next: int | None
    unusual: list[UnusualDocument]
    misfit: str | None
    line_ups_missing: list[str]
    matches: list[MatchDocument] | UnsetType = UNSET  # type: ignore[assignment]


class RoundToDrawDocument(AtLineDocument, frozen=True, kw_only=True):
    """A round that is not drawn yet."""

    pairs: Sequence[Anything] = ()
    bye_entry: int | None = None
    bye_name: str | None = None
    differs: bool = False
    started_at: str | None = None
    round: int
    time_zone: str
    state: str
    unusual: Sequence[UnusualDocument] = ()
    misfit: str | None = None
    line_ups_missing: Sequence[str] = ()
    absent: list[UnexplainedDocument]
    next: int | None


@round_pages.page("/t/{slug}/desk/round/{round}", "event_desk_round.html", DeskRoundDocument | RoundToDrawDocument)
def one_round(context: AsArbiter, round: RoundInPath) -> Answer:  # noqa: A002
    """A round: its draft, or what is known before it is drawn."""
    state = context.state
    if round not in state.rounds and round != (to_draw(state) or 1):
        known = ", ".join(map(str, sorted(state.rounds))) or "–"
        raise ArpadError("event-round-unknown", round=round, known=known)
    return context.answer(
        lambda: _round_document(context, round),
        lambda: {"data": _round_document(context, round).document(), **_around(state)},
    )


def _round_document(context: EventContext, number: int) -> DeskRoundDocument | RoundToDrawDocument:
    state = context.state
    head: dict[str, Any] = {"event": context.slug, "n": state.n, "next": to_draw(state)}
    if number not in state.rounds:
        return RoundToDrawDocument(
            **head,
            round=number,
            time_zone=event_times(state.event_rules).name,
            state="to-draw" if state.closed else "entries",
            absent=_left_out(context, number, absentees(state, number)),
        )
    seen = seen_round(state, number)
    return extended(
        DeskRoundDocument,
        seen,
        **head,
        bye_name=None if seen.bye_entry is None else side_name(state, seen.bye_entry),
        absent=_left_out(context, number, [(absent.entry, absent.kind) for absent in seen.absent]),
        matches=match_documents(state, number) if state.event_rules.team else UNSET,
        **_before_publication(context, number),
    )


def _left_out(context: EventContext, number: int, away: Iterable[tuple[int, str]]) -> list[UnexplainedDocument]:
    """Those who do not play in a round, with the reason."""
    state = context.state
    return [
        UnexplainedDocument(
            *(entry, side_name(state, entry), kind, entry in state.unexplained),
            why=_why_absent(state, number, entry, kind).text(context.language),
        )
        for entry, kind in away
        if state.event_rules.team or not state.entries[entry].out_in(number)
    ]


def _why_absent(state: EventState, number: int, entry: int, kind: str) -> Words:
    """Why somebody is not paired in a round."""
    if not state.event_rules.team:
        player = state.entries[entry]
        if entry in state.unexplained:
            return Words("web.event-rounds.why-unexplained", round=state.unexplained[entry])
        if player.from_round > number:
            return Words("web.event-rounds.why-late", round=player.from_round)
    return Words(f"web.event-rounds.why-{kind}")


def _before_publication(context: EventContext, number: int) -> dict[str, Any]:
    """What somebody looks at who is about to publish a draft, or to start a round."""
    state, event_round = context.state, context.state.rounds[number]
    if event_round.begun:
        return {"unusual": [], "misfit": None, "line_ups_missing": []}
    draft = event_round.published_n is None
    misfit = draft_misfit(state, event_round) if draft else None
    unusual = [
        UnusualDocument(thing.code, thing.board, thing.message.text(context.language))
        for thing in (unusual_of(state, number) if draft else ())
    ]
    missing = [state.teams[team].name for team in line_ups_missing(state, number)]
    return {"unusual": unusual, "misfit": state.name_of(misfit), "line_ups_missing": missing}


def _around(state: EventState) -> dict[str, Any]:
    last = max(state.last_drawn, to_draw(state) or 0)
    rules = state.event_rules
    return {
        "numbers": range(1, last + 1),
        "restrictions": len(state.restrictions),
        "swiss": rules.swiss,
        "manual": rules.system == "manual",
    }


class PairingWhyDocument(Document, frozen=True):
    """Why a round is paired as it is."""

    event: str
    round: int
    board: int | None
    differs: bool
    steps: Reasons


@round_pages.page("/t/{slug}/desk/round/{round}/why", "event_desk_why.html", PairingWhyDocument)
def why(context: AsArbiter, round: RoundInPath, board: ShownBoard = None) -> Answer:  # noqa: A002
    """Why a round is paired as it is, or why two players meet: the reasons of the engine at that moment."""
    state = context.state
    explained = explain_round(state, context.site.events.lines(context.slug), round, REASONS)
    steps, names = explained.steps, ("", "")
    if board is not None and not isinstance(explained.answer, Impossible):
        pair = numbers_at(state, explained, board)
        steps = steps_of_board(explained, *pair)
        order = explained.event.team_numbers if state.event_rules.team else explained.event.numbers
        white, black = (f"{number} {side_name(state, order[number - 1])}" for number in pair)
        names = (white, black)
    differs = round in state.rounds and state.rounds[round].differs

    def page() -> dict[str, Any]:
        rows = as_rows(steps, context.language)
        return {"round": round, "board": board, "names": names, "differs": differs, "steps": rows}

    return context.answer(lambda: PairingWhyDocument(context.slug, round, board, differs, steps), page)


class RestrictionDocument(Document, frozen=True):
    """Players who may not meet, named, or all of one label; hard ones always hold."""

    id: int
    entries: Sequence[int]
    group: str
    first: int
    last: int | None
    hard: bool
    names: list[str]


class PairsDocument(AtLineDocument, frozen=True):
    """Players who may not meet."""

    restrictions: list[RestrictionDocument]


@round_pages.page("/t/{slug}/desk/pairs", "event_desk_pairs.html", PairsDocument)
def pairs(context: AsArbiter) -> Answer:
    """Players who may not meet."""
    state = context.state

    def document() -> PairsDocument:
        shown = [
            RestrictionDocument(*restriction, [state.entries[entry].name for entry in restriction.entries])
            for restriction in state.restrictions
        ]
        return PairsDocument(context.slug, state.n, shown)

    return context.answer(document)
