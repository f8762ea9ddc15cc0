"""A season of an office with a tournament, deed by deed: done, told to the model, and looked at afterwards."""

import datetime as dt
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from arpad.office.context import Desk
from arpad.office.events import list_events, show_event, stored_report
from arpad.office.lists import versions
from arpad.office.storage.log_table import log_entries
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import Confirmation, Decide, fold_log
from arpad.tournament.log import broken_line
from arpad.tournament.state import EventState
from fault_model import View
from office_checks import damaged
from office_life import NOON, Step, open_desk, perform, prepare, year

SLUG, PLAYERS, RESULTS = "open", 6, ("1-0", "0-1", "1/2")
UNMODELLED = ("merge", "unmerge")


@dataclass(frozen=True, slots=True)
class Work:
    """A deed: what the model is told, and the step of the office or the command of the tournament behind it."""

    deed: Mapping[str, Any]
    step: Step | None = None


@dataclass(slots=True)
class Season:
    """The deeds of a season, drawn from a seed: office and tournament in turn."""

    seed: int
    lists: int = 2
    works: list[Work] = field(default_factory=list)

    def __post_init__(self) -> None:
        steps = [step for step in year(self.seed, self.lists) if step.kind not in UNMODELLED]
        office = [Work(_deed(step), step) for step in steps]
        games = [Work({"do": "enter", "name": f"Player {number}"}) for number in range(1, PLAYERS + 1)]
        games += [Work({"do": name, "round": 1}) for name in ("close-entries", "draw", "publish-round")]
        boards = [(turn, board) for turn in range(3) for board in range(1, PLAYERS // 2 + 1)]
        games += [
            Work({"do": "result", "board": board, "result": RESULTS[(turn + board) % 3]}) for turn, board in boards
        ]
        most = max(len(office), len(games))
        mixed = [
            work for pair in zip(_spread(office, most), _spread(games, most), strict=True) for work in pair if work
        ]
        self.works = [
            replace(work, deed={**work.deed, "at": (NOON + dt.timedelta(minutes=number)).isoformat()})
            for number, work in enumerate(mixed, 1)
        ]


def _spread(works: list[Work], length: int) -> list[Work | None]:
    return [*works, *([None] * (length - len(works)))]


def _deed(step: Step) -> dict[str, Any]:
    deed: dict[str, Any] = {"do": step.kind, "period": step.period.isoformat()}
    if step.event:
        deed |= {"event": step.event, "sha256": hashlib.sha256(step.data).hexdigest()}
    return deed | ({"complete": b"\n042" in step.data} if step.kind == "submit" else {})


class Worker:
    """The office at work on a season."""

    def __init__(self, url: str, season: Season, folder: Path) -> None:
        self.desk, self.season, self.list_file = open_desk(url), season, folder / "list.csv"
        self.event_store = EventStore(self.desk.database)

    def prepare(self) -> None:
        """Found the office and the tournament, before anything fails."""
        prepare(self.desk, self.season.seed, self.list_file)
        rules = {"slug": SLUG, "name": "Open", "rounds": 3, "system": "dutch-2017", "start": "2023-09-01"}
        self.event_store.create(SLUG, Create(rules), "officer", NOON)

    def do(self, work: Work) -> None:
        """Do a deed. It is answered as soon as this returns."""
        at = dt.datetime.fromisoformat(work.deed["at"])
        if work.step is not None:
            minutes = int((at - NOON).total_seconds()) // 60
            perform(self.desk, replace(work.step, number=minutes), self.list_file)
            return
        self.event_store.act(SLUG, _command(work.deed), "officer", at, Confirmation(reason="seen at the board"))

    def close(self) -> None:
        self.event_store.close()
        self.desk.database.dispose()


def _command(deed: Mapping[str, Any]) -> Decide:
    """The command of a tournament."""
    commands: Mapping[str, Callable[[], Decide]] = {
        "enter": lambda: Enter({"name": deed["name"]}),
        "close-entries": lambda: CloseList(initial="w"),
        "draw": lambda: DrawNext(deed["round"]),
        "publish-round": lambda: Publish(deed["round"]),
        "result": lambda: SetResult(1, deed["board"], deed["result"]),
    }
    return commands[deed["do"]]()


def look(url: str) -> tuple[View, list[str]]:
    """What is found in an office, in the words of the model, and what is damaged."""
    desk = open_desk(url)
    event_store = EventStore(desk.database)
    try:
        with desk.database.reading() as connection:
            broken = damaged(connection)
            times = {entry.at.isoformat() for entry in log_entries(connection)}
        lines = event_store.lines(SLUG)
        if (line := broken_line(lines)) is not None:
            broken.append(f"line {line} of the tournament")
        times |= {line.at for line in lines}
        found = {
            **_office(desk),
            "tournament": _tournament(fold_log(lines)),
            "times": sorted(times - {NOON.isoformat()}),
        }
        return found, broken
    finally:
        event_store.close()
        desk.database.dispose()


def _office(desk: Desk) -> View:
    events = {}
    for event in list_events(desk):
        reports = [stored_report(desk, event.id, one.number) for one in show_event(desk, event.id).revisions]
        events[event.id] = {"state": event.state, "reports": [hashlib.sha256(data).hexdigest() for data in reports]}
    lists: dict[str, list[str]] = {}
    for version in versions(desk):
        lists.setdefault(version.period.isoformat(), []).append(version.state)
    return {"events": events, "lists": lists}


def _tournament(state: EventState) -> View:
    first = state.rounds.get(1)
    boards = {} if first is None else first.boards
    return {
        "players": [entry.name for entry in state.entries.values()],
        "closed": bool(state.closed),
        "rounds": len(state.rounds),
        "published": 0 if first is None or first.published_n is None else 1,
        "results": {number: board.result for number, board in boards.items() if board.result is not None},
    }
