"""Papers of an event to cut: cards to fold, badges, labels that stick, result slips, heads of score sheets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from arpad.i18n import ArpadError
from arpad.papers._event_model import (
    BLACK,
    WHITE,
    PaperWords,
    Texts,
    alphabetical,
    by_table,
    number_of,
    player_name,
    player_title,
    rating_of,
    start_text,
    team_of,
    time_control_of,
)
from arpad.tournament.roles import badge_code
from arpad.tournament.schedules import round_tables
from arpad.tournament.state import Entry, EventRound, EventState

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


def place_cards(state: EventState, words: PaperWords, event_round: EventRound | None, address: str = "") -> list[Card]:
    """Return a card with the name of each player: by name, or as they sit in a round."""
    seated = (
        _seated_players(state, event_round)
        if event_round is not None
        else [(player, None, "") for player in _accepted(state)]
    )
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
    for player in _accepted(state):
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


def _accepted(state: EventState) -> list[Entry]:
    """Return the players who take part, by name."""
    return alphabetical(player for player in state.entries.values() if player.state == "accepted")


def _seated_players(state: EventState, event_round: EventRound) -> list[tuple[Entry, int | None, str]]:
    """Return the players of a round with their tables and colours."""
    return [
        (state.entries[entry], table, sign)
        for table, board in by_table(state, event_round)
        for entry, sign in ((board.white, WHITE), (board.black, BLACK))
        if entry in state.entries
    ]


def _line(state: EventState, player: Entry, words: PaperWords) -> str:
    """Return what stands below a name: federation, rating, club or team."""
    rating = str(player.rating) if player.rating else words.say("paper.unrated")
    return " · ".join(part for part in (player.federation, rating, team_of(state, player) or player.club) if part)


# Labels that stick, on sheets that shops have.


class LabelSheet(NamedTuple):
    """A sheet of labels on A4: columns and rows, and millimetres of a label, of the margins and between columns."""

    columns: int
    rows: int
    width: str
    height: str
    left: str
    top: str
    gap: str


LABEL_SHEETS: Mapping[int, LabelSheet] = {
    24: LabelSheet(3, 8, "70", "37", "0", "0.5", "0"),
    21: LabelSheet(3, 7, "63.5", "38.1", "7.25", "15.15", "2.5"),
    14: LabelSheet(2, 7, "99.1", "38.1", "4.65", "15.15", "2.5"),
    8: LabelSheet(2, 4, "99.1", "67.7", "4.65", "13.1", "2.5"),
}
"""Sheets by the number of their labels."""


def labels(state: EventState, words: PaperWords) -> list[CardFace]:
    """Return a label for each player: title and name, federation, rating and club, the pairing number."""
    faces = []
    for player in _accepted(state):
        number = number_of(state, player.entry)
        line = _line(state, player, words)
        corner = number and f"# {number}"
        faces.append(CardFace("place", state.event_rules.name, player.name, player.title, line, corner))
    return faces


# Result slips: one for each board. Pages are cut as one stack, and the piles laid on each other are in order.

SLIPS = (4, 6, 8)
"""How many slips a page may have."""
Piece = TypeVar("Piece")


def stacked(pieces: Sequence[Piece], per_page: int) -> list[list[Piece | None]]:
    """Return the pieces of each page, so that each place of a page has the next ones in the order of the pages."""
    pages = -(-len(pieces) // per_page)
    places = [list(pieces[at * pages : (at + 1) * pages]) for at in range(per_page)]
    return [[place[page] if page < len(place) else None for place in places] for page in range(pages)]


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


def score_sheet_heads(
    state: EventState, event_round: EventRound, words: PaperWords, where: str
) -> list[ScoreSheetHead]:
    """Return the head of each board of a round, in the order of the tables."""
    day = start_text(state, event_round.number, words).partition(",")[0]
    return [
        ScoreSheetHead(
            state.event_rules.name,
            where,
            str(event_round.number),
            str(table),
            day,
            time_control_of(state, board.stage),
            _titled(state, board.white),
            rating_of(state, board.white),
            _titled(state, board.black),
            rating_of(state, board.black),
        )
        for table, board in by_table(state, event_round)
    ]


def _titled(state: EventState, entry: int) -> str:
    return f"{player_title(state, entry)} {player_name(state, entry)}".strip()
