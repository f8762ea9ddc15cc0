"""Event papers to cut or fill in: place cards, badges, table numbers, score sheets, clock sheets.

Also the notice of corrections (C.04.2.D.8).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arpad.arbiters.sheets import TOLERANCE, ClockPlan, clock_plan
from arpad.i18n import ArpadError, number
from arpad.inputs.times import try_time_control
from arpad.papers._event_model import (
    BLACK,
    NOBODY,
    WHITE,
    Paper,
    PaperColumn,
    PaperFact,
    PaperTable,
    PaperWords,
    Texts,
    alphabetical,
    by_table,
    column,
    fact,
    number_of,
    player_name,
    player_title,
    rating_of,
    result_text,
    round_facts,
    start_text,
    team_of,
    time_control_of,
    without_empty,
)
from arpad.tournament.log import LogLine
from arpad.tournament.roles import badge_code
from arpad.tournament.schedules import round_tables
from arpad.tournament.state import Entry, EventRound, EventState
from arpad.tournament.undo import ListedCorrection, corrections_in

# Cards to cut and fold: place cards, table numbers with a QR code, badges with the player's code on the back. A card
# is an A6 sheet folded to A7, four on a page. Both halves are faces; the upper one is printed upside down, so that it
# stands upright when the card is folded.

CardKind = Literal["place", "table", "badge", "code"]
FIGURES = 3
"""A code is read in two groups of this many figures."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """One side of a card. `address` is printed as a QR code, with `notes` beside it."""

    kind: CardKind
    event: str
    main: str
    mark: str = ""
    line: str = ""
    corner: str = ""
    address: str = ""
    notes: tuple[Texts, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A card with what stands in front and on the back."""

    front: CardFace
    back: CardFace


def table_address(address: str, slug: str, table: int) -> str:
    """Return the page of a table, which its QR code opens."""
    return f"{address}/t/{slug}/table/{table}" if address else ""


def event_tables(state: EventState) -> list[int]:
    """Return the tables of an event: those of its rounds so far, and before the first one as many as its players need,
    with the tables that players keep."""
    found = {table for number in state.rounds for table in round_tables(state, number).values()}
    rules = state.event_rules
    playing = sum(player.state == "accepted" for player in state.entries.values())
    needed = len(state.teams) // 2 * rules.boards if rules.team else playing // 2
    fixed = {player.table for player in state.entries.values() if player.table is not None and player.playing}
    return sorted(found | fixed | set(range(rules.first_table, rules.first_table + needed)))


def table_numbers(state: EventState, words: PaperWords, address: str = "") -> list[Card]:
    """Return a card for each table: its number, and the QR code that opens its board of the round."""
    note = (words.texts("paper.card.scan"),) if address else ()
    faces = [
        CardFace(
            "table",
            state.event_rules.name,
            str(table),
            words.say("paper.card.table"),
            address=table_address(address, state.event_rules.slug, table),
            notes=note,
        )
        for table in event_tables(state)
    ]
    return [Card(face, face) for face in faces]


def place_cards(state: EventState, words: PaperWords, found: EventRound | None, address: str = "") -> list[Card]:
    """Return a card with the name of each player: by name, or as they sit in a round."""
    seated = _seats(state, found) if found is not None else [(player, None, "") for player in _by_name(state)]
    cards = []
    for player, table, sign in seated:
        corner = "" if table is None else f"{words.say('paper.card.table')} {table} {sign}"
        opened = "" if table is None else table_address(address, state.event_rules.slug, table)
        face = CardFace(
            "place", state.event_rules.name, player.name, player.title, _line(state, player, words), corner, opened
        )
        cards.append(Card(face, face))
    return cards


def badges(state: EventState, words: PaperWords, secret: str, address: str = "") -> list[Card]:
    """Return a badge for each player. The code by which the player tells a result is on the back: nobody else may read
    it."""
    if not secret:
        raise ArpadError("event-paper-secret", slug=state.event_rules.slug)
    event = f"{address}/t/{state.event_rules.slug}" if address else ""
    cards = []
    for player in _by_name(state):
        code = badge_code(secret, player.entry)
        number = number_of(state, player.entry)
        front = CardFace(
            "badge",
            state.event_rules.name,
            player.name,
            player.title,
            _line(state, player, words),
            number and f"# {number}",
        )
        back = CardFace(
            "code",
            state.event_rules.name,
            f"{code[:FIGURES]} {code[FIGURES:]}",
            words.say("paper.card.code"),
            player.name,
            address=event,
            notes=(words.texts("paper.card.code-use"),),
        )
        cards.append(Card(front, back))
    return cards


def _by_name(state: EventState) -> list[Entry]:
    """Return the players who take part, by name."""
    return alphabetical(player for player in state.entries.values() if player.state == "accepted")


def _seats(state: EventState, found: EventRound) -> list[tuple[Entry, int | None, str]]:
    """Return the players of a round with their tables and colours."""
    return [
        (state.entries[entry], table, sign)
        for table, board in by_table(state, found)
        for entry, sign in ((board.white, WHITE), (board.black, BLACK))
        if entry in state.entries
    ]


def _line(state: EventState, player: Entry, words: PaperWords) -> str:
    """Return what stands below a name: federation, rating, club or team."""
    rating = str(player.rating) if player.rating else words.say("paper.unrated")
    return " · ".join(part for part in (player.federation, rating, team_of(state, player) or player.club) if part)


# The sheet for clock checks (Arbiters' Manual): both clocks, the moves made, and what they should add up to.

