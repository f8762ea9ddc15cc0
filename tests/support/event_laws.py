"""The laws of an event (I-3 to I-6, I-9 to I-12, I-17, I-18), each checked on states and on commands that were done."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from arpad.formats.scores import Scores
from arpad.tournament.amendments import met_in
from arpad.tournament.as_report import event_of
from arpad.tournament.journal import apply
from arpad.tournament.kinds.entries import RENUMBERING_ENDS
from arpad.tournament.knockout import ties_of
from arpad.tournament.log import LogLine
from arpad.tournament.results import ADJOURNED, codes
from arpad.tournament.schedules import ordered
from arpad.tournament.state import NOBODY, EventBoard, EventRound, EventState, round_stage
from arpad.tournament.teams import bye_points, matches_of, round_points

CHANGING = frozenset({"round.amended", "round.recalled", "colours.swapped", "board.substituted", "board.added"})
"""I-6: what may change the boards of a published round."""
TEAM_CHANGING = CHANGING | {"lineup.set", "match.forfeited", "round.started", "tie.stage"}
USUAL = (Fraction(2), Fraction(1), Fraction(0))
WORTH = {"1": 2, "W": 2, "+": 2, "=": 1, "D": 1}


def everybody_once(state: EventState) -> None:
    """I-3: everybody of a drawn round is exactly once White, Black, with the bye or absent; so is every team."""
    for found in state.rounds.values():
        if state.event_rules.system == "knockout":
            _once_in_a_bracket(state, found)
            continue
        seats = Counter([entry for board in found.games for entry in (board.white, board.black) if entry != NOBODY])
        if state.event_rules.team:
            assert set(seats.values()) <= {1}
            seats = Counter([team for _, *pair in found.matches for team in pair])
        seats.update([*found.absent, *found.missing, *([] if found.bye is None else [found.bye])])
        assert set(seats.values()) <= {1}
        there = {entry for entry in found.numbers if state.entries[entry].state != "removed"}
        assert (set(state.teams) if state.event_rules.team else there) <= set(seats)


def _once_in_a_bracket(state: EventState, found: EventRound) -> None:
    """A player of a knock-out sits in one tie of a round."""
    ties = {(board.tie, entry) for board in found.games for entry in (board.white, board.black)}
    assert set(Counter(entry for _, entry in ties).values()) <= {1}
    assert not {entry for _, entry in ties} & set(found.absent)
    assert {entry for _, entry in ties} <= set(state.numbers)


def drawn_by_the_rules(state: EventState, lines: Iterable[LogLine]) -> None:
    """I-4, I-5: at the moment of a draw by the engine no two have met, and the bye has not had one."""
    for line in lines:
        engine = str(line.data.get("engine", ""))
        if line.kind == "round.drawn" and engine.startswith("arpad") and "undoes" not in line.data:
            number = line.data["round"]
            pairs = line.data.get("matches") or line.data["boards"]
            assert all(met_in(state, number, white, black) is None for _, white, black in pairs)
            byes = [one.bye for past, one in state.rounds.items() if one.bye is not None and past < number]
            assert line.data["bye"] is None or line.data["bye"] not in byes
            barred = {pair for group in _apart(state, number, line) for pair in group}
            assert not barred & {frozenset((white, black)) for _, white, black in pairs}
        state = apply(state, line)


def _apart(state: EventState, number: int, line: LogLine) -> list[set[frozenset[int]]]:
    """The pairs that may not meet in a round, but for those that had to be lifted."""
    from arpad.tournament.drawing import members

    lifted = line.data.get("lifted", ())
    assert all(not one.hard for one in state.restrictions if one.id in lifted)
    return [
        {frozenset((one, two)) for one in group for two in group if one != two}
        for said in state.restrictions
        if said.id not in lifted and said.first <= number <= (said.last or state.event_rules.rounds)
        for group in members(state, said)
    ]


def published_stands(before: EventState, after: EventState, lines: list[LogLine]) -> None:
    """I-6: a published round changes only by what section 4 names, and a breach is shown."""
    rules = after.event_rules
    named_kinds = TEAM_CHANGING if rules.team or rules.system == "knockout" else CHANGING
    for number, one in before.rounds.items():
        if one.published_n is None:
            continue
        now = after.rounds.get(number)
        assert now is not None, "a published round is not thrown away"
        if _seats(one) != _seats(now):
            named = [line for line in lines if line.kind in named_kinds and line.data.get("round") == number]
            assert named
            if named[0].kind == "round.amended" and not {"met_before", "permitted"} & set(named[0].data):
                assert len(after.breaches) > len(before.breaches)


def _seats(found: EventRound) -> set[tuple[int, int, int]]:
    return {(board.number, board.white, board.black) for board in found.games}


def points_add_up(state: EventState) -> None:
    """I-9: the points are those of boards, byes and penalties, in the points of the event."""
    if state.event_rules.system == "knockout":
        return
    if state.event_rules.team:
        _team_points_add_up(state)
        return
    event = event_of(state)
    scores = Scores(event)
    total = sum((scores.total(player) or Fraction(0)) for player in event.players)
    assert total == expected_points(state)


def expected_points(state: EventState) -> Fraction:
    """The points of all players, counted from the boards themselves."""
    worth = state.event_rules.worth
    found = sum((penalty.points for penalty in state.penalties if penalty.round <= state.last_published), Fraction(0))
    for number in range(1, state.last_published + 1):
        one = state.rounds.get(number)
        if one is None:
            continue
        found += sum(sum(board_worth(state, board)) for board in one.games)
        found += worth["bye"] if one.bye is not None else 0
        kinds = {"H": worth["draw"], "F": worth["win"], "Z": Fraction(0)}
        there = [kind for entry, kind in one.absent.items() if entry in state.numbers]
        found += sum(kinds[kind] for kind in there)
        found += worth["forfeit-loss"] * len(one.missing)
        found += worth["draw"] * _late_halves(state, one)
    return found


def _late_halves(state: EventState, one: EventRound) -> int:
    """Players who entered after a round was drawn, and get half a point for it."""
    if state.event_rules.late_points != Fraction(1, 2):
        return 0
    seats = {entry for board in one.games for entry in (board.white, board.black)}
    known = seats | set(one.absent) | set(one.missing) | {one.bye}
    return sum(entry not in known and one.number < state.entries[entry].from_round for entry in state.numbers)


def board_worth(state: EventState, board: EventBoard) -> tuple[Fraction, Fraction]:
    """What the result of a board gives White and Black."""
    worth = state.event_rules.worth
    by_half = {2: worth["win"], 1: worth["draw"], 0: worth["loss"]}

    def one(code: str | None) -> Fraction:
        if code is None:
            return Fraction(0)
        if code in "+-":
            return worth["forfeit-win"] if code == "+" else worth["forfeit-loss"]
        return by_half[WORTH.get(code, 0)]

    white, black = codes(board.result)
    return one(white), one(black)


def _team_points_add_up(state: EventState) -> None:
    """The game points of a round: the boards as they count, byes, penalties."""
    for number in range(1, state.last_published + 1):
        found = state.rounds[number]
        total = sum(points[1] for points in round_points(state, number).values())
        expected = sum((one.points for one in state.penalties if one.round == number), Fraction(0))
        expected += bye_points(state)[1] if found.bye is not None else 0
        for match in matches_of(state, number):
            if match.forfeit:
                expected += state.event_rules.worth["forfeit-win"] * state.event_rules.boards * match.forfeit.count("+")
                continue
            for place, board in enumerate(match.boards, 1):
                wrong = (place in match.wrong[0]) + (place in match.wrong[1])
                expected += (
                    sum(board_worth(state, board)) if not wrong else state.event_rules.worth["win"] * (2 - wrong)
                )
        assert total == expected


def locked_stands(before: EventState, after: EventState, lines: Iterable[LogLine]) -> None:
    """I-10: what a locked round gives does not change; an adjourned game may end."""
    kinds = {line.kind for line in lines}
    if kinds & {"round.unlocked", "round.recalled"}:
        return
    for number, one in before.rounds.items():
        if round_stage(before, number) == "locked":
            for board in one.games:
                if board.result != ADJOURNED:
                    assert after.rounds[number].boards[board.number].result == board.result
            assert after.rounds[number].forfeits == one.forfeits
            if before.event_rules.team and "penalty.set" not in kinds and not _has_open(one):
                assert round_points(before, number) == round_points(after, number)


def _has_open(found: EventRound) -> bool:
    return any(board.result == ADJOURNED for board in found.games)


def rated_with_a_reason(state: EventState, lines: Iterable[LogLine]) -> None:
    """I-11: a result as rated differs from the event's only by a line with a reason."""
    told = {
        (line.data.get("round"), line.data.get("board"))
        for line in lines
        if line.data.get("reason") and line.kind in ("result.set", "correction.rated")
    }
    for number, one in state.rounds.items():
        for board in one.games:
            assert board.as_rated == board.result or (number, board.number) in told


