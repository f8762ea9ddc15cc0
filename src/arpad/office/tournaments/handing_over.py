"""An event handed over to the office in one step: its reports submitted, or corrected if they were there before."""

import datetime as dt
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from arpad.domain import Finding
from arpad.eligibility.told_facts import facts_document
from arpad.locale import ArpadError, Words
from arpad.office.decisions import CorrectReport, decide
from arpad.office.desk import Desk, rehearsal
from arpad.office.events import PlayedBefore, event_with_report, submit
from arpad.office.records import Submitted
from arpad.office.storage import sha256
from arpad.office.tournaments.keeping import EventKeeper
from arpad.reports import read_report
from arpad.tournament.acts.ending import handed_over
from arpad.tournament.ending.live import told_facts, told_system
from arpad.tournament.ending.missing import need_complete
from arpad.tournament.ending.rated_files import RatedFile, rated_files
from arpad.tournament.hearing import Consent, EventWarning, NotAgreed
from arpad.tournament.journal import Done
from arpad.tournament.state import EventState


@dataclass(frozen=True, slots=True)
class HandedReport:
    """A report that the office was given. `submitted` is its verdict; None if it has these very bytes already."""

    file: RatedFile
    sha256: str
    event: int
    submitted: Submitted | None

    @property
    def accepted(self) -> bool:
        return self.submitted is None or self.submitted.accepted

    @property
    def findings(self) -> tuple[Finding, ...]:
        own = () if self.submitted is None else self.submitted.revision.findings
        return (*self.file.findings, *own)


@dataclass(frozen=True, slots=True)
class HandOver:
    """What came of it: the reports with their verdicts, the lines of the log about it, and the event after it."""

    reports: tuple[HandedReport, ...]
    lines: tuple[int, ...]
    state: EventState

    @property
    def accepted(self) -> bool:
        return all(one.accepted for one in self.reports)


def hand_over(
    keeper: EventKeeper,
    desk: Desk,
    slug: str,
    at: dt.datetime,
    reason: str = "",
    *,
    yes: bool = False,
    check: bool = False,
) -> HandOver:
    """Hand an event over: one report for each time class. What was handed over before is corrected, with the reason;
    the same bytes again change nothing. Games that another event of the office has need a `yes`. With `check`
    everything is tried, and nothing is kept."""
    state = keeper.open(slug).state
    need_complete(state)
    if not state.finished:
        raise ArpadError("event-not-finished")
    before = {one["time_class"]: one for one in state.handed_over if one.get("accepted", True)}
    found = []
    with rehearsal(desk) if check else nullcontext(desk) as place:
        for file in rated_files(state):
            found.append(_handed(place, state, file, before.get(file.time_class), reason, yes=yes))
    lines: list[int] = []
    if not check:
        for one in found:
            if one.sha256 != before.get(one.file.time_class, {}).get("sha256"):
                done = _told(keeper, slug, one, desk.who, at, reason)
                lines, state = [*lines, *(line.n for line in done.lines)], done.state
    return HandOver(tuple(found), tuple(lines), state)


def _handed(
    desk: Desk, state: EventState, file: RatedFile, before: Mapping[str, Any] | None, reason: str, *, yes: bool
) -> HandedReport:
    """Hand one report over; games that another event has are asked about as everything else is in an event."""
    try:
        return _given(desk, state, file, before, reason, yes=yes)
    except PlayedBefore as problem:
        words = Words("tournament.warning.played-before", **problem.values)
        raise NotAgreed("confirm", (EventWarning("played-before", "confirm", words),)) from None


def _given(
    desk: Desk, state: EventState, file: RatedFile, before: Mapping[str, Any] | None, reason: str, *, yes: bool
) -> HandedReport:
    key = sha256(file.data)
    if before is not None and before["sha256"] == key:
        return HandedReport(file, key, int(before["office_event"]), None)
    if before is not None:
        if not reason:
            raise ArpadError("event-hand-over-reason")
        event = int(before["office_event"])
        taken = decide(desk, CorrectReport(event, file.data, reason, another_event=yes))
        submitted = taken.submitted
        assert submitted is not None
        return HandedReport(file, key, event, submitted)
    known = event_with_report(desk, key)
    if known is not None:
        return HandedReport(file, key, known, None)
    report = read_report(file.data)
    done = submit(
        desk,
        file.data,
        received=desk.at.date(),
        facts=facts_document(told_facts(state)),
        system=told_system(state, report),
        time_class=file.time_class,
        another_event=yes,
    )
    return HandedReport(file, key, done.event.id, done)


def _told(keeper: EventKeeper, slug: str, one: HandedReport, who: str, at: dt.datetime, reason: str) -> Done:
    revision = 1 if one.submitted is None else one.submitted.revision.number
    command = handed_over(one.file.time_class, one.event, revision, one.sha256, one.accepted)
    return keeper.act(slug, command, who, at, Consent(reason=reason))
