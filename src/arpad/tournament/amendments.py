"""Check pairings given by hand, and what may still change after publication (C.04.2.D.8)."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from arpad.i18n import ArpadError, Words
from arpad.pairing.check import CheckedRound, check_given
from arpad.pairing.engines import Impossible, Seat, pair_round
from arpad.pairing.state import PairingPlayer, PairingState, board_order
from arpad.regulations.articles import read_toml
from arpad.tournament.drawing import second_game
from arpad.tournament.journal import Confirmations
from arpad.tournament.results import FORFEITS
from arpad.tournament.state import EventRound, EventState, round_stage
from arpad.tournament.teams import matches_of
from arpad.tournament.times import event_times, is_handed_over

# What may be changed after a round is published, by the text in force on the event's first day.

MET_ONCE = "C.04.1.b"
"""Two players do not meet more than once."""
BEFORE_ROUND_1 = "C.05 6.4"
"""Players leave or come between the draw and the start of round 1: the changes are as few as possible."""


@dataclass(frozen=True, slots=True)
class StandingRule:
    """`stands` is the article by which a published pairing stands; `permitted` are the articles by which the arbiter
    may change it for a reason, empty if there are none. What they permit is never computed."""

    stands: str
    permitted: str
    since: dt.date = dt.date.min


@cache
def _rules() -> tuple[StandingRule, ...]:
    return tuple(StandingRule(**row) for row in read_toml(files("arpad.tournament") / "publication.toml")["edition"])


def standing_rule(state: EventState) -> StandingRule:
    """Return the rule in force on the first day of an event, the newest if that is not known."""
    start = state.event_rules.start or dt.date.max
    return [rule for rule in _rules() if rule.since <= start][-1]


def had_met(state: EventState, number: int, pairs: Iterable[tuple[int, int]]) -> bool:
    """Whether any two who were paired in a round had met before it (C.04.1.b)."""
    return any(met_in(state, number, *pair) is not None for pair in pairs)


def met_in(state: EventState, before: int, one: int, two: int) -> int | None:
    """Return the round before another in which two players, or two teams, met over the board, None if they did not. An
    adjourned game is one, a forfeit is not (C.04.2.D.6)."""
    pair = {one, two}
    return next((number for number in sorted(state.rounds) if number < before and pair in _met(state, number)), None)


def _met(state: EventState, number: int) -> list[set[int]]:
    """The pairs of a round that met over the board."""
    if state.event_rules.team:
        return [{match.white, match.black} for match in matches_of(state, number) if match.played]
    return [
        {board.white, board.black}
        for board in state.rounds[number].games
        if (played := board.played or board.result) is not None and played not in FORFEITS
    ]


# A pairing that somebody gives by hand: read, made legal, and compared with what the rules say about each pair.

BYE = "bye"
WORDS_OF_BOARD = 3
MOST_DIFFERENCE = 2
"""C.04.1.f: nobody has a colour difference beyond this before the last round."""


@dataclass(frozen=True, slots=True)
class GivenRound:
    """Boards with White and Black, and the bye; `by_number` by pairing numbers, else by entries."""

    boards: tuple[tuple[int, int, int], ...]
    bye: int | None = None
    by_number: bool = False


def parse_given(text: str, by_number: bool = False) -> GivenRound:
    """Read lines `board white black` and one `bye player`. What follows # is a remark."""
    boards: list[tuple[int, int, int]] = []
    byes: list[int] = []
    for place, row in enumerate(text.splitlines(), 1):
        words = row.split("#")[0].split()
        if not words:
            continue
        figures = words[1:] if words[0].lower() == BYE else words
        wanted = 1 if words[0].lower() == BYE else WORDS_OF_BOARD
        if len(figures) != wanted or not all(figure.isascii() and figure.isdigit() for figure in figures):
            raise ArpadError("event-amend-line", line=place, text=row.strip())
        if wanted == 1:
            byes.append(int(figures[0]))
        else:
            number, white, black = map(int, figures)
            boards.append((number, white, black))
    if len(byes) > 1:
        raise illegal("byes")
    return GivenRound(tuple(boards), byes[0] if byes else None, by_number)


