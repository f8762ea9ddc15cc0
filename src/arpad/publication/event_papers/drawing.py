"""How papers are drawn: their contents become the data of a template, and that a PDF."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction

from arpad.i18n import exact
from arpad.publication.event_papers.bracket import BracketPage
from arpad.publication.event_papers.cards import Card
from arpad.publication.event_papers.matches import MatchBoardShown
from arpad.publication.event_papers.model import Paper, PaperTable
from arpad.publication.event_papers.protocols import MatchProtocol
from arpad.publication.event_papers.score_sheets import MOVES, ScoreSheetHead
from arpad.publication.event_papers.words import PaperWords, Told
from arpad.publication.event_sheet import where_and_when
from arpad.publication.qr import qr_svg
from arpad.publication.typesetting import typeset
from arpad.tournament.state import EventState

MOST_CELLS = 12
MOST_NAMES = 3
"""A table with more cells of a crosstable, or more columns of names, lies on its side."""
ORDINARY = 22
"""Names up to this many signs are printed on one line."""


def draw_paper(state: EventState, paper: Paper, words: PaperWords) -> bytes:
    """Return a paper of tables as PDF."""
    codes = _codes([paper.address])
    data = {
        "mark": paper.mark,
        "address": codes.get(paper.address, ""),
        "facts": [one._asdict() for one in paper.facts],
        "tables": [_table(one) for one in paper.tables],
        "notes": list(paper.notes),
        "flipped": any(_lies(table) for table in paper.tables),
    }
    return _drawn("paper", state, paper.title, words, data, codes)


def _table(table: PaperTable) -> dict[str, object]:
    columns = [column._asdict() for column in table.columns]
    return table._asdict() | {"columns": columns, "widest": _widest(table)}


def _widest(table: PaperTable) -> list[str]:
    """Return the longest text of each column, by which the size of the type is chosen. One long name does not make the
    whole table small: it takes two lines."""
    found = []
    for at, heading in enumerate(table.columns):
        longest = max((row[at] for row in table.rows), key=len, default="")
        found.append(longest[:ORDINARY] if heading.kind == "name" else longest)
    return found


def _lies(table: PaperTable) -> bool:
    """Return whether a table needs the page on its side: many cells of a crosstable, or many texts."""
    kinds = [column.kind for column in table.columns]
    return kinds.count("grid") > MOST_CELLS or kinds.count("name") > MOST_NAMES


def draw_cards(state: EventState, cards: Sequence[Card], title: Told, words: PaperWords) -> bytes:
    """Return cards as PDF, four on a page."""
    codes = _codes([face.address for card in cards for face in (card.front, card.back)])
    shown = [
        {side: face | {"address": codes.get(face["address"], "")} for side, face in asdict(card).items()}
        for card in cards
    ]
    return _drawn("paper_cards", state, title, words, {"cards": shown}, codes)


def _codes(addresses: Iterable[str]) -> dict[str, str]:
    """Return the names under which the template finds the QR code of each address."""
    return {address: f"qr{place}" for place, address in enumerate(dict.fromkeys(addresses)) if address}


def draw_score_sheets(state: EventState, heads: Sequence[ScoreSheetHead], title: Told, words: PaperWords) -> bytes:
    """Return score sheets as PDF, the two of a board on a page."""
    data = {"sheets": [asdict(one) for one in heads], "moves": MOVES} | {
        name: words.told(f"paper.column.{name}") for name in ("white", "black", "table", "round", "signature")
    }
    data |= {"control": words.told("paper.fact.time-control"), "arbiter": words.told("paper.protocol.arbiter")}
    return _drawn("paper_score_sheets", state, title, words, data)


def draw_protocols(state: EventState, protocols: Sequence[MatchProtocol], title: Told, words: PaperWords) -> bytes:
    """Return protocols as PDF, two on a page if there is room."""
    said = {name: words.told(f"paper.column.{name}") for name in ("board", "result", "round", "match", "remarks")}
    said |= {name: words.told(f"paper.protocol.{name}") for name in ("score", "captain", "arbiter")}
    said |= {"start": words.told("paper.fact.start"), "control": words.told("paper.fact.time-control")}
    shown = [asdict(one) | {"boards": [_board(board) for board in one.boards]} for one in protocols]
    data = {"protocols": shown, "said": said, "control": state.laws.time_control}
    return _drawn("paper_protocols", state, title, words, data)


def _board(board: MatchBoardShown) -> dict[str, object]:
    return board._asdict() | {"first": board.first._asdict(), "second": board.second._asdict()}


def draw_bracket(state: EventState, pages: Sequence[BracketPage], title: Told, words: PaperWords) -> bytes:
    """Return a bracket as PDF on pages that lie on their side."""
    data = {
        "pages": [_exact(asdict(page)) for page in pages],
        "champion": words.told("paper.bracket.champion"),
        "third": words.told("paper.bracket.third"),
    }
    return _drawn("paper_bracket", state, title, words, data)


def _exact(value: object) -> object:
    """Heights as decimals: they are sums of halves of halves, whose digits end."""
    if isinstance(value, Fraction):
        return str(exact(value))
    if isinstance(value, dict):
        return {name: _exact(one) for name, one in value.items()}
    return [_exact(one) for one in value] if isinstance(value, list | tuple) else value


def _drawn(
    template: str,
    state: EventState,
    title: Told,
    words: PaperWords,
    data: Mapping[str, object],
    codes: Mapping[str, str] | None = None,
) -> bytes:
    shared = {
        "words": {},
        "title": title,
        "mark": (),
        "address": "",
        "page": words.say("form.page"),
        "log": words.say("paper.log", n=state.n),
        "event": {"name": state.laws.name, "where": where_and_when(state.laws, words.first)},
    }
    drawings = {name: qr_svg(address) for address, name in (codes or {}).items()}
    return typeset(template, {**shared, **data}, words.first, ("paper_parts",), drawings=drawings)
