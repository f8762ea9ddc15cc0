"""Event papers for team matches: pairings and match protocols; and drawing any paper as PDF."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import NamedTuple

from arpad.i18n import ArpadError, exact
from arpad.papers._event_bracket import BracketPage
from arpad.papers._event_cards import MOVES, Card, ScoreSheetHead
from arpad.papers._event_model import (
    BLACK,
    NOBODY,
    WHITE,
    Paper,
    PaperColumn,
    PaperTable,
    PaperWords,
    Texts,
    column,
    player_name,
    player_title,
    rating_of,
    start_text,
    without_empty,
)
from arpad.papers.event_sheets import where_and_when
from arpad.papers.standings import SYMBOLS, score_text
from arpad.papers.typeset import qr_svg, typeset
from arpad.tournament.results import codes
from arpad.tournament.schedules import plain_name
from arpad.tournament.state import EventRound, EventState
from arpad.tournament.teams import MatchScore, colour_pattern, matches_of, team_totals

# Matches of teams as papers show them: the boards from the side of the first team.


class SeatShown(NamedTuple):
    """A player of a team at a board: the sign of the colour, and what is written. Empty while there is no line-up."""

    sign: str
    title: str
    name: str
    rating: str


class MatchBoardShown(NamedTuple):
    """A board of a match: the player of the first team, the result of each, the player of the second team."""

    place: int
    first: SeatShown
    first_result: str
    second_result: str
    second: SeatShown


def boards_shown(state: EventState, match: MatchScore) -> Iterator[MatchBoardShown]:
    """Return the boards of a match, empty ones while its line-ups are not there."""
    pattern = colour_pattern(state)
    for place, colour in enumerate(pattern, 1):
        signs = (WHITE, BLACK) if colour == "W" else (BLACK, WHITE)
        if not match.boards:
            yield MatchBoardShown(place, SeatShown(signs[0], "", "", ""), "", "", SeatShown(signs[1], "", "", ""))
            continue
        board = match.boards[place - 1]
        sides = [
            (board.white, code_text(codes(board.result).white)),
            (board.black, code_text(codes(board.result).black)),
        ]
        (one, mine), (other, theirs) = sides if colour == "W" else sides[::-1]
        yield MatchBoardShown(place, _seat(state, signs[0], one), mine, theirs, _seat(state, signs[1], other))


def code_text(code: str | None) -> str:
    """Return the result of one side as it is printed; empty if there is none."""
    return "" if code is None else SYMBOLS[code]


def _seat(state: EventState, sign: str, entry: int) -> SeatShown:
    if entry not in state.entries:
        return SeatShown(sign, "", NOBODY, "")
    return SeatShown(sign, player_title(state, entry), player_name(state, entry), rating_of(state, entry))


def match_score(match: MatchScore, words: PaperWords) -> str:
    """Return the score of a match, as far as it is played; empty before it begins."""
    begun = bool(match.forfeit) or any(board.result is not None for board in match.boards)
    return "–".join(score_text(points, words.first) for points in match.score) if begun else ""


def team_points(state: EventState, number: int, words: PaperWords) -> dict[int, tuple[str, str]]:
    """Return match points and game points of every team before a round."""
    totals: dict[int, tuple[Fraction, Fraction]] = team_totals(state, number - 1)
    return {
        team: (score_text(match, words.first), score_text(game, words.first)) for team, (match, game) in totals.items()
    }


def team_number(state: EventState, team: int) -> str:
    """Return the pairing number of a team; empty while there is none."""
    return str(state.team_numbers.index(team) + 1) if team in state.team_numbers else ""


# The protocol (acta) of a match of teams: the boards, the score, and the signatures of both captains.


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
    if not state.event_rules.team:
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


# How papers are drawn: their contents become the data of a template, and that a PDF.

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


def draw_cards(state: EventState, cards: Sequence[Card], title: Texts, words: PaperWords) -> bytes:
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


def draw_score_sheets(state: EventState, heads: Sequence[ScoreSheetHead], title: Texts, words: PaperWords) -> bytes:
    """Return score sheets as PDF, the two of a board on a page."""
    data = {"sheets": [asdict(one) for one in heads], "moves": MOVES} | {
        name: words.texts(f"paper.column.{name}") for name in ("white", "black", "table", "round", "signature")
    }
    data |= {"control": words.texts("paper.fact.time-control"), "arbiter": words.texts("paper.protocol.arbiter")}
    return _drawn("paper_score_sheets", state, title, words, data)


def draw_protocols(state: EventState, protocols: Sequence[MatchProtocol], title: Texts, words: PaperWords) -> bytes:
    """Return protocols as PDF, two on a page if there is room."""
    labels = {name: words.texts(f"paper.column.{name}") for name in ("board", "result", "round", "match", "remarks")}
    labels |= {name: words.texts(f"paper.protocol.{name}") for name in ("score", "captain", "arbiter")}
    labels |= {"start": words.texts("paper.fact.start"), "control": words.texts("paper.fact.time-control")}
    shown = [asdict(one) | {"boards": [_board(board) for board in one.boards]} for one in protocols]
    data = {"protocols": shown, "labels": labels, "control": state.event_rules.time_control}
    return _drawn("paper_protocols", state, title, words, data)


def _board(board: MatchBoardShown) -> dict[str, object]:
    return board._asdict() | {"first": board.first._asdict(), "second": board.second._asdict()}


def draw_bracket(state: EventState, pages: Sequence[BracketPage], title: Texts, words: PaperWords) -> bytes:
    """Return a bracket as PDF on pages that lie on their side."""
    data = {
        "pages": [_exact(asdict(page)) for page in pages],
        "champion": words.texts("paper.bracket.champion"),
        "third": words.texts("paper.bracket.third"),
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
    title: Texts,
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
        "event": {"name": state.event_rules.name, "where": where_and_when(state.event_rules, words.first)},
    }
    drawings = {name: qr_svg(address) for address, name in (codes or {}).items()}
    return typeset(template, {**shared, **data}, words.first, ("paper_parts",), drawings=drawings)


# A round of teams to hang up: its matches, their boards once the line-ups are there, and room for results.


def matches_table(state: EventState, found: EventRound, words: PaperWords) -> PaperTable:
    """Return the matches of a round with the points of both teams before it."""
    points = team_points(state, found.number, words)
    columns = [
        column(words, "match", "strong"), *_team_columns(words, "first-team"), column(words, "result", "result"),
        *_team_columns(words, "second-team"),
    ]  # fmt: skip
    rows = [
        (
            str(match.number),
            *(team_number(state, match.white), state.teams[match.white].name, *points[match.white]),
            match_score(match, words),
            *(team_number(state, match.black), state.teams[match.black].name, *points[match.black]),
        )
        for match in matches_of(state, found.number)
    ]
    return without_empty(PaperTable(tuple(columns), tuple(rows)))


def _team_columns(words: PaperWords, side: str) -> list[PaperColumn]:
    return [
        column(words, "number", "quiet"), column(words, side, "name"), column(words, "match-points", "right"),
        column(words, "game-points", "right"),
    ]  # fmt: skip


def boards_of_matches(state: EventState, found: EventRound, words: PaperWords) -> list[PaperTable]:
    """Return one table for each match whose line-ups are there."""
    return [
        without_empty(
            PaperTable(
                (
                    column(words, "board", "quiet"), PaperColumn((), "center"), PaperColumn((), "left"),
                    PaperColumn((state.teams[match.white].name,), "name"), column(words, "rating", "right"),
                    PaperColumn((match_score(match, words),), "result"), PaperColumn((), "center"),
                    PaperColumn((), "left"), PaperColumn((state.teams[match.black].name,), "name"),
                    column(words, "rating", "right"),
                ),
                tuple(
                    (
                        str(board.place), *board.first,
                        f"{board.first_result}–{board.second_result}" if board.first_result else "", *board.second,
                    )
                    for board in boards_shown(state, match)
                ),
                _named(state, match, words),
            )
        )
        for match in matches_of(state, found.number)
        if match.boards
    ]  # fmt: skip


def _named(state: EventState, match: MatchScore, words: PaperWords) -> Texts:
    """Return a match with both teams, above its boards."""
    teams = f"{state.teams[match.white].name} – {state.teams[match.black].name}"
    return (f"{words.say('paper.match', match=match.number)}: {teams}",)


def matches_by_name(state: EventState, found: EventRound, words: PaperWords) -> PaperTable:
    """Return the teams by name, each with its match, the colour on its first board, and the other team."""
    columns = (
        column(words, "team", "name"), column(words, "match", "strong"), PaperColumn((), "center"),
        column(words, "opponent", "name"),
    )  # fmt: skip
    rows = []
    for number, white, black in found.matches:
        names = state.teams[white].name, state.teams[black].name
        rows += [(names[0], str(number), WHITE, names[1]), (names[1], str(number), BLACK, names[0])]
    if found.bye is not None:
        rows.append((state.teams[found.bye].name, NOBODY, "", words.say("paper.bye")))
    return PaperTable(columns, tuple(sorted(rows, key=lambda row: (plain_name(row[0]), row[0]))))


def matches_to_write(state: EventState, found: EventRound, words: PaperWords) -> list[PaperTable]:
    """Return a table for each match, with room for the results; the players stand there if the line-ups do."""
    return [
        PaperTable(
            (
                column(words, "board", "strong"), PaperColumn((), "center"),
                PaperColumn((state.teams[match.white].name,), "name"), PaperColumn((), "box"), PaperColumn((), "box"),
                PaperColumn((), "center"), PaperColumn((state.teams[match.black].name,), "name"),
            ),
            tuple(
                (
                    str(board.place), board.first.sign, board.first.name, board.first_result, board.second_result,
                    board.second.sign, board.second.name,
                )
                for board in boards_shown(state, match)
            ),
            _named(state, match, words),
            tall=True,
        )
        for match in matches_of(state, found.number)
    ]  # fmt: skip
