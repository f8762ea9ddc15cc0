"""One measurement of a kept event, in a process of its own that has nothing else in its memory. Prints JSON.

python bench/event_child.py open URL                             seconds to open it, and of the processor
python bench/event_child.py memory URL                           bytes that it takes, and with its public view
python bench/event_child.py grouped|alone URL RATE SECONDS       results from twenty writers at set times
"""

import gc
import itertools
import json
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Sequence

from event_world import AT, RESULTS, SLUG, WHO

from arpad.office.storage.database import Database
from arpad.office.tournaments.event_rows import EventCache, StoredEvent, add_lines
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.results import SetResult
from arpad.tournament.journal import Decide, decide
from arpad.tournament.public import public_view

WRITERS = 20
HEAD_START = 0.3
Enter = Callable[[Decide], None]


def open_event(url: str) -> dict[str, float]:
    """A worker has loaded the program before anybody asks for an event."""
    event_store = EventStore(Database(url))
    start, busy = time.perf_counter(), time.process_time()
    lines = event_store.open(SLUG).state.n
    return {"lines": lines, "seconds": time.perf_counter() - start, "processor": time.process_time() - busy}


def memory(url: str) -> dict[str, float]:
    """What an open event keeps in memory, and its public view beside it. The first one opened brings what all share."""
    EventStore(Database(url)).open(SLUG)
    event_store = EventStore(Database(url))
    gc.collect()
    tracemalloc.start()
    found = event_store.open(SLUG)
    gc.collect()
    alone, _ = tracemalloc.get_traced_memory()
    view = public_view(found.state)
    gc.collect()
    both, _ = tracemalloc.get_traced_memory()
    assert view.n == found.state.n
    return {"event": alone, "with_view": both}


def grouped(event_store: EventStore) -> Enter:
    """As events are written: one writer commits all that waits."""
    return lambda command: _done(event_store.act(SLUG, command, WHO, AT))


def alone(event_store: EventStore) -> Enter:
    """Every writer in a transaction of its own, one after the other."""
    row, known = event_store.open(SLUG).row, EventCache()
    known.remember(event_store.open(SLUG))

    def enter(command: Decide) -> None:
        with event_store.database.writing(row.id) as connection:
            done = decide(known.current(connection, row).state, command, WHO, AT)
            add_lines(connection, row.id, done.lines)
        known.remember(StoredEvent(row, done.state))

    return enter


def _done(_answer: object) -> None:
    return None


def write_results(url: str, way: Callable[[EventStore], Enter], rate: int, seconds: int) -> dict[str, object]:
    """Results at set times, whether those before are answered or not. Every board gets one, then another one."""
    event_store = EventStore(Database(url))
    state = event_store.open(SLUG).state
    last, boards = state.last_drawn, len(state.rounds[state.last_drawn].boards)
    enter, numbers, took = way(event_store), itertools.count(), list[float]()
    begun = time.perf_counter() + HEAD_START

    def writer() -> None:
        while (number := next(numbers)) < rate * seconds:
            due = begun + number / rate
            time.sleep(max(0.0, due - time.perf_counter()))
            enter(SetResult(last, number % boards + 1, RESULTS[number // boards % 3]))
            took.append(time.perf_counter() - due)

    threads = [threading.Thread(target=writer) for _ in range(WRITERS)]
    busy = time.process_time()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    spent = (time.process_time() - busy) / len(took)
    kept = event_store.open(SLUG).state.n - state.n
    event_store.close()
    return {"asked": rate * seconds, "kept": kept, "processor": spent, **percentiles(took)}


def percentiles(seconds: Sequence[float]) -> dict[str, float]:
    """Some of the times in order."""
    ordered = sorted(seconds)
    parts = {"p50": 50, "p90": 90, "p99": 99, "most": 100}
    return {name: ordered[(len(ordered) - 1) * part // 100] for name, part in parts.items()}


def main() -> None:
    what, url, *more = sys.argv[1:]
    if what in ("open", "memory"):
        found: object = {"open": open_event, "memory": memory}[what](url)
    else:
        found = write_results(url, {"grouped": grouped, "alone": alone}[what], int(more[0]), int(more[1]))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
