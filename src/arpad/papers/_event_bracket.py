"""The bracket of a knock-out, laid out: where each tie stands, who plays, and the score of every stage."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from arpad.i18n import ArpadError
from arpad.papers._event_model import NOBODY, PaperWords, Texts, player_name
from arpad.papers.standings import score_text
from arpad.tournament.knockout import LOSER, WINNER, Tie, ties_of
from arpad.tournament.state import EventState

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
    scores = tuple(score_text(stage.score(entry), words.first) for stage in tie.stages if stage.left < stage.games)
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
        found = []
        for number, height in sorted(self.heights.items()):
            tie, feeds = self.ties[number], self.feeds[number]
            sides = _sides(self.state, tie, self.words)
            ordered = sorted(zip(tie.seats, sides, strict=True), key=lambda one: _seat_seed(one[0], self.ties))
            both = ordered[0][1], ordered[1][1]
            above = None if feeds is None else self.heights[feeds]
            found.append(TieShown(number, tie.round - self.first, height, both, above))
        return found
