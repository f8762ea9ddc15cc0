"""The kinds of log lines, each whole, the acts that write them, and the fields of the state: who may see them."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from importlib import import_module
from pathlib import Path

import pytest

import arpad
from arpad.i18n import LANGUAGES, has, text
from arpad.tournament.acts.act import Act
from arpad.tournament.journal import Journal, fold_log, state_digest, state_document
from arpad.tournament.kinds.all_kinds import KINDS
from arpad.tournament.kinds.kind import LineKind
from arpad.tournament.log import LogLine, read_lines
from arpad.tournament.public import public_part, public_view
from arpad.tournament.roles import ROLES
from arpad.tournament.sentences import line_words
from arpad.tournament.state import (
    Entry,
    EventBoard,
    EventRound,
    EventState,
    EventTeam,
    HashedIfSet,
    Mark,
    NotHashed,
    TeamLineUp,
    markers,
)
from kept_events import round_of_four
from places import FIXTURES
from random_logs import KINDS as LOG_KINDS
from random_logs import lines_of
from valdeoca import the_log

SOURCES = Path(arpad.__path__[0])


def classes(kind: type[LineKind] = LineKind) -> Iterator[type[LineKind]]:
    for below in kind.__subclasses__():
        yield below
        yield from classes(below)


def problems(kind: type[LineKind]) -> list[str]:
    """What a kind lacks."""
    lacking = []
    if kind.apply is LineKind.apply:
        lacking.append("apply: what does a line do to the state?")
    if (kind.undo is LineKind.undo) != bool(kind.instead):
        lacking.append("undo, or what can be done instead, and not both")
    if getattr(kind, "role", None) not in ROLES:
        lacking.append("role: who may write a line?")
    return lacking


@pytest.mark.parametrize("key", KINDS)
def test_a_kind_has_all_that_belongs_to_it(key: str) -> None:
    kind = KINDS[key]
    assert problems(type(kind)) == []
    if kind.instead:
        assert text(f"tournament.instead.{kind.instead}", "en") != text(f"tournament.instead.{kind.instead}", "es")


def test_a_kind_that_lacks_something_is_found() -> None:
    class Empty(LineKind):
        key = "empty"

    assert [problem.split(",")[0].split(":")[0] for problem in problems(Empty)] == ["apply", "undo", "role"]
    del Empty


def test_every_kind_is_in_the_list() -> None:
    """Add a new one to `KINDS` in tournament/kinds/all_kinds.py."""
    listed = {type(kind) for kind in KINDS.values()}
    ours = {kind for kind in classes() if kind.__module__.startswith("arpad.")}
    assert {kind for kind in ours if "key" in vars(kind)} == listed
    assert len({kind.key for kind in listed}) == len(listed)


for module in ("absences", "boards", "event", "players", "results", "rounds", "teams", "ties"):
    import_module(f"arpad.tournament.acts.{module}")


def acts(kind: type[Act] = Act) -> Iterator[type[Act]]:
    for below in kind.__subclasses__():
        if "decide" in vars(below) and below.__module__.startswith("arpad."):
            yield below
        yield from acts(below)


@pytest.mark.parametrize("act", [*acts()], ids=lambda act: act.__name__)
def test_an_act_names_the_kinds_that_it_writes(act: type[Act]) -> None:
    assert act.writes, "name the kinds of lines that it writes"
    listed = {type(kind) for kind in KINDS.values()}
    assert set(act.writes) <= listed, "add the kind to tournament/kinds/all_kinds.py"
    assert [problem for kind in act.writes for problem in problems(kind)] == []
    assert act.__doc__


@pytest.mark.parametrize("act", [act for act in acts() if hasattr(act, "name")], ids=lambda act: act.__name__)
def test_an_act_is_let_in_only_where_a_line_may_be_written(act: type[Act]) -> None:
    """The role that is let in is at least that of the least kind that the act writes."""
    assert ROLES.index(act.least) >= min(ROLES.index(kind.role) for kind in act.writes)


def written() -> Iterator[str]:
    """The names of the kinds that acts, files of other programs and undo write, and keys that stand in a LogChange."""
    for path in SOURCES.rglob("*.py"):
        if path.relative_to(SOURCES).parts[0] in ("tournament", "office"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.Call) or not node.args:
                    continue
                called, first = ast.unparse(node.func), node.args[0]
                if called.endswith(".change"):
                    yield called.removesuffix(".change").split(".")[-1]
                if called in ("undoing.change", "LogChange", "_noted"):
                    yield str(first.value) if isinstance(first, ast.Constant) else ast.unparse(first).split(".")[-1]


def test_every_kind_is_written_by_something() -> None:
    names = set(written())
    assert {key for key, kind in KINDS.items() if not {key, type(kind).__name__} & names} == set()


# The fields of the state.

HASHED_SINCE_THE_FIRST_RELEASE = {
    EventState: "data entries numbers closed initial seed rounds absences unexplained restrictions penalties teams "
    "team_numbers lineups play_offs finished",
    Entry: "entry name id federation sex title rating ratings born birthday club family labels groups invited table "
    "paid from_round state withdrawn_from team",
    EventRound: "number boards bye absent missing numbers engine matches published_n differs locked unlocked lifted "
    "forfeits",
    EventBoard: "number white black result played rated match tie stage table substituted",
    EventTeam: "team name nick captain players strength withdrawn_from away",
    TeamLineUp: "team round players by at",
}
"""Nothing is ever added here: these are in the digests of stored events, also at their defaults."""


@pytest.mark.parametrize("kind", HASHED_SINCE_THE_FIRST_RELEASE)
def test_a_new_field_says_how_it_is_hashed(kind: type) -> None:
    """Mark a new field `HashedIfSet` or `NotHashed`: without it no stored event would be proved any more."""
    marks = markers(kind)
    always = [name for name in marks if not {Mark.NOT_HASHED, Mark.HASHED_IF_SET} & set(marks[name])]
    assert always == HASHED_SINCE_THE_FIRST_RELEASE[kind].split()


@dataclass(frozen=True)
class LaterEntry(Entry):
    """A player with fields that an event of today does not have."""

    telephone: HashedIfSet[str] = ""
    meals: HashedIfSet[int] = 3
    wishes: HashedIfSet[tuple[str, ...]] = ()
    typed_by: NotHashed[str] = ""


@dataclass(frozen=True)
class LaterState(EventState):
    sponsor: HashedIfSet[str] = "nobody"


def later(state: EventState, **more: object) -> LaterState:
    """An event as a later release has it."""
    held = {field.name: getattr(state, field.name) for field in fields(state)}
    entries = {number: LaterEntry(**vars(entry), **more) for number, entry in state.entries.items()}  # type: ignore[arg-type]
    return LaterState(**held | {"entries": entries})


def test_a_new_field_at_its_default_changes_no_digest() -> None:
    state = Journal(round_of_four()).state
    assert state_document(later(state)) == state_document(state)
    assert state_digest(later(state, typed_by="Clara")) == state_digest(state)
    for more in ({"telephone": "600"}, {"meals": 0}, {"wishes": ("window",)}):
        assert state_digest(later(state, **more)) != state_digest(state)
    assert state_digest(replace(later(state), sponsor="")) != state_digest(state)


def test_a_new_field_is_private() -> None:
    state = later(Journal(round_of_four()).state, telephone="600", meals=0, wishes=("window",), typed_by="Clara")
    view = public_view(replace(state, sponsor="Irbide"))
    assert view == public_view(later(Journal(round_of_four()).state))
    assert isinstance(view, LaterState)
    assert view.sponsor == "nobody"
    assert view.entries[1] == LaterEntry(**vars(public_part(Journal(round_of_four()).state.entries[1])))


RAW = re.compile(r"[{}\[\]]|\b[a-z_-]+\.[a-z-]+\b|\d{4}-\d\d-\d\dT|\b[a-z]+_[a-z_]+\b|\bNone\b|'")
"""What no sentence may have: braces, keys, instants, names of fields and of Python."""


@pytest.mark.parametrize("key", KINDS)
def test_a_kind_has_its_sentence_in_both_languages(key: str) -> None:
    assert has(f"event-log.{key}")
    assert text(f"event-log-kind.{key.partition('.')[0]}", "en")
    assert text(f"event-log.{key}", "en") != text(f"event-log.{key}", "es")


def example_logs() -> dict[str, list[LogLine]]:
    """The events of release 0.2, the open of Valdeoca, and events by lot of every system."""
    found = {
        path.stem: list(read_lines(path.read_text("utf-8"))) for path in (FIXTURES / "release-0.2").glob("*.jsonl")
    }
    made = {f"{kind} {seed}": list(lines_of(kind, seed)) for kind in LOG_KINDS for seed in range(3)}
    return {**found, **made, "valdeoca": list(the_log())}


def test_every_line_of_the_examples_gives_a_sentence() -> None:
    """Names instead of numbers, words instead of codes, in both languages."""
    told = set()
    for name, lines in example_logs().items():
        state = fold_log(lines)
        for line in lines:
            told.add(line.kind)
            for language in LANGUAGES:
                said = line_words(line, state).text(language)
                without = said.replace(line.reason, "").replace(str(line.data.get("text", "")), "")
                assert not RAW.search(without), (name, line.kind, said)
                assert not said.startswith("–"), (name, line.kind, said)
    assert len(told) > 45
