"""`arpad event undo`: the inverse of each kind of line, and what stands in its way."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers import Arpad
from arpad.i18n import ArpadError
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import ClearResult, SetResult
from arpad.tournament.acts.rounds import ClearDraft, DrawNext, Publish, Recall
from arpad.tournament.journal import ALL_AGREED, Decide, Journal, fold_log, state_digest
from arpad.tournament.kinds.all_kinds import KINDS
from arpad.tournament.log import LogChange, LogLine, read_lines
from arpad.tournament.undo import LogGrown, TakeBack
from arpad.tournament.verification import UNFOLDABLE
from kept_events import AT, SLUG, WHO, round_of_four
from places import FIXTURES
from proofs import law


@cache
def swiss_60() -> tuple[LogLine, ...]:
    return tuple(read_lines((FIXTURES / "tournament" / "swiss-60.log.jsonl").read_text("utf-8")))


def write(journal: Journal, kind: str, /, **data: Any) -> int:
    """Add a line as it is. Returns its number."""
    journal.act(lambda _state, _confirmations: [LogChange(kind, data)], WHO, AT)
    return journal.state.n


def take_back(journal: Journal, n: int) -> list[LogLine]:
    return list(journal.act(TakeBack(n, tuple(journal.lines), AT.isoformat()), WHO, AT, ALL_AGREED).lines)


def refusal(journal: Journal, n: int) -> ArpadError:
    with pytest.raises(ArpadError) as refused:
        take_back(Journal(journal.lines), n)
    return refused.value


@pytest.mark.parametrize("kind", sorted({line.kind for line in swiss_60()} - {"event.created"}))
def test_i_15_undo_of_the_last_line_gives_the_digest_before_it(kind: str) -> None:
    """At every line of the open."""
    for line in swiss_60():
        if line.kind == kind:
            journal = Journal(swiss_60()[: line.n])
            take_back(journal, line.n)
            assert state_digest(journal.state) == state_digest(fold_log(swiss_60()[: line.n - 1])), line.n


def before_the_list() -> Journal:
    return Journal(round_of_four()[:5])


def in_round_1() -> Journal:
    return Journal(round_of_four())


def after_round_1() -> Journal:
    journal = in_round_1()
    for board in (1, 2):
        journal.act(SetResult(1, board, "1-0"), WHO, AT)
    return journal


PERIOD: dict[str, Any] = {
    "period": "2026-05", "list": "may.csv", "sha256": "ab", "day": "2026-05-01",
    "players": [{"entry": 1, "rating": 1998, "k": 20, "title": "FM"}],
}  # fmt: skip
SINGLE: list[tuple[Any, list[tuple[str, dict[str, Any]]]]] = [
    (before_the_list, [("entry.applied", {"entry": 5, "name": "Sol, Ana"})]),
    (before_the_list, [("entry.applied", {"entry": 5, "name": "Sol, Ana"}), ("entry.accepted", {"entry": 5})]),
    (before_the_list, [("entry.applied", {"entry": 5, "name": "Sol, Ana"}), ("entry.refused", {"entry": 5})]),
    (before_the_list, [("entry.changed", {"entry": 2, "changes": {"rating": [1998, 2100], "club": ["", "Sol"]}})]),
    (before_the_list, [("entry.removed", {"entry": 3})]),
    (before_the_list, [("fee.paid", {"entry": 2, "amount": "25/2", "how": "cash"})]),
    (before_the_list, [("event.changed", {"city": [None, "Valdeoca"], "rounds": [3, 4]})]),
    (
        before_the_list,
        [
            ("absence.set", {"entry": 2, "round": 1, "kind": "H"}),
            ("absence.cleared", {"entry": 2, "round": 1}),
        ],
    ),
    (before_the_list, [("notice.set", {"text": "It begins later."})]),
    (before_the_list, [("staff.added", {"account": "ana", "role": "arbiter"})]),
    (before_the_list, [("staff.added", {"account": "ana", "role": "chief"}), ("staff.removed", {"account": "ana"})]),
    (before_the_list, [("link.made", {"link": 1, "label": "Sala", "role": "scorer", "ends": "2026-05-02"})]),
    (before_the_list, [("presence.opened", {"round": 1}), ("presence.marked", {"round": 1, "entries": [1, 2]})]),
    (before_the_list, [("presence.opened", {"round": 1}), ("presence.closed", {"round": 1})]),
    (before_the_list, [("pairs.forbidden", {"id": 1, "entries": [1, 2]})]),
    (
        before_the_list,
        [
            ("pairs.forbidden", {"id": 1, "group": "club", "hard": False}),
            ("pairs.forbidden", {"id": 2, "entries": [1, 2], "last": 2}),
            ("pairs.allowed", {"id": 1}),
        ],
    ),
    (before_the_list, [("list.closed", {"numbers": [1, 2, 3, 4], "initial": "b"}), ("list.reopened", {})]),
    (before_the_list, [("list.closed", {"numbers": [1, 2, 3, 4], "initial": "b"}), ("entry.removed", {"entry": 2})]),
    (in_round_1, [("round.started", {"round": 1, "at": "2026-05-01T16:00:00+00:00"})]),
    (in_round_1, [("round.recalled", {"round": 1, "reason": "wrong"})]),
    (in_round_1, [("table.set", {"round": 1, "board": 2, "table": 7})]),
    (in_round_1, [("result.set", {"round": 1, "board": 1, "result": "1/2-0", "played": "1/2", "reason": "rude"})]),
    (
        in_round_1,
        [("entry.withdrawn", {"entry": 2, "from_round": 2}), ("entry.returned", {"entry": 2, "from_round": 3})],
    ),
    (
        in_round_1,
        [("absence.unexplained", {"entry": 2, "round": 1}), ("entry.withdrawn", {"entry": 2, "from_round": 2})],
    ),
    (after_round_1, [("result.cleared", {"round": 1, "board": 1})]),
    (after_round_1, [("results.published", {"round": 1})]),
    (after_round_1, [("penalty.set", {"entry": 1, "round": 1, "points": "-1/2", "reason": "late"})]),
    (after_round_1, [("round.locked", {"round": 1})]),
    (after_round_1, [("round.locked", {"round": 1}), ("round.unlocked", {"round": 1, "reason": "error"})]),
    (after_round_1, [("event.finished", {}), ("event.reopened", {})]),
    (after_round_1, [("board.added", {"round": 1, "board": 3, "white": 1, "black": 4})]),
    (after_round_1, [("prize.given-up", {"entry": 1, "what": "all", "reason": "asked"})]),
    (
        before_the_list,
        [("own-list.kept", {"list": "liga", "sha256": "ab", "ratings": {"1": 1800}, "day": "2026-05-01"})],
    ),
    (before_the_list, [("period.opened", PERIOD)]),
    (before_the_list, [("period.opened", PERIOD), ("period.opened", {**PERIOD, "list": "march.csv"})]),
    (
        before_the_list,
        [
            ("period.opened", PERIOD),
            ("period.changed", {"period": "2026-05", "entry": 1, "changes": {"rating": [1998, 2001]}}),
        ],
    ),
    (after_round_1, [("ties.ordered", {"round": 1, "groups": [[2, 1]], "by": "Ana", "reason": "asked"})]),
]


ONE_WAY = ("link.closed", "board.added")
"""Lines that undo another, and are not undone themselves."""


@pytest.mark.parametrize(("begin", "steps"), SINGLE)
def test_i_15_for_lines_of_every_other_kind(begin: Any, steps: list[tuple[str, dict[str, Any]]]) -> None:
    """Undone, and undone again: the event is what it was, then what it had become."""
    journal = begin()
    for kind, data in steps[:-1]:
        write(journal, kind, **data)
    before = state_digest(journal.state)
    n = write(journal, steps[-1][0], **steps[-1][1])
    after = state_digest(journal.state)
    lines = take_back(journal, n)
    assert state_digest(journal.state) == before
    assert all(line.data.get("undoes", n) == n for line in lines)
    if steps[-1][0] != "event.changed":  # its data are the keys of the rules, and nothing else
        assert refusal(journal, n).key == "event-undo-done"
    if len(lines) == 1 and lines[0].kind not in ONE_WAY:
        take_back(journal, lines[0].n)
        assert state_digest(journal.state) == after


MORE: list[tuple[Any, list[tuple[str, dict[str, Any]]]]] = [
    (before_the_list, [("entry.added", {"entry": 5, "name": "Sol, Ana"})]),
    (before_the_list, [("entry.changed", {"entry": 2, "changes": {"rating": [2100, 1900]}})]),
    (before_the_list, [("event.changed", {"city": ["Valdeoca", "Irbide"]})]),
    (before_the_list, [("absence.set", {"entry": 2, "round": 1, "kind": "Z"})]),
    (before_the_list, [("notice.set", {"text": "It begins now."})]),
    (before_the_list, [("staff.added", {"account": "ana", "role": "pairer"})]),
    (before_the_list, [("presence.opened", {"round": 1})]),
    (before_the_list, [("presence.opened", {"round": 2})]),
    (before_the_list, [("presence.marked", {"round": 1, "entries": [2, 3], "absent": True})]),
    (before_the_list, [("presence.marked", {"round": 1, "entries": [2, 4]})]),
    (before_the_list, [("list.closed", {"numbers": [4, 2, 3, 1], "initial": "w"})]),
    (before_the_list, [("link.made", {"link": 1, "label": "Bar", "role": "scorer", "ends": "2026-05-03"})]),
    (in_round_1, [("numbers.given", {"numbers": [2, 1, 3, 4]})]),
    (in_round_1, [("absence.unexplained", {"entry": 2, "round": 1})]),
    (in_round_1, [("absence.unexplained", {"entry": 2, "round": 1}), ("absence.excused", {"entry": 2, "round": 1})]),
    (in_round_1, [("entry.withdrawn", {"entry": 2, "from_round": 3})]),
    (in_round_1, [("round.started", {"round": 1, "at": "2026-05-01T17:00:00+00:00"})]),
    (in_round_1, [("round.published", {"round": 1})]),
    (in_round_1, [("round.cleared", {"round": 1})]),
    (in_round_1, [("round.drawn", {"round": 2, "boards": [[1, 1, 2], [2, 3, 4]]})]),
    (in_round_1, [("round.amended", {"round": 1, "boards": [[1, 1, 2], [2, 3, 4]]})]),
    (in_round_1, [("table.set", {"round": 1, "board": 2, "table": 8})]),
    (in_round_1, [("results.set", {"round": 1, "results": [[1, "1-0"], [2, "0-1"]]})]),
    (in_round_1, [("result.set", {"round": 1, "board": 2, "result": "1/2"})]),
    (in_round_1, [("board.substituted", {"round": 1, "boards": [1, 2], "absent": [1, 2], "white": 3, "black": 4})]),
    (after_round_1, [("correction.rated", {"round": 1, "board": 1, "result": "0-1"})]),
    (after_round_1, [("correction.rated", {"round": 1, "board": 1, "result": "1/2"})]),
    (after_round_1, [("colours.swapped", {"round": 1, "board": 1})]),
    (after_round_1, [("moves.set", {"round": 1, "games": [[1, "1. e4 e5"]]})]),
    (after_round_1, [("moves.set", {"round": 1, "games": [[1, "1. d4"], [2, "1. c4"]]})]),
    (after_round_1, [("results.published", {"round": 1}), ("results.published", {"round": 1, "recalled": True})]),
    (after_round_1, [("event.finished", {})]),
    (after_round_1, [("prize.given-up", {"entry": 1, "what": "main", "reason": "asked"})]),
]
"""More lines, about the same things: the law below puts each of all these after each."""
TEAM_LOG = FIXTURES / "release-0.2" / "liga.jsonl"
BOOKKEEPING = {
    "n",
    "head",
    "rules",
    "version",
    "history",
    "breaches",
    "remarks",
    "posted",
    "touched",
    "payments",
    "by_hand",
}
"""What may differ after an undo: how the event came to be what it is. So may the times of publications."""


def everything(value: Any, name: str = "") -> Any:
    """All that a state has, hashed or not, but its bookkeeping, players who were removed and a presence of nobody. Of a
    line number only whether there is one; of a line that is kept whole, not why it was written."""
    if name.endswith("_n"):
        return value is not None
    if name == "moves":  # all that was given stays; what counts is the last
        return value[-1].text if value else ""
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
        return {
            name: everything(getattr(value, name), name)
            for name in names
            if name not in BOOKKEEPING | {"drawn_n", "amended_n", "published_at", "results_at"}
        }
    if isinstance(value, Mapping):
        kept = {key: everything(part) for key, part in value.items() if key not in ("undoes", "reason")}
        return {key: part for key, part in kept.items() if part != frozenset() and not is_removed(part)}
    return value


def is_removed(part: Any) -> bool:
    return isinstance(part, dict) and part.get("state") == "removed"


def keeps_the_later_lines(log: Sequence[LogLine], n: int) -> bool:
    """TakeBack a line, and compare with the log without it. Returns whether it was undone, and not refused."""
    journal = Journal(log)
    try:
        take_back(journal, n)
    except ArpadError:
        return False
    without = everything(fold_log(log[n:], fold_log(log[: n - 1])))
    after = everything(journal.state)
    assert {name: after[name] for name in after if after[name] != without[name]} == {}, (log[n - 1], log[n:])
    return True


@pytest.mark.parametrize("first", range(len(SINGLE + MORE)))
def test_undo_loses_no_later_line_without_a_word(first: int) -> None:
    """A line of every kind that is undone, and a line of every kind after it: undo is refused, or the event is what the
    log would make of it without the line, also where no digest looks."""
    begin, steps = (SINGLE + MORE)[first]
    for _, later in SINGLE + MORE:
        journal = begin()
        for kind, data in steps:
            write(journal, kind, **data)
        n = journal.state.n
        try:
            for kind, data in later:
                write(journal, kind, **data)
        except UNFOLDABLE:
            continue
        keeps_the_later_lines(journal.lines, n)


@pytest.mark.parametrize("name", ["copa", "liga", "mesa", "open"])
def test_undo_loses_no_later_line_of_a_whole_event(name: str) -> None:
    log = tuple(read_lines((FIXTURES / "release-0.2" / f"{name}.jsonl").read_text("utf-8")))
    places = [(end, n) for end in range(10, len(log), 7) for n in range(2, end + 1, 5)]
    assert {keeps_the_later_lines(log[:end], n) for end, n in places} == {True, False}


def test_the_law_has_a_line_of_every_kind_that_can_be_undone() -> None:
    teams = {"team.changed", "lineup.set"}
    tried = {steps[-1][0] for _, steps in SINGLE + MORE} | (
        teams & {line.kind for line in read_lines(TEAM_LOG.read_text("utf-8"))}
    )
    assert {key for key, kind in KINDS.items() if not kind.instead} - tried == set()


def test_a_draft_is_what_it_was_before_it_was_amended_or_cleared() -> None:
    journal = after_round_1()
    journal.act(DrawNext(), WHO, AT)
    drawn = state_digest(journal.state)
    boards = [[number, board.black, board.white] for number, board in journal.state.rounds[2].boards.items()]
    amended = write(journal, "round.amended", round=2, boards=boards, bye=None, differs=True, reason="by hand")
    assert state_digest(journal.state) != drawn
    take_back(journal, amended)
    assert state_digest(journal.state) == drawn
    journal.act(ClearDraft(2), WHO, AT)
    take_back(journal, journal.state.n)
    assert state_digest(journal.state) == drawn
    journal.act(ClearDraft(2), WHO, AT)
    cleared = journal.state.n
    journal.act(SetResult(1, 1, "0-1"), WHO, AT, ALL_AGREED)
    assert "arpad event draw" in refusal(journal, cleared).text()


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("claim.made", {"round": 1, "board": 1, "side": "w", "result": "1-0"}),
        ("incident.noted", {"round": 1, "text": "a telephone rang"}),
        ("appeal.noted", {"round": 1, "text": "against a decision"}),
        ("event.moved", {"home": "elsewhere"}),
        ("event.handed-over", {"event": 1, "revision": 1, "sha256": "0"}),
        ("event.imported", {"report": "0", "rounds": 2, "format": "trf16", "differences": []}),
    ],
)
def test_what_is_not_undone_says_what_to_do_instead(kind: str, data: dict[str, Any]) -> None:
    journal = in_round_1()
    n = write(journal, kind, **data)
    refused = refusal(journal, n)
    assert refused.key == "event-undo-instead"
    assert refused.text("es") != refused.text("en")


@pytest.mark.parametrize(
    ("n", "by"),
    [(60, 62), (61, 63), (62, 63), (63, 64), (64, 66), (65, 66), (68, 82), (69, 70), (81, 86), (96, 97), (101, 102)],
)
def test_the_line_in_the_way_is_named(n: int, by: int) -> None:
    refused = refusal(Journal(swiss_60()[:109]), n)
    assert [refused.key, refused.values["by"]] == ["event-undo-depends", by]


def test_a_key_of_the_rules_is_not_changed_back_once_it_is_frozen() -> None:
    journal = before_the_list()
    system = write(journal, "event.changed", system=["dutch-2017", "dutch-2026"])
    city = write(journal, "event.changed", city=[None, "Valdeoca"])
    for command in (CloseList(initial="w"), DrawNext(), Publish(1)):
        journal.act(command, WHO, AT)
    assert refusal(journal, system).values["by"] == journal.state.rounds[1].published_n
    assert take_back(journal, city)[0].data == {"city": ["Valdeoca", None]}


def test_the_result_of_a_locked_round_is_not_undone() -> None:
    journal = Journal(swiss_60()[:109])
    write(journal, "round.locked", round=9)
    assert refusal(journal, 109).key == "event-locked"


def test_a_published_round_is_recalled_with_a_reason() -> None:
    journal = in_round_1()
    with pytest.raises(ArpadError) as refused:
        journal.act(TakeBack(journal.state.n, tuple(journal.lines)), WHO, AT)
    assert refused.value.key == "event-needs-reason"


def test_a_log_that_has_grown_is_read_again() -> None:
    journal = in_round_1()
    old = tuple(journal.lines[:-1])
    with pytest.raises(LogGrown):
        journal.act(TakeBack(3, old), WHO, AT)
    assert refusal(journal, 99).key == "event-undo-unknown"


COMMANDS: dict[str, Callable[[int], Decide]] = {
    "enter": lambda number: Enter({"name": f"Player {number}", "rating": 1500 + number}),
    "close": lambda _number: CloseList(initial="w"),
    "draw": lambda _number: DrawNext(),
    "clear": lambda number: ClearDraft(1 + number % 2),
    "publish": lambda number: Publish(1 + number % 2),
    "recall": lambda number: Recall(1 + number % 2),
    "result": lambda number: SetResult(1 + number % 2, 1 + number % 3, ("1-0", "1/2", "*")[number % 3]),
    "empty": lambda number: ClearResult(1, 1 + number % 3),
}


@law(25)
@given(st.lists(st.tuples(st.sampled_from(sorted(COMMANDS)), st.integers(0, 30)), min_size=5, max_size=30))
def test_i_15_over_random_logs(steps: list[tuple[str, int]]) -> None:
    """Random commands; those that are refused are left out. Then every line is undone or refused, in any event."""
    journal = before_the_list()
    for command, number in [*steps[:3], ("close", 0), ("draw", 0), ("publish", 0), *steps[3:]]:
        try:
            journal.act(COMMANDS[command](number), WHO, AT, ALL_AGREED)
        except ArpadError:
            continue
    whole = tuple(journal.lines)
    for line in whole[1:]:
        short = Journal(whole[: line.n])
        try:
            take_back(short, line.n)
        except ArpadError as refused:
            assert refused.key in ("event-undo-instead", "event-undo-done"), refused  # noqa: PT017
            continue
        assert state_digest(short.state) == state_digest(fold_log(whole[: line.n - 1]))
    for n in range(2, len(whole) + 1):
        later = Journal(whole)
        try:
            take_back(later, n)
        except ArpadError:
            assert later.lines == list(whole)


def test_undo_on_the_command_line(arpad: Arpad, tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(f'slug = "{SLUG}"\nname = "Open"\nrounds = 3\nsystem = "dutch-2017"\n', encoding="utf-8")
    common = f"--events sqlite:///{tmp_path / 'events.db'} --who Clara --json"
    assert arpad(f"event new {rules} {common}").code == 0
    assert arpad(f"event enter {SLUG} --name 'Sol, Ana' {common}").code == 0
    done = arpad(f"event undo {SLUG} 2 {common}")
    assert [done.code, done.json["entries"], done.json["undone"]] == [0, [3], 2]
    again = arpad(f"event undo {SLUG} 2 {common}")
    assert [again.code, again.out] == [2, ""]
    kinds = [line["kind"] for line in arpad(f"event log {SLUG} {common}").json["lines"]]
    assert kinds == ["event.created", "entry.added", "entry.removed"]
