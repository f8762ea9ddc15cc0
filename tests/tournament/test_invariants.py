"""The invariants of events (I-1 to I-6, I-9 to I-12, I-15 to I-18), over logs made of random legal commands.

Every kind of event has its own commands (`random_logs`); each law is checked on every state, or on every command.
"""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.i18n import ArpadError
from arpad.office.storage.database import Database
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.results import ChangedMeanwhile, SetResult
from arpad.tournament.journal import Journal, apply, fold_log, state_digest
from arpad.tournament.log import LogChange, LogLine, broken_line, read_lines, write_lines
from arpad.tournament.state import EventState
from arpad.tournament.undo import TakeBack
from arpad.tournament.verification import prove
from event_laws import (
    bracket_halves,
    drawn_by_the_rules,
    everybody_once,
    locked_stands,
    match_points_add_up,
    numbers_in_order,
    points_add_up,
    published_stands,
    rated_with_a_reason,
)
from kept_events import round_of_four
from proofs import law, seeds
from random_logs import AGREED, AT, KINDS, LEAGUES, lines_of, random_log

every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
@seeds(8)
def test_i_01_the_state_is_the_fold_of_the_log(kind: str, seed: int) -> None:
    """Folded as a whole, in pieces, and from its text again: the same state, and the same digest."""
    log, lines = random_log(kind, seed), lines_of(kind, seed)
    cut = Random(seed).randrange(len(lines) + 1)
    assert fold_log(lines) == log.state
    assert fold_log(lines[cut:], fold_log(lines[:cut])) == log.state
    again = fold_log(read_lines(write_lines(lines)))
    assert state_digest(again) == state_digest(log.state)


def test_i_01_the_state_is_the_same_on_both_databases(database: Database) -> None:
    event_store = EventStore(database)
    for kind in KINDS:
        log = random_log(kind, 0)
        slug = f"{kind}-lot"
        lines = renamed(lines_of(kind, 0), slug)
        restore_log(event_store, lines)
        kept = EventStore(database)
        assert state_digest(kept.open(slug).state) == state_digest(fold_log(lines))
        assert kept.open(slug).state.n == log.state.n
        assert prove(kept.lines(slug)).broken is None


def renamed(lines: tuple[LogLine, ...], slug: str) -> list[LogLine]:
    """The same log under another slug, chained again."""
    journal = Journal()
    for line in lines:
        change = LogChange(line.kind, {**line.data, "slug": slug} if line.kind == "event.created" else line.data)
        journal.act(lambda _state, _confirmations, change=change: [change], line.who, AT)  # type: ignore[misc]
    return journal.lines


@every_kind
@seeds(4)
def test_i_02_a_changed_byte_is_found(kind: str, seed: int) -> None:
    lines = lines_of(kind, seed)
    assert [line.n for line in lines] == list(range(1, len(lines) + 1))
    assert broken_line(lines) is None
    text, lot = write_lines(lines), Random(seed)
    for _ in range(20):
        place = lot.randrange(len(text))
        other = lot.choice('0123456789abcdefgxyz"{}:, ')
        damaged = text[:place] + other + text[place + 1 :]
        if damaged == text:
            continue
        try:
            found = list(read_lines(damaged))
        except (ArpadError, TypeError):
            continue
        assert found == list(lines) or broken_line(found) is not None


@every_kind
@seeds(8)
def test_i_03_everybody_is_somewhere_once(kind: str, seed: int) -> None:
    for step in random_log(kind, seed).steps:
        everybody_once(step.done.state)


@pytest.mark.parametrize("kind", ["swiss", "league"])
@seeds(16)
def test_i_04_i_05_nobody_has_two_byes_or_one_opponent_twice(kind: str, seed: int) -> None:
    """Nor does anybody meet somebody whom they may not meet, unless that had to be lifted."""
    for step in random_log(kind, seed).steps:
        drawn_by_the_rules(step.before, step.done.lines)


@every_kind
@seeds(8)
def test_i_06_a_published_round_stands(kind: str, seed: int) -> None:
    for step in random_log(kind, seed).steps:
        published_stands(step.before, step.done.state, list(step.done.lines))


@every_kind
@seeds(8)
def test_i_09_points_are_those_of_boards_byes_and_penalties(kind: str, seed: int) -> None:
    for step in random_log(kind, seed).steps:
        points_add_up(step.done.state)


@every_kind
@seeds(8)
def test_i_10_a_locked_round_keeps_its_points(kind: str, seed: int) -> None:
    for step in random_log(kind, seed).steps:
        locked_stands(step.before, step.done.state, step.done.lines)


@every_kind
@seeds(8)
def test_i_11_what_is_rated_otherwise_has_a_reason(kind: str, seed: int) -> None:
    log = random_log(kind, seed)
    for step in log.steps:
        rated_with_a_reason(step.done.state, log.lines[: step.done.state.n])


@every_kind
@seeds(8)
def test_i_12_numbers_are_given_by_the_order(kind: str, seed: int) -> None:
    log = random_log(kind, seed)
    for step in log.steps:
        numbers_in_order(step.done.state, log.lines[: step.done.state.n])


@every_kind
@seeds(3)
def test_i_15_undo_of_the_last_line_gives_the_digest_before_it(kind: str, seed: int) -> None:
    """Or it is refused: some lines are not undone, and say what to do instead."""
    state, lines = EventState(), lines_of(kind, seed)
    for line in lines:
        before, state = state, apply(state, line)
        journal = Journal(lines[: line.n])
        try:
            journal.act(TakeBack(line.n, tuple(journal.lines), AT.isoformat()), "lot", AT, AGREED)
        except ArpadError as refused:
            assert refused.key.startswith("event-"), refused  # noqa: PT017
            continue
        assert state_digest(journal.state) == state_digest(before), line


SENT = st.tuples(st.integers(0, 2), st.sampled_from(["1-0", "1/2", "0-1", "look"]), st.booleans())


@law(40)
@given(st.lists(SENT, min_size=2, max_size=20))
def test_i_16_nobody_overwrites_what_they_have_not_seen(sends: list[tuple[int, str, bool]]) -> None:
    """Three clients look at a board and send results in any order: what it has at the end was sent by somebody who had
    seen what was there before. The same value again writes nothing."""
    journal = Journal(round_of_four())
    seen = dict.fromkeys(range(3), 0)
    now: str | None = None
    for client, value, looks_again in sends:
        board = journal.state.rounds[1].boards[1]
        if value == "look":
            seen[client] = board.version
            continue
        fresh = seen[client] == board.version or (not seen[client] and not board.history)
        try:
            done = journal.act(SetResult(1, 1, value, version=seen[client]), f"client {client}", AT, AGREED)
        except ChangedMeanwhile as clash:
            assert not fresh
            assert value != now
            assert clash.now["result"] == now  # noqa: PT017
            if looks_again:
                seen[client] = journal.state.rounds[1].boards[1].version
            continue
        assert fresh or value == now
        assert bool(done.lines) == (value != now)
        now = value
        seen[client] = done.state.rounds[1].boards[1].version
    assert journal.state.rounds[1].boards[1].result == now


@pytest.mark.parametrize("kind", LEAGUES)
@seeds(8)
def test_i_17_match_points_add_up(kind: str, seed: int) -> None:
    for step in random_log(kind, seed).steps:
        match_points_add_up(step.done.state)


@seeds(16)
def test_i_18_a_tie_has_one_winner_and_the_bracket_halves(seed: int) -> None:
    for step in random_log("knockout", seed).steps:
        if step.done.state.closed:
            bracket_halves(step.done.state)