def numbers_in_order(state: EventState, lines: Iterable[LogLine]) -> None:
    """I-12: the numbers are 1 to N by the order, unless data changed once round 4 was drawn, or were given by hand."""
    if not state.closed:
        return
    numbered = [entry for entry in state.numbers if state.entries[entry].playing]
    assert len(set(state.numbers)) == len(state.numbers)
    assert numbered == list(state.numbers)
    accepted = {one.entry for one in state.entries.values() if one.playing}
    if not state.event_rules.team:
        assert set(state.numbers) == accepted
    if (
        state.event_rules.team
        or state.event_rules.by_table
        or state.event_rules.order == "given"
        or _touched_by_hand(lines)
    ):
        return
    players = [state.entries[entry] for entry in state.numbers]
    assert list(state.numbers) == [one.entry for one in ordered(players, state.event_rules, state.seed)]


def _touched_by_hand(lines: Iterable[LogLine]) -> bool:
    """Whether data changed once round 4 was drawn, or numbers were given by hand, or something of it was undone."""
    drawn: set[int] = set()
    for line in lines:
        if line.kind == "round.drawn":
            drawn.add(line.data["round"])
        if line.kind == "round.cleared":
            drawn.discard(line.data["round"])
        late = max(drawn, default=0) >= RENUMBERING_ENDS
        if line.kind == "entry.changed" and (late or "undoes" in line.data):
            return True
        if line.kind == "numbers.given" and (line.data.get("by_hand") or "undoes" in line.data):
            return True
        if line.kind == "numbers.given" and line.data.get("reason") and "late" not in line.data and late:
            return True
    return False


