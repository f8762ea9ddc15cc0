"""Several officers at once, each in a process of its own: no report is lost, none is there twice, lists stay true."""

import datetime as dt
import multiprocessing
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier
from typing import Any

import pytest

from arpad.i18n import ArpadError
from arpad.office.context import Desk, found_system
from arpad.office.decisions.corrections import CorrectReport, Withdraw
from arpad.office.decisions.decisions import decide
from arpad.office.events import list_events, submit
from arpad.office.periods import close, import_list, publish
from arpad.office.proof.verification import verify
from arpad.office.storage.database import Database
from office_checks import problems_in
from office_databases import BOTH, NewDatabase, url_of
from office_life import open_desk
from office_world import people, report, write_list

OFFICERS = 4
MARCH, APRIL, MAY, JUNE = (dt.date(2024, month, 1) for month in (3, 4, 5, 6))
WORLD = people(60, 5, unrated=8)
RECEIVED = dt.date(2024, 4, 20)
TOGETHER: list[Barrier] = []
"""In the process of an officer: where all wait for each other."""

Done = list[tuple[str, Any]]
"""What an officer got, call by call: what was done and its answer, or "refused" and the key of the error."""


def a_report(number: int, month: dt.date, seed: int = 1) -> bytes:
    """A little open in the month before a list."""
    first = dt.date(month.year, month.month - 1, 1)
    return report(f"Open {number}", WORLD, first + dt.timedelta(days=number % 10), seed)


def _sit_down(together: Any) -> None:
    TOGETHER.append(together)


@contextmanager
def _at_desk(url: str) -> Iterator[Desk]:
    """A desk in this process, once all the others sit at theirs."""
    desk = open_desk(url)
    TOGETHER[0].wait(timeout=120)
    yield desk
    desk.database.dispose()


def _tried(what: str, call: Callable[..., Any], *arguments: Any, **more: Any) -> tuple[str, Any]:
    try:
        return what, call(*arguments, **more)
    except ArpadError as refused:
        return "refused", refused.key


def submitting(url: str, reports: list[bytes]) -> Done:
    with _at_desk(url) as desk:
        return [_tried("submitted", submit, desk, data, received=RECEIVED, another_event=True) for data in reports]


def closing(url: str, period: dt.date, times: int) -> Done:
    with _at_desk(url) as desk:
        return [_tried("closed", close, desk, period) for _ in range(times)]


def publishing(url: str, period: dt.date, times: int) -> Done:
    with _at_desk(url) as desk:
        return [_tried("published", publish, desk, period) for _ in range(times)]


def correcting(url: str, corrections: list[tuple[int, bytes]], gone: int) -> Done:
    with _at_desk(url) as desk:
        done = [
            _tried("corrected", decide, desk, CorrectReport(event, data, "a result")) for event, data in corrections
        ]
        return [*done, _tried("withdrawn", decide, desk, Withdraw(gone, "not to be rated"))]


@pytest.fixture(scope="module")
def officers() -> Iterator[Callable[..., list[Done]]]:
    """Give every officer something to do; they begin at the same moment."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["office_life", "office_checks", "office_world"])
    with ProcessPoolExecutor(OFFICERS, context, _sit_down, (context.Barrier(OFFICERS),)) as processes:

        def at_once(*tasks: tuple[Any, ...]) -> list[Done]:
            assert len(tasks) == OFFICERS
            running = [processes.submit(*task) for task in tasks]
            return [cell.result(timeout=300) for cell in running]

        yield at_once


@contextmanager
def checked(desk: Desk) -> Iterator[None]:
    """Whatever is done inside, afterwards every report is where it belongs and every version is proved."""
    yield
    assert problems_in(desk) == []
    assert [proof for proof in verify(desk) if not proof.sound] == []


def desk_at(database: Database) -> Desk:
    return replace(open_desk(url_of(database)), database=database)


def with_april(database: Database) -> None:
    """Import the list of March 2024, take reports of April's, close and publish April."""
    desk = desk_at(database)
    found_system(desk, "ESP")
    with TemporaryDirectory() as folder:
        import_list(desk, write_list(WORLD, Path(folder) / "list.csv"), MARCH)
    for number in range(1, 6):
        assert submit(desk, a_report(number, APRIL), received=dt.date(2024, 3, 20)).accepted
    close(desk, APRIL)
    publish(desk, APRIL)


@pytest.fixture(params=BOTH)
def desk(request: pytest.FixtureRequest, new_database: NewDatabase) -> Desk:
    """An office with April closed and published."""
    return desk_at(new_database(request.param, prepare=with_april))


