"""Cards to cut and fold: place cards, table numbers with a QR code, badges with the player's code on the back.

A card is an A6 sheet folded to A7, four on a page. Both halves are faces; the upper one is printed upside down, so that
it stands upright when the card is folded."""

from dataclasses import dataclass
from typing import Literal

from arpad.i18n import ArpadError
from arpad.publication.event_papers.names import BLACK, WHITE, alphabetical, by_table, number_of, team_of
from arpad.publication.event_papers.words import PaperWords, Told
from arpad.tournament.roles import badge_code
from arpad.tournament.schedules import round_tables
from arpad.tournament.state import Entry, EventRound, EventState

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
    notes: tuple[Told, ...] = ()


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
    rules = state.laws
    playing = sum(player.state == "accepted" for player in state.entries.values())
    needed = len(state.teams) // 2 * rules.boards if rules.team else playing // 2
    fixed = {player.table for player in state.entries.values() if player.table is not None and player.playing}
    return sorted(found | fixed | set(range(rules.first_table, rules.first_table + needed)))


def table_numbers(state: EventState, words: PaperWords, address: str = "") -> list[Card]:
    """Return a card for each table: its number, and the QR code that opens its board of the round."""
    note = (words.told("paper.card.scan"),) if address else ()
    faces = [
        CardFace(
            "table",
            state.laws.name,
            str(table),
            words.say("paper.card.table"),
            address=table_address(address, state.laws.slug, table),
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
        opened = "" if table is None else table_address(address, state.laws.slug, table)
        face = CardFace(
            "place", state.laws.name, player.name, player.title, _line(state, player, words), corner, opened
        )
        cards.append(Card(face, face))
    return cards


def badges(state: EventState, words: PaperWords, secret: str, address: str = "") -> list[Card]:
    """Return a badge for each player. The code by which the player tells a result is on the back: nobody else may read
    it."""
    if not secret:
        raise ArpadError("event-paper-secret", slug=state.laws.slug)
    event = f"{address}/t/{state.laws.slug}" if address else ""
    cards = []
    for player in _by_name(state):
        code = badge_code(secret, player.entry)
        number = number_of(state, player.entry)
        front = CardFace(
            "badge", state.laws.name, player.name, player.title, _line(state, player, words), number and f"# {number}"
        )
        back = CardFace(
            "code",
            state.laws.name,
            f"{code[:FIGURES]} {code[FIGURES:]}",
            words.say("paper.card.code"),
            player.name,
            address=event,
            notes=(words.told("paper.card.code-use"),),
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
