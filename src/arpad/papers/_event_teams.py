"""Event papers for team matches and knock-outs: pairings, match protocols, brackets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from arpad.i18n import ArpadError
from arpad.papers._event_model import (
    BLACK,
    NOBODY,
    WHITE,
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
from arpad.papers.old_forms import SYMBOLS
from arpad.standings.reasons import points_text
from arpad.tournament.knockout import LOSER, WINNER, Tie, ties_of
from arpad.tournament.results import codes
from arpad.tournament.schedules import plain_name
from arpad.tournament.state import EventRound, EventState
from arpad.tournament.teams import MatchScore, colour_pattern, matches_of, team_totals

ROUNDS_OF_A_PAGE = 5
"""A page has room for 32 players: five rounds. A larger bracket takes several pages."""
LEAST_ROUNDS = 3
"""Later pages show this many rounds at least, so that they begin with rounds that were shown before if need be."""


@dataclass(frozen=True, slots=True)
class TieSide:
    """A player of a tie, or who will be one; with the score of every stage."""

    name: str
    scores: tuple[str, ...]
    won: bool


@dataclass(frozen=True, slots=True)
class TieShown:
    """A tie at its place: the column of its round, and the height in ties of the first column. `feeds` is the height of
    the tie that its winner goes on to, None for the last one of the page."""

    number: int
    column: int
    height: Fraction
    sides: tuple[TieSide, TieSide]
    feeds: Fraction | None


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A page of a bracket. `size` is how many ties stand below each other in its fullest column; `third` is the tie for
    third place, on the last page."""

    columns: tuple[Texts, ...]
    size: int
    ties: tuple[TieShown, ...]
    third: TieShown | None
    champion: str


def bracket_pages(state: EventState, words: PaperWords) -> list[BracketPage]:
    """Return the whole bracket."""
    if state.event_rules.system != "knockout" or not state.closed:
        raise ArpadError("event-no-ties")
    ties = ties_of(state)
    main = {number: tie for number, tie in ties.items() if not tie.seats[0].startswith(LOSER)}
    final = max(main.values(), key=lambda tie: tie.round)
    last = final.round
    third = next((tie for number, tie in ties.items() if number not in main), None)
    pages = []
    for begin in range(1, last + 1, ROUNDS_OF_A_PAGE):
        upto = min(begin + ROUNDS_OF_A_PAGE - 1, last)
        first = max(1, min(begin, upto - LEAST_ROUNDS + 1))
        roots = [tie for tie in main.values() if tie.round == upto]
        roots.sort(key=lambda tie: _line_of(tie, main, last))
        for root in roots:
            laid = _Layout(state, main, first, words)
            laid.place(root, None)
            pages.append(
                BracketPage(
                    tuple(_round_name(number, last, words) for number in range(first, upto + 1)),
                    laid.size,
                    tuple(laid.shown()),
                    _third(state, third, last - first, words) if root is final and third else None,
                    player_name(state, final.winner) if root is final and final.winner else "",
                )
            )
    return pages


def _third(state: EventState, tie: Tie, column: int, words: PaperWords) -> TieShown:
    return TieShown(tie.number, column, Fraction(0), _sides(state, tie, words), None)


def _seed(tie: Tie, ties: Mapping[int, Tie]) -> int:
    """Return the best number that a tie may be won by."""
    return min(_seat_seed(seat, ties) for seat in tie.seats)


def _seat_seed(seat: str, ties: Mapping[int, Tie]) -> int:
    return int(seat) if seat.isdecimal() else _seed(ties[int(seat[1:])], ties)


def _line_of(tie: Tie, ties: Mapping[int, Tie], last: int) -> int:
    """Return the place of a tie in its round from above: of two ties the one that a better number may win is above."""
    place, at = 0, tie
    for step in range(last - tie.round):
        above = next((one for one in ties.values() if f"{WINNER}{at.number}" in one.seats), None)
        if above is None:
            break
        place += (_seed(above, ties) != _seed(at, ties)) << step
        at = above
    return place


def _round_name(number: int, last: int, words: PaperWords) -> Texts:
    """Return the final, the semifinals, the quarterfinals; any other round by its number."""
    name = {0: "final", 1: "semifinals", 2: "quarterfinals"}.get(last - number)
    return words.texts("paper.round", round=number) if name is None else words.texts(f"paper.bracket.{name}")


def _sides(state: EventState, tie: Tie, words: PaperWords) -> tuple[TieSide, TieSide]:
    first, second = (_side(state, tie, at, words) for at in (0, 1))
    return first, second


def _side(state: EventState, tie: Tie, at: int, words: PaperWords) -> TieSide:
    entry = tie.players[at]
    if entry is None:
        seat = tie.seats[at]
        open_seat = words.say("paper.bracket.loser" if seat.startswith(LOSER) else "paper.bracket.winner", tie=seat[1:])
        return TieSide(NOBODY if tie.free[at] else open_seat, (), False)
    scores = tuple(points_text(stage.score(entry), words.first) for stage in tie.stages if stage.left < stage.games)
    number = state.number_of(entry)
    return TieSide(f"{number} {player_name(state, entry)}", scores, tie.winner == entry)