def illegal(why: str, **values: object) -> ArpadError:
    """A pairing that cannot be kept."""
    return ArpadError("event-pair-illegal", why=Words(f"tournament.illegal.{why}", **values))


def in_entries(state: EventState, given: GivenRound) -> GivenRound:
    """Return a pairing by entries."""
    if not given.by_number:
        return given

    def entry(number: int) -> int:
        if not 1 <= number <= len(state.numbers):
            raise illegal("number", number=number, last=len(state.numbers))
        return state.numbers[number - 1]

    boards = tuple((board, entry(white), entry(black)) for board, white, black in given.boards)
    return GivenRound(boards, None if given.bye is None else entry(given.bye))


def check_legal(state: EventState, given: GivenRound, absent: Collection[int]) -> None:
    """Refuse a pairing in which a player is unknown, gone, there twice or left out."""
    boards = [board for board, _, _ in given.boards]
    if twice := [board for board in boards if boards.count(board) > 1]:
        raise illegal("board-twice", board=twice[0])
    seated: set[int] = set()
    for entry in [*(one for _, *pair in given.boards for one in pair), *([] if given.bye is None else [given.bye])]:
        if entry not in state.numbers:
            raise illegal("unknown", entry=entry)
        if entry in seated:
            raise illegal("twice", name=state.entries[entry].name, entry=entry)
        if entry in absent:
            raise illegal("absent", name=state.entries[entry].name, entry=entry)
        seated.add(entry)
    left = [entry for entry in state.numbers if entry not in seated and entry not in absent]
    if left:
        raise illegal("left-out", name=state.entries[left[0]].name, entry=left[0], count=len(left))


class Judge:
    """What there is to say about pairs before a round."""

    def __init__(self, state: EventState, before: PairingState, confirmations: Confirmations) -> None:
        self.event, self.before, self.confirmations = state, before, confirmations
        self.rematches: list[list[int]] = []
        self.players: dict[int, PairingPlayer] = {state.numbers[player.rank - 1]: player for player in before.entrants}

    def pair(self, white: int, black: int) -> None:
        """They have met (C.04.1.b); a forbidden pair; colours."""
        names = {"white": self.event.entries[white].name, "black": self.event.entries[black].name}
        number = self.before.round
        met = None if second_game(self.event, number) else met_in(self.event, number, white, black)
        if met is not None:
            self.rematches.append([white, black])
            self.confirmations.ask_reason("event-pair-met", round=met, article=MET_ONCE, **names)
        one, two = self.players[white], self.players[black]
        if tuple(sorted((one.rank, two.rank))) in self.before.forbidden:
            self.confirmations.confirm("event-pair-forbidden", **names)
        self._colour(one, "w", names["white"])
        self._colour(two, "b", names["black"])
        if one.preference.colour == "b" and two.preference.colour == "w":
            self.confirmations.note("pair-preferences", **names)

    def _colour(self, player: PairingPlayer, colour: str, name: str) -> None:
        """C.04.1.f and g: a third game of a colour running, or a difference beyond 2."""
        if self.before.last:
            return
        if player.colours[-2:] == 2 * colour:
            self.confirmations.confirm("third-colour", name=name)
        if abs(player.difference + (1 if colour == "w" else -1)) > MOST_DIFFERENCE:
            self.confirmations.confirm("colour-difference", name=name)

    def bye(self, entry: int | None) -> None:
        """C.04.1.d: a player who may not have the bye."""
        if entry is not None and not self.players[entry].bye_allowed:
            self.confirmations.confirm("event-bye-barred", name=self.event.entries[entry].name)

    def order(self, boards: Sequence[tuple[int, int, int]]) -> None:
        """C.04.2.D.9: the order of the boards is offered, not forced."""
        if list(boards) != ordered_boards(self, boards):
            self.confirmations.note("board-order")


