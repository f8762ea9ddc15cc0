"""Twenty kills on each database while twenty arbiters enter results. `make torture` kills many more times."""

import importlib.util
from types import ModuleType

import pytest

from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.results import SetResult
from event_worker import both
from kept_events import AT, SLUG, WHO, do, opened
from office_databases import BOTH, NewDatabase, url_of
from places import PROJECT

TOOL = PROJECT / "tools" / "torture_events.py"
KILLS, SEED = 20, 1


@pytest.fixture(scope="module")
def torture() -> ModuleType:
    spec = importlib.util.spec_from_file_location("torture_events", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
@pytest.mark.parametrize("kind", BOTH)
def test_a_killed_process_loses_nothing_that_was_answered(
    kind: str, torture: ModuleType, new_database: NewDatabase
) -> None:
    tally = torture.torture(kind, KILLS, SEED, lambda: url_of(new_database(kind)))
    assert tally.total() == KILLS
    assert {mode for mode, _ in tally} == set(torture.MODES)
    assert {kept for mode, kept in tally if mode == "after"} == {"kept"}


def test_what_is_lost_or_there_in_part_is_noticed(torture: ModuleType, new_database: NewDatabase) -> None:
    event_store = EventStore(new_database("sqlite"))
    opened(event_store, 8)
    lines, requests = torture.look(event_store)
    answers = torture.Answers()
    assert torture.judge(lines, requests, answers) == set()
    answers.add(3, 0, [12, 13])
    with pytest.raises(torture.Lost, match="3-0 was answered"):
        torture.judge(lines, requests, answers)
    with pytest.raises(torture.Lost, match="when it was sent again"):
        answers.add(3, 0, [14])
    event_store.act(SLUG, both(0, 0, 4), WHO, AT)
    with pytest.raises(torture.Lost, match="in part"):
        torture.judge(*torture.look(event_store), torture.Answers())
    do(event_store, SetResult(1, 4, "1-0"))
    lines, requests = torture.look(event_store)
    with pytest.raises(torture.Lost, match="chain"):
        torture.judge([*lines[:-2], lines[-1]], requests, torture.Answers())
    event_store.close()
