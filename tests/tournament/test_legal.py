"""Laws that hold after every command on a Swiss, whatever was done before (I-3 to I-6, I-9 to I-11)."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from arpad.formats.scores import Scores
from arpad.i18n import ArpadError
from arpad.tournament.amendments import met_in
from arpad.tournament.as_report import event_of
from arpad.tournament.journal import Confirmation, apply, fold_log, state_digest
from arpad.tournament.log import LogLine
from arpad.tournament.results import ADJOURNED, codes
from arpad.tournament.state import EventState, round_stage
from legal_commands import COMMANDS, Maker
from proofs import law
from small_event import SmallEvent

FORWARD = COMMANDS[:3]
"""The commands that carry an event on: draw, publish, results. They are given more often than others."""
STEP = st.tuples(st.sampled_from([*8 * FORWARD, *COMMANDS]), st.integers(0, 50), st.integers(0, 50), st.booleans())
CHANGING = frozenset({"round.amended", "round.recalled", "colours.swapped", "board.substituted", "board.added"})
"""I-6: what may change the boards of a published round."""
BY_HAND = frozenset({"event-pair-met", "event-bye-barred"})
WORTH = {"1": 2, "W": 2, "+": 2, "=": 1, "D": 1}
OTHER_POINTS = {"win": 3, "draw": 1, "loss": 0}


@law(25)
@given(st.lists(STEP, min_size=20, max_size=50), st.integers(4, 7), st.booleans(), st.booleans())
def test_every_command_keeps_the_laws(
    steps: list[tuple[Maker, int, int, bool]], players: int, new: bool, three: bool
) -> None:
    rules = {"half_point_byes": 2, "start": "2026-05-01" if new else "2017-05-01"} | (
        {"points": OTHER_POINTS} if three else {}
    )
    event = SmallEvent(players, **rules)
    for maker, one, two, silent in steps:
        before, length = event.state, len(event.lines)
        consent = Confirmation(True) if silent and maker not in FORWARD else Confirmation(True, "a reason", True)
        try:
            done = event.do(maker(before, one, two), consent)
        except ArpadError:
            assert event.state is before
            continue
        told, new_lines = {warning.code for warning in done.warnings}, event.lines[length:]
        check_drawn(before, new_lines, by_hand=bool(told & BY_HAND))
        check_state(event.state)
        check_locked(before, event.state, new_lines)
        check_published(before, event.state, new_lines)
        check_rated(event.state, event.lines)
    assert state_digest(fold_log(event.lines)) == state_digest(event.state)
    half = len(event.lines) // 2
    assert fold_log(event.lines[half:], fold_log(event.lines[:half])) == event.state


def check_drawn(state: EventState, lines: Iterable[LogLine], *, by_hand: bool) -> None:
    """I-4, I-5: at the moment of a draw no two have met, and the bye has not had one."""
    for line in lines:
        if line.kind == "round.drawn" and not by_hand:
            number = line.data["round"]
            assert all(met_in(state, number, white, black) is None for _, white, black in line.data["boards"])
            assert line.data["bye"] not in [one.bye for one in state.rounds.values() if one.bye is not None]
        state = apply(state, line)


def check_state(state: EventState) -> None:
    """I-3: everybody is somewhere once; I-9: the points are those of boards, byes and penalties."""
    for found in state.rounds.values():
        seats = Counter([entry for board in found.games for entry in (board.white, board.black)])
        seats.update([*found.absent, *found.missing, *([] if found.bye is None else [found.bye])])
        assert set(found.numbers) <= set(seats)
        assert set(seats.values()) <= {1}
    event = event_of(state)
    scores = Scores(event)
    total = sum((scores.total(player) or Fraction(0)) for player in event.players)
    assert total == expected_points(state)


def expected_points(state: EventState) -> Fraction:
    """The points of all players, counted from the boards themselves."""
    worth = state.event_rules.worth
    by_half = {2: worth["win"], 1: worth["draw"], 0: worth["loss"]}
    found = sum((penalty.points for penalty in state.penalties if penalty.round <= state.last_published), Fraction(0))
    for number, one in state.rounds.items():
        if number > state.last_published:
            continue
        for board in one.games:
            for code in codes(board.result):
                if code is not None:
                    found += worth["forfeit-loss"] if code == "-" else by_half[WORTH.get(code, 0)]
        found += worth["bye"] if one.bye is not None else 0
        found += sum({"H": worth["draw"], "F": worth["win"], "Z": Fraction(0)}[kind] for kind in one.absent.values())
        found += worth["forfeit-loss"] * len(one.missing)
    return found


def check_locked(before: EventState, after: EventState, lines: Iterable[LogLine]) -> None:
    """I-10: what a locked round gives does not change; an adjourned game may end."""
    if any(line.kind in ("round.unlocked", "round.recalled") for line in lines):
        return
    for number, one in before.rounds.items():
        if round_stage(before, number) == "locked":
            for board in one.games:
                if board.result != ADJOURNED:
                    assert after.rounds[number].boards[board.number].result == board.result


def check_published(before: EventState, after: EventState, lines: list[LogLine]) -> None:
    """I-6: a published round changes only by what section 4 names, and a breach is shown."""
    for number, one in before.rounds.items():
        if one.published_n is None:
            continue
        now = after.rounds.get(number)
        seats = {(board.number, board.white, board.black) for board in one.games}
        if now is None or seats != {(board.number, board.white, board.black) for board in now.games}:
            named = [line for line in lines if line.kind in CHANGING and line.data["round"] == number]
            assert named
            if named[0].kind == "round.amended" and not {"met_before", "permitted"} & set(named[0].data):
                assert len(after.breaches) > len(before.breaches)


def check_rated(state: EventState, lines: list[LogLine]) -> None:
    """I-11: a result as rated differs from the event's only by a line with a reason."""
    for number, one in state.rounds.items():
        for board in one.games:
            if board.as_rated != board.result:
                assert any(
                    line.data.get("reason") and line.data.get("board") == board.number
                    for line in lines
                    if line.data.get("round") == number
                )