def ordered_boards(judge: Judge, boards: Iterable[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """C.04.2.D.9: the boards in their order, numbered from 1."""
    by_score = judge.before.system.boards == "score"

    def place(board: tuple[int, int, int]) -> tuple[int, int, int]:
        return board_order((judge.players[board[1]], judge.players[board[2]]), by_score)

    return [(number, white, black) for number, (_, white, black) in enumerate(sorted(boards, key=place), 1)]


def compared(state: EventState, before: PairingState, given: GivenRound) -> CheckedRound | None:
    """Return how a pairing differs from the one of the engine, None if the engine finds none."""
    if isinstance(pair_round(before), Impossible):
        return None
    rank = state.pairing_numbers
    seats: dict[int, Seat] = {}
    for _, white, black in given.boards:
        seats[rank[white]] = rank[black], "w"
        seats[rank[black]] = rank[white], "b"
    if given.bye is not None:
        seats[rank[given.bye]] = None, None
    return check_given(before, seats)


def shown_pairs(state: EventState, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a warning with the pairs `given` and `expected` by their pairing numbers."""
    number = state.pairing_numbers

    def shown(pairs: Iterable[Sequence[Any]]) -> object:
        one = (f"{number[white]}-{number[black]}" for white, black in pairs if black is not None)
        return ", ".join(one) or Words("tournament.warning.no-pairs")

    return {**values, "given": shown(values["given"]), "expected": shown(values["expected"])}


def differences(state: EventState, checked: CheckedRound) -> list[dict[str, Any]]:
    """What differs from the engine, by entries, as the log keeps it."""

    def seat(cell: Seat) -> list[Any]:
        opponent, colour = cell
        return [None if opponent is None else state.numbers[opponent - 1], colour]

    return [
        {
            "entry": state.numbers[difference.player - 1],
            "given": seat(difference.given),
            "expected": seat(difference.expected),
        }
        for difference in checked.differences
    ]


# C.04.2.D.8: until when an error in a round is put right, and what the correction touches.

Window = Literal["open", "published", "late", "next", "unlocked", "rating"]
"""When an error is reported. `open`: the results of the round are not published yet. `published`: within the time for
corrections; `late`: after it, which the text leaves open. `next`: the next round is published and not complete: the
standings change, and pairings from the round after it. `unlocked`: the round was locked. `rating`: for rating only."""
REASONED: frozenset[Window] = frozenset({"published", "late", "next", "unlocked"})
"""Here a correction needs a reason."""


def correction_window(state: EventState, number: int, at: str = "") -> Window:
    """Return when an error in a round is reported. `at` is the moment, an instant as the log writes it."""
    event_round = state.rounds[number]
    if state.finished or round_stage(state, number) == "locked" or is_handed_over(state, number):
        return "rating"
    if event_round.unlocked:
        return "unlocked"
    if next_is_out(state, number):
        return "next"
    if event_round.results_n is None:
        return "open"
    return "late" if _time_over(state, event_round, at) else "published"


def next_is_out(state: EventState, number: int) -> bool:
    """Whether the next round is published. If all rounds are known from the beginning, it must have begun."""
    after = state.rounds.get(number + 1)
    if after is None or after.published_n is None:
        return False
    return after.begun or not state.event_rules.by_table


def _time_over(state: EventState, event_round: EventRound, at: str) -> bool:
    """Whether the time for corrections after the publication of the results is over."""
    minutes = state.event_rules.correction_minutes
    if minutes is None or not at or not event_round.results_at:
        return False
    return dt.datetime.fromisoformat(at) > dt.datetime.fromisoformat(event_round.results_at) + dt.timedelta(
        minutes=minutes
    )


def default_time(state: EventState, number: int) -> str | None:
    """Laws 6.7.1: the instant from which players who have not come lose, counted from the real start. The Laws read
    silence as no minutes at all. None if the round has not started."""
    started = state.rounds[number].started_at
    if not started:
        return None
    minutes = dt.timedelta(minutes=state.event_rules.default_minutes or 0)
    return (dt.datetime.fromisoformat(started) + minutes).isoformat()


def results_due(state: EventState, now: dt.datetime) -> int | None:
    """Return the complete round whose results the schedule publishes by now: the event, or the hour, must name its
    zone. Results that an arbiter has recalled wait for an arbiter."""
    times = event_times(state.event_rules)
    for row in state.event_rules.schedule:
        event_round = state.rounds.get(int(row["round"])) if "results" in row else None
        if event_round is None or event_round.published_n is None or event_round.results_at or not event_round.complete:
            continue
        due = times.instant(row["results"])
        if due is not None and due <= now:
            return event_round.number
    return None