def match_points_add_up(state: EventState) -> None:
    """I-17: the match points of a round are those of its matches, less those of each that both forfeit, and the bye's.

    With 2, 1, 0 that is two for every match that is over."""
    win, draw, loss = state.event_rules.match_points
    for number in range(1, state.last_published + 1):
        found = state.rounds[number]
        total = sum((points[0] for points in round_points(state, number).values()), Fraction(0))
        total -= sum((one.match_points for one in state.penalties if one.round == number), Fraction(0))
        matches = [match for match in matches_of(state, number) if not match.open]
        nobody = [match for match in matches if not match.played and not any(match.score)]
        level = [match for match in matches if match.score[0] == match.score[1] and match not in nobody]
        expected = (win + loss) * (len(matches) - len(nobody) - len(level))
        expected += 2 * draw * len(level) + 2 * loss * len(nobody)
        expected += bye_points(state)[0] if found.bye is not None else 0
        assert total == expected
        if state.event_rules.match_points == USUAL:
            assert expected == 2 * len(matches) - 2 * len(nobody) + (bye_points(state)[0] if found.bye else 0)


def bracket_halves(state: EventState) -> None:
    """I-18: one winner of a decided tie; the players of each round are half of the last."""
    ties = ties_of(state)
    for tie in ties.values():
        if tie.both is not None and tie.decided and not tie.void:
            assert tie.winner in tie.both
            assert {tie.winner, tie.loser} == set(tie.both)
            won = [winner for stage in tie.stages if (winner := stage.winner(tie.both)) is not None]
            assert won[0] == tie.winner, "the first stage that is won decides; later ones were opened by an error"
    left = len(state.numbers)
    for number in range(1, state.event_rules.rounds + 1):
        own = [tie for tie in ties.values() if tie.round == number and not "".join(tie.seats).startswith("L")]
        left -= len(own)
        assert left & (left - 1) == 0, "a power of two goes on"
        if number in state.rounds:
            playing = {entry for board in state.rounds[number].games for entry in (board.white, board.black)}
            assert playing == {entry for tie in ties.values() if tie.round == number for entry in tie.both or ()}
    assert left == 1
