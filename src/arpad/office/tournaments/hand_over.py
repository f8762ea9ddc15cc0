"""Hand a finished event over to the office: submit its reports, and collect its papers in a ZIP file."""

import datetime as dt
import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any, Literal

from arpad.documents.document import Document, replace
from arpad.documents.findings import ShownFindings
from arpad.eligibility.facts import facts_document
from arpad.formats.read import read_report
from arpad.i18n import ArpadError, Language, Words
from arpad.office.context import Desk, dry_run
from arpad.office.decisions.corrections import CorrectReport
from arpad.office.decisions.decisions import decide
from arpad.office.events import event_with_report, show_event, submit
from arpad.office.examine import PlayedBefore
from arpad.office.records import HELD, EventDetail, OfficeEvent, Revision, Submitted
from arpad.office.storage._tables import sha256
from arpad.office.tournaments.store import EventStore
from arpad.papers.arbiter_forms import chief_report
from arpad.papers.old_forms import FormTables, form_1
from arpad.papers.title_forms import ReportExtra, it1, it3
from arpad.tournament.acts.event import HandedOver
from arpad.tournament.ending import (
    RatedFile,
    complete_part,
    named_edition,
    need_all_results,
    need_complete,
    norm_edition,
    norm_facts,
    norms_of,
    rated_files,
    stated_facts,
    stated_system,
)
from arpad.tournament.journal import Confirmation, Done, EventWarning, NotConfirmed
from arpad.tournament.standings import final_standings
from arpad.tournament.state import EventState
from arpad.tournament.times import list_month, parts_handed_over, period_named, rating_periods

# The papers of an event that is handed over, in one ZIP file: reports, crosstable, IT3, certificates and so on.