CHECKS = 4
"""How many checks the strip tells the sum for."""
LONG = 15
"""From this many minutes on the checks are five minutes apart, or more."""


def clock_sheet(state: EventState, found: EventRound, words: PaperWords) -> Paper:
    """Return the sheet of a round: t1 + t2 − moves × 2 × increment / 60 = 2 × base − minutes gone, ± 2."""
    control = time_control_of(state, next((board.stage for board in found.games if board.stage), ""))
    known = try_time_control(control) if control else None
    if known is None:
        raise ArpadError("event-paper-clock", control=control or "–")
    plan = clock_plan(known)
    per_move = number(plan.per_move, words.first)
    columns = (
        column(words, "table", "strong"), column(words, "white", "name"), column(words, "black", "name"),
        PaperColumn((f"{WHITE} min",), "write"), PaperColumn((f"{BLACK} min",), "write"),
        PaperColumn((f"{WHITE} + {BLACK}",), "write"), column(words, "moves", "write"),
        column(words, "clock-check", "write"),
    )  # fmt: skip
    rows = tuple(
        (str(table), player_name(state, board.white), player_name(state, board.black), *[""] * 5)
        for table, board in by_table(state, found)
    )
    facts = [
        fact_ for fact_ in round_facts(state, found, words) if fact_.name != words.texts("paper.fact.default-time")
    ]
    return Paper(
        words.texts("paper.round-title.clocks", round=found.number),
        (*facts, *_sums(plan, words), fact(words, "checked-at", "")),
        (PaperTable(columns, rows, tall=True),),
        (
            *words.texts("paper.clock.law", base=number(plan.base, words.first), minutes=per_move, tolerance=TOLERANCE),
            *(words.texts("paper.clock.first-period", moves=known.periods[0].moves) if known.periods[0].moves else ()),
            *words.texts("paper.clock.why"),
        ),
    )


def _sums(plan: ClockPlan, words: PaperWords) -> list[PaperFact]:
    """Return what the sums should be at some moments after the start."""
    base = plan.base.__floor__()
    step = base // LONG * 5 if base >= LONG else max(1, base // CHECKS)
    times = [step * at for at in range(1, CHECKS + 1) if plan.expected(step * at) > 0]
    return [
        PaperFact(words.texts("paper.clock.after", minutes=gone), number(Fraction(plan.expected(gone)), words.first))
        for gone in times
    ]


# The notice of corrections (C.04.2.D.8): what was corrected, what it touches, and why.


def corrections_notice(
    state: EventState, lines: Sequence[LogLine], words: PaperWords, round_number: int | None = None
) -> Paper:
    """Return what was corrected in a round, or in all of them."""
    found = [one for one in corrections_in(lines) if round_number in (None, one.round) and one.round in state.rounds]
    columns = (
        column(words, "round", "strong"), column(words, "table", "right"), column(words, "white", "name"),
        column(words, "black", "name"), column(words, "was", "center"), column(words, "now", "result"),
        column(words, "effect", "name"), column(words, "reason", "name"),
    )  # fmt: skip
    title = "corrections" if round_number is None else "corrections-of"
    return Paper(
        words.texts(f"paper.round-title.{title}", round=round_number or 0),
        (fact(words, "corrections", str(len(found))),),
        (without_empty(PaperTable(columns, tuple(_row(state, one, words) for one in found))),) if found else (),
        () if found else words.texts("paper.no-corrections"),
    )


def _row(state: EventState, one: ListedCorrection, words: PaperWords) -> tuple[str, ...]:
    effect = words.say(f"paper.effect.{one.effect}", next=one.round + 1, after=one.round + 2)
    if one.kind == "penalty":
        who = state.teams[one.team].name if one.team is not None else player_name(state, one.entry or 0)
        reason = words.say("paper.corrected.penalty", reason=one.reason)
        return str(one.round), "", who, "", "", number(one.points, words.first, sign=True), effect, reason
    board = state.rounds[one.round].boards[one.board or 0]
    table = round_tables(state, one.round).get(board.number, board.number)
    names = player_name(state, board.white), player_name(state, board.black)
    results = result_text(one.was, words), NOBODY if one.kind == "cleared" else result_text(one.now, words)
    reason = words.say("paper.corrected.colours", reason=one.reason) if one.kind == "colours" else one.reason
    return str(one.round), str(table), *names, *results, effect, reason


# Score sheets with their heads filled in: two for each board, one for each player.

MOVES = 60
"""Moves for which a sheet has room."""


@dataclass(frozen=True, slots=True)
class ScoreSheetHead:
    """What stands at the head of a score sheet."""

    event: str
    where: str
    round: str
    table: str
    day: str
    control: str
    white: str
    white_rating: str
    black: str
    black_rating: str


def score_sheet_heads(state: EventState, found: EventRound, words: PaperWords, where: str) -> list[ScoreSheetHead]:
    """Return the head of each board of a round, in the order of the tables."""
    day = start_text(state, found.number, words).partition(",")[0]
    return [
        ScoreSheetHead(
            state.event_rules.name,
            where,
            str(found.number),
            str(table),
            day,
            time_control_of(state, board.stage),
            _titled(state, board.white),
            rating_of(state, board.white),
            _titled(state, board.black),
            rating_of(state, board.black),
        )
        for table, board in by_table(state, found)
    ]


def _titled(state: EventState, entry: int) -> str:
    return f"{player_title(state, entry)} {player_name(state, entry)}".strip()