def test_different_reports_at_once_are_all_there(desk: Desk, officers: Callable[..., list[Done]]) -> None:
    url = url_of(desk.database)
    shares = [[a_report(100 * officer + number, MAY) for number in range(6)] for officer in range(1, OFFICERS + 1)]
    with checked(desk):
        found = officers(*((submitting, url, share) for share in shares))
    ids = [answer.event.id for done in found for what, answer in done if what == "submitted"]
    assert sorted(ids) == list(range(6, 6 + 24))
    names = [event.name for event in list_events(desk) if event.state == "accepted"]
    assert sorted(names) == sorted(f"Open {100 * officer + number}" for officer in range(1, 5) for number in range(6))


def test_the_same_report_at_once_is_there_once(desk: Desk, officers: Callable[..., list[Done]]) -> None:
    url = url_of(desk.database)
    with checked(desk):
        for number in range(10, 15):
            found = officers(*[(submitting, url, [a_report(number, MAY)])] * OFFICERS)
            answers = [answer for done in found for answer in done]
            assert sorted(what for what, _ in answers) == ["refused", "refused", "refused", "submitted"]
            assert {key for what, key in answers if what == "refused"} == {"event-submitted-before"}
    assert len([event for event in list_events(desk) if event.state == "accepted"]) == 5


@pytest.mark.parametrize("seed", [1, 2])
def test_submitting_closing_publishing_and_correcting_at_once(
    desk: Desk, officers: Callable[..., list[Done]], seed: int
) -> None:
    """May's reports come in while May is closed and published and April is corrected. Afterwards each of them is in
    May's list, or waits for June's."""
    url, dice = url_of(desk.database), random.Random(seed)
    first = [a_report(number, MAY) for number in (20, 21)]
    later = [a_report(number, MAY) for number in range(30, 36)]
    for data in first:
        submit(desk, data, received=RECEIVED)
    events = dice.sample(range(1, 6), 4)
    corrections = [(event, a_report(event, APRIL, seed=seed + 10)) for event in events[:3]]
    with checked(desk):
        submitted, closed, published, corrected = officers(
            (submitting, url, later),
            (closing, url, MAY, 4),
            (publishing, url, MAY, 12),
            (correcting, url, corrections, events[3]),
        )
    assert [what for what, _ in submitted] == ["submitted"] * 6
    assert [what for what, _ in corrected] == ["corrected"] * 3 + ["withdrawn"]
    allowed = {"period-not-closed", "period-more-reports", "period-published"}
    assert {key for what, key in (*closed, *published) if what == "refused"} <= allowed
    assert len([what for what, _ in published if what == "published"]) <= 1

    with checked(desk):
        if not any(what == "published" for what, _ in published):
            close(desk, MAY)
            publish(desk, MAY)
        close(desk, JUNE)
        publish(desk, JUNE)
    states = {event.id: (event.state, event.period) for event in list_events(desk)}
    assert {state for state, _ in states.values()} <= {"rated", "corrected", "withdrawn"}
    assert all(period in (MAY, JUNE) for id_, (_, period) in states.items() if id_ > 5)
    assert all(states[event] == ("corrected", APRIL) for event in events[:3])


def test_two_close_at_once_and_one_list_comes_of_it(desk: Desk, officers: Callable[..., list[Done]]) -> None:
    url = url_of(desk.database)
    for number in range(40, 46):
        submit(desk, a_report(number, MAY), received=RECEIVED)
    with checked(desk):
        found = officers(*[(closing, url, MAY, 1)] * 2, *[(publishing, url, MAY, 6)] * 2)
    closed = [answer.reports for done in found[:2] for what, answer in done if what == "closed"]
    assert closed in ([6], [6, 6])
    assert len([what for done in found[2:] for what, _ in done if what == "published"]) <= 1
    assert {event.period for event in list_events(desk) if event.id > 5} == {MAY}


def test_an_open_office_keeps_its_write_ahead_log(
    new_database: NewDatabase, officers: Callable[..., list[Done]]
) -> None:
    """SQLite deletes the log with the last connection. A process that opens and closes the file beside its connections
    takes their locks away: others would think themselves the last, and the file would be damaged."""
    database = new_database("sqlite", office=False)
    desk = desk_at(database)
    found_system(desk, "ESP")
    assert list_events(desk) == list_events(desk) == []
    path = database.address.path
    assert path is not None
    officers(*[(closing, url_of(database), APRIL, 1)] * OFFICERS)
    assert path.with_name(f"{path.name}-wal").exists()