class _Layout:
    """Places the ties of a page from its last one back, the better number above."""

    def __init__(self, state: EventState, ties: Mapping[int, Tie], first: int, words: PaperWords) -> None:
        self.state, self.ties, self.first, self.words = state, ties, first, words
        self.heights: dict[int, Fraction] = {}
        self.feeds: dict[int, int | None] = {}
        self.size = 0

    def place(self, tie: Tie, feeds: int | None) -> Fraction:
        self.feeds[tie.number] = feeds
        before = [self.ties[int(seat[1:])] for seat in tie.seats if seat.startswith(WINNER)]
        before = [one for one in before if one.round >= self.first]
        before.sort(key=lambda one: _seed(one, self.ties))
        if before:
            heights = [self.place(one, tie.number) for one in before]
            self.heights[tie.number] = sum(heights, Fraction(0)) / len(heights)
        else:
            self.heights[tie.number] = Fraction(self.size)
            self.size += 1
        return self.heights[tie.number]

    def shown(self) -> list[TieShown]:
        tie_showns = []
        for number, height in sorted(self.heights.items()):
            tie, feeds = self.ties[number], self.feeds[number]
            sides = _sides(self.state, tie, self.words)
            ordered = sorted(zip(tie.seats, sides, strict=True), key=lambda one: _seat_seed(one[0], self.ties))
            both = ordered[0][1], ordered[1][1]
            above = None if feeds is None else self.heights[feeds]
            tie_showns.append(TieShown(number, tie.round - self.first, height, both, above))
        return tie_showns


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
    return "–".join(points_text(points, words.first) for points in match.score) if begun else ""


def team_points(state: EventState, number: int, words: PaperWords) -> dict[int, tuple[str, str]]:
    """Return match points and game points of every team before a round."""
    totals: dict[int, tuple[Fraction, Fraction]] = team_totals(state, number - 1)
    return {
        team: (points_text(match, words.first), points_text(game, words.first))
        for team, (match, game) in totals.items()
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


def match_protocols(state: EventState, event_round: EventRound, words: PaperWords) -> list[MatchProtocol]:
    """Return the protocols of all matches of a round. Line-ups stand in them once both are given."""
    if not state.event_rules.team:
        raise ArpadError("event-no-teams")
    return [_protocol(state, match, words) for match in matches_of(state, event_round.number)]


def _protocol(state: EventState, match: MatchScore, words: PaperWords) -> MatchProtocol:
    teams = state.teams[match.white], state.teams[match.black]
    first, second = (points_text(points, words.first) for points in match.score)
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


# A round of teams to hang up: its matches, their boards once the line-ups are there, and room for results.


def matches_table(state: EventState, event_round: EventRound, words: PaperWords) -> PaperTable:
    """Return the matches of a round with the points of both teams before it."""
    points = team_points(state, event_round.number, words)
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
        for match in matches_of(state, event_round.number)
    ]
    return without_empty(PaperTable(tuple(columns), tuple(rows)))


def _team_columns(words: PaperWords, side: str) -> list[PaperColumn]:
    return [
        column(words, "number", "quiet"), column(words, side, "name"), column(words, "match-points", "right"),
        column(words, "game-points", "right"),
    ]  # fmt: skip


def boards_of_matches(state: EventState, event_round: EventRound, words: PaperWords) -> list[PaperTable]:
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
        for match in matches_of(state, event_round.number)
        if match.boards
    ]  # fmt: skip


def _named(state: EventState, match: MatchScore, words: PaperWords) -> Texts:
    """Return a match with both teams, above its boards."""
    teams = f"{state.teams[match.white].name} – {state.teams[match.black].name}"
    return (f"{words.say('paper.match', match=match.number)}: {teams}",)


def matches_by_name(state: EventState, event_round: EventRound, words: PaperWords) -> PaperTable:
    """Return the teams by name, each with its match, the colour on its first board, and the other team."""
    columns = (
        column(words, "team", "name"), column(words, "match", "strong"), PaperColumn((), "center"),
        column(words, "opponent", "name"),
    )  # fmt: skip
    rows = []
    for number, white, black in event_round.matches:
        names = state.teams[white].name, state.teams[black].name
        rows += [(names[0], str(number), WHITE, names[1]), (names[1], str(number), BLACK, names[0])]
    if event_round.bye is not None:
        rows.append((state.teams[event_round.bye].name, NOBODY, "", words.say("paper.bye")))
    return PaperTable(columns, tuple(sorted(rows, key=lambda row: (plain_name(row[0]), row[0]))))


def matches_to_write(state: EventState, event_round: EventRound, words: PaperWords) -> list[PaperTable]:
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
        for match in matches_of(state, event_round.number)
    ]  # fmt: skip