PROGRAM = "Arpad"
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The oldest day that a ZIP file can say: the same event gives the same bytes."""


def papers(state: EventState, files: list[RatedFile], language: Language = "en") -> bytes:
    """Return everything as a ZIP file; refused while a game is open. The same event gives the same bytes. Of a part of
    a long event only its report; with the last part the papers of the whole."""
    if not files[0].period:
        need_all_results(state)
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in _members(state, files, language):
            archive.writestr(zipfile.ZipInfo(name, FIRST_DAY), data)
    return kept.getvalue()


def _members(state: EventState, files: list[RatedFile], language: Language) -> Iterator[tuple[str, bytes]]:
    slug = state.event_rules.slug
    for file in files:
        yield f"{slug}-{file.period or file.time_class}.trf", file.data
    if files[0].period:
        if files[0].period != rating_periods(state.event_rules)[-1].name:
            return
        files = rated_files(state)
    main = read_report(files[0].data).event
    ratings = {player.rank: player.rating for player in main.players}
    final = final_standings(state)
    tables = FormTables(None if state.event_rules.team else final)
    yield f"{slug}-crosstable.pdf", form_1(main, ratings, language, tables)
    yield (
        f"{slug}-IT3.pdf",
        it3(main, ReportExtra(program=PROGRAM, host=state.event_rules.federation), language, ratings),
    )
    norms = norms_of(state, files[0])
    edition = norm_edition(state) if norms else None
    for candidate in norms:
        player = main.player(candidate.player)
        for norm in candidate.norms:
            if norm.achieved and player is not None and edition is not None:
                data = it1(main, norm, player, norm_facts(state), edition, language)
                yield f"{slug}-IT1-{candidate.player:03}-{norm.title}.pdf", data
    yield f"{slug}-chief-arbiter.pdf", chief_report(state, main, final, norms, language)


# An event handed over to the office in one step: its reports submitted, or corrected if they were there before.

Verdict = Literal["accepted", "refused", "replaced", "withdrawn"]
"""What the office says of a report. replaced: it has another report of the event; withdrawn: it took the event back."""


class HandedReport(Document, frozen=True):
    """A report that the office was given, and its event there. `submitted` is the verdict; None if the office has these
    very bytes already. `kept`: it was not only tried."""

    shown = ("time_class", "sha256", "office_event", "accepted", "known", "due", "late_for", "findings")
    file: RatedFile
    sha256: str
    record: OfficeEvent
    submitted: Submitted | None
    kept: bool = True

    @property
    def time_class(self) -> str:
        return self.file.time_class

    @property
    def event(self) -> int:
        return self.record.id

    @property
    def office_event(self) -> int | None:
        """The number of the event; a new one has none if it was only tried."""
        there = self.kept or self.submitted is None or self.submitted.revision > 1
        return self.event if there else None

    @property
    def known(self) -> bool:
        """Whether the office had the report already."""
        return self.submitted is None

    @property
    def due(self) -> dt.date | None:
        return self.record.due if self.accepted else None

    @property
    def late_for(self) -> dt.date | None:
        return self.record.late_for if self.accepted else None

    @property
    def accepted(self) -> bool:
        return self.submitted is None or self.submitted.accepted

    @property
    def findings(self) -> ShownFindings:
        own = () if self.submitted is None else self.submitted.findings
        return (*self.file.findings, *own)


@dataclass(frozen=True, slots=True)
class HandOver(Done):
    """What came of it: the lines of the log about it, the event after them, and the reports with their verdicts."""

    reports: tuple[HandedReport, ...] = ()

    @property
    def accepted(self) -> bool:
        return all(report.accepted for report in self.reports)


@dataclass(frozen=True, slots=True)
class ReceivedReport:
    """The last report of a time class that the office was given, by its line in the log, and as the office has it now.
    `detail` is None if this office does not know the event: then the log says what there is to say."""

    line: Mapping[str, Any]
    detail: EventDetail | None

    @property
    def revision(self) -> Revision | None:
        """The newest revision with these bytes: a report is examined again when players are identified."""
        known = () if self.detail is None else self.detail.revisions
        return next((revision for revision in reversed(known) if revision.sha256 == self.line["sha256"]), None)

    @property
    def verdict(self) -> Verdict:
        own = self.revision
        if self.detail is None or own is None:
            return "accepted" if self.line.get("accepted", True) else "refused"
        if self.detail.state == "withdrawn":
            return "withdrawn"
        if self.detail.state not in HELD or not own.accepted:
            return "refused"
        return "accepted" if counting(self.detail).sha256 == own.sha256 else "replaced"


def counting(detail: EventDetail) -> Revision:
    """Return the report that counts for an event."""
    return next(one for one in detail.revisions if one.number == detail.revision)


def received_reports(desk: Desk, state: EventState) -> list[ReceivedReport]:
    """Return what the office says now of the reports that it was given: the last one of each time class and part."""
    last = {(one["time_class"], one.get("period", "")): one for one in state.handed_over}
    return [ReceivedReport(one, _detail(desk, int(one["office_event"]))) for one in last.values()]


def _detail(desk: Desk, event: int) -> EventDetail | None:
    try:
        return show_event(desk, event)
    except ArpadError:
        return None


def hand_over(
    event_store: EventStore,
    desk: Desk,
    slug: str,
    at: dt.datetime,
    reason: str = "",
    *,
    yes: bool = False,
    check: bool = False,
    period: str = "",
) -> HandOver:
    """Hand an event over: one report for each time class; or the part of a `period` of a long event, which stays as it
    is from then on. What was handed over before is corrected, with the reason; the same bytes again change nothing.
    Games that another event of the office has need a `yes`. With `check` everything is tried, and nothing is kept."""
    state = event_store.open(slug).state
    files = files_of(state, period)
    part: dict[str, Any] = {}
    handed = [one for one in state.handed_over if one.get("period", "") == period]
    before = {one["time_class"]: one for one in handed}
    stands = {one["time_class"]: one for one in handed if one.get("accepted", True)}
    if period:
        rounds = period_named(state.event_rules, period).rounds
        part = {"period": period, "rounds": rounds, "list": list_month(period, state.periods.get(period))}
    reports: list[HandedReport] = []
    done = Done((), (), state)
    with dry_run(desk) if check else nullcontext(desk) as place:
        for file in files:
            last, standing = before.get(file.time_class), stands.get(file.time_class)
            try:
                report = _given(place, state, file, last, standing, Confirmation(yes, reason))
            except PlayedBefore as problem:  # asked about as everything else is in an event
                words = Words("tournament.warning.played-before", **problem.values)
                raise NotConfirmed("confirm", (EventWarning("played-before", "confirm", words),)) from None
            reports.append(replace(report, kept=not check))
            if not check and _is_news(report, standing):
                revision = report.record.revision if report.submitted is None else report.submitted.revision
                command = HandedOver(file.time_class, report.event, revision, report.sha256, report.accepted, **part)
                new = event_store.act(slug, command, desk.who, at, Confirmation(reason=reason))
                done = Done((*done.lines, *new.lines), (), new.state)
    return HandOver(done.lines, (), done.state, tuple(reports))


def files_of(state: EventState, period: str = "") -> list[RatedFile]:
    """Return the reports that are handed over: those of a finished event, or the part of a period that is over. An
    event of which a part was handed over is not handed over as a whole."""
    if period:
        return [complete_part(state, period)]
    if given := parts_handed_over(state):
        raise ArpadError("event-period-whole", periods=", ".join(given), slug=state.event_rules.slug)
    need_complete(state)
    if not state.finished:
        raise ArpadError("event-not-finished")
    return rated_files(state)


def _is_news(report: HandedReport, standing: Mapping[str, Any] | None) -> bool:
    """Whether the log does not say yet what the office has."""
    if report.submitted is not None or standing is None:
        return True
    return (standing["sha256"], int(standing["office_event"])) != (report.sha256, report.event)


def _given(
    desk: Desk,
    state: EventState,
    file: RatedFile,
    last: Mapping[str, Any] | None,
    standing: Mapping[str, Any] | None,
    consent: Confirmation,
) -> HandedReport:
    """Give the office a report: nothing if it has these bytes, a correction if it has others, else a new one. A report
    that it refused is mended by the next one for the same event."""
    key = sha256(file.data)
    numbers = dict.fromkeys(int(line["office_event"]) for line in (last, standing) if line is not None)
    there = [detail for number in numbers if (detail := _detail(desk, number)) is not None]
    held = next((detail for detail in there if detail.state in HELD), None)
    if held is not None:
        if counting(held).sha256 == key:
            return HandedReport(file, key, held, None)
        if not consent.reason:
            raise ArpadError("event-hand-over-reason")
        correction = CorrectReport(held.id, file.data, consent.reason, another_event=consent.yes)
        submitted = decide(desk, correction).submitted
        assert submitted is not None
        return HandedReport(file, key, submitted.event, submitted)
    known = event_with_report(desk, key)
    if known is not None:
        return HandedReport(file, key, show_event(desk, known), None)
    waiting = next((detail.id for detail in there if detail.state == "refused"), None)
    named = named_edition(state.event_rules, desk.regulations, desk.system, file.time_class)
    done = submit(
        desk,
        file.data,
        event=waiting,
        received=desk.at.date(),
        facts=facts_document(stated_facts(state)),
        system=stated_system(state, read_report(file.data)),
        time_class=file.time_class,
        edition=None if named is None else named.id,
        another_event=consent.yes,
    )
    return HandedReport(file, key, done.event, done)
