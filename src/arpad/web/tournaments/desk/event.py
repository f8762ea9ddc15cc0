"""Staff pages for an event's staff, links, rules, corrections, incidents and log, and undo."""

import datetime as dt
import hashlib
import re
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from fastapi import Query
from markupsafe import Markup
from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, extended
from arpad.documents.schema import Anything, Bag
from arpad.domain.rating_list import RatingList
from arpad.formats.rating_lists.files import read_list
from arpad.i18n import ArpadError, Language, text
from arpad.inputs.declared import Input, as_typed, whole
from arpad.inputs.parse import unreachable
from arpad.office.tournaments.hand_over import HandedReport, HandOver, hand_over
from arpad.office.tournaments.players import event_ratings
from arpad.office.tournaments.store import MadeLink, add_link
from arpad.papers.typeset import qr_svg
from arpad.tournament.acts.act import at_fields, reply_shape
from arpad.tournament.acts.event import LINK_ROLES, CaptainsTeam, LinkWanted, OfStaff, Sector, role_input
from arpad.tournament.acts.periods import OpenPeriod
from arpad.tournament.amendments import correction_window
from arpad.tournament.journal import Done
from arpad.tournament.kinds.all_kinds import KINDS
from arpad.tournament.kinds.event import EventHandedOver, LinkMade, PeriodOpened
from arpad.tournament.sentences import kind_words, line_words
from arpad.tournament.times import event_times
from arpad.tournament.undo import undone_lines
from arpad.web.cache import Answer
from arpad.web.tournaments.actions import ActionContext, EventAction, LineNumber
from arpad.web.tournaments.context import AsArbiter, AsChief, AtLineDocument, EventContext, staff_pages

# Undo: the inverse of a line of the log.


class UndoLine(EventAction, frozen=True):
    """Undo a line of the log: its inverse is written, and nothing is removed."""

    name = "undo"
    path = "desk/log/{line}/undo"
    least = "arbiter"
    back = "desk/log"
    said = ("line",)

    line: LineNumber

    def do(self, context: ActionContext) -> Done:
        return context.event_store.undo(
            context.slug, self.line, context.seat.who, context.at, context.consent, request=context.request
        )


# The staff and links of an event, its rules, its end, and the hand-over to the office.

HOURS, MOST_HOURS = 12, 24


Hours = Annotated[int, Input(whole(1, MOST_HOURS), "number", "How many hours the link is valid.", max_length=5)]
Label = Annotated[str, Input(about="What the link is called: a person, a hall.", max_length=60)]


@dataclass(frozen=True, slots=True)
class DoneLink(Done):
    """A link that was made, with the secret that is shown once, and the address that has it."""

    made: MadeLink
    address: str


class MakeEventLink(EventAction, frozen=True):
    """Make a link for somebody without an account. Its address is shown once and not kept."""

    answers = (reply_shape("MadeLink", link=int, secret=str, address=str),)
    name = "link"
    back = "desk/staff"
    least = "chief"
    writes = (LinkMade,)
    problems = OfStaff.problems

    label: Label
    role: Annotated[str, role_input(LINK_ROLES, "")]
    boards: Sector = None
    team: CaptainsTeam = None
    hours: Hours = HOURS

    def do(self, context: ActionContext) -> Done:
        rules = context.event_store.open(context.slug).state.event_rules
        ends = context.at + dt.timedelta(hours=self.hours)
        if self.role == "captain" and rules.end is not None:
            midnight = dt.datetime.combine(rules.end + dt.timedelta(days=1), dt.time(), event_times(rules).zone)
            ends = max(ends, midnight.astimezone(dt.UTC))
        wanted = LinkWanted(self.label, self.role, ends, self.boards, self.team)
        link = add_link(
            context.event_store, context.slug, wanted, context.seat.who, context.at, context.consent, context.request
        )
        address = f"{context.site}/t/{context.slug}/link/{link.secret or '…'}"
        return DoneLink(link.done.lines, link.done.warnings, link.done.state, link, address)

    def answer(self, done: Done, _language: Language) -> dict[str, Any]:
        assert isinstance(done, DoneLink)
        return {"link": done.made.link, "secret": done.made.secret, "address": done.address}

    def words(self, done: Done) -> dict[str, object]:
        assert isinstance(done, DoneLink)
        return {"label": self.label, "address": done.address}


class HandedOverDocument(Document, frozen=True):
    """A report that the office received: `office_event` is its number at `/events/{number}`."""

    n: int
    time_class: str
    office_event: int
    revision: int
    sha256: str
    accepted: bool
    reason: str | UnsetType = UNSET
    period: str | UnsetType = UNSET
    rounds: list[int] | UnsetType = UNSET
    list: str | UnsetType = UNSET


class HandOverEvent(EventAction, frozen=True):
    """Hand the event over to the office, or hand a correction over."""

    answers = (
        reply_shape("ToOffice", accepted=bool, reports=list[HandedReport], handed_over=list[HandedOverDocument]),
    )
    name = "hand-over"
    path = "desk/hand-over"
    back = "desk/hand-over"
    least = "chief"
    writes = (EventHandedOver,)

    def do(self, context: ActionContext) -> Done:
        return hand_over(
            context.event_store,
            context.office(),
            context.slug,
            context.at,
            context.consent.reason,
            yes=context.consent.yes,
            period=getattr(self, "period", ""),
        )

    def answer(self, done: Done, language: Language) -> dict[str, Any]:
        assert isinstance(done, HandOver)
        return {
            "accepted": done.accepted,
            "reports": [report.document(language) for report in done.reports],
            "handed_over": [dict(one) for one in done.state.handed_over],
        }

    def sentences(self, done: Done, language: Language) -> list[str]:
        """Say which reports the office has; the page itself names those that it refused, with the reasons."""
        assert isinstance(done, HandOver)
        said = []
        for report in done.reports:
            if report.submitted is not None and not report.accepted:
                continue
            verdict = "known" if report.submitted is None else "accepted"
            values = {"time_class": text(f"time-class.{report.file.time_class}", language), "event": report.event}
            said.append(text(f"web.event-office.said-{verdict}", language, **values))
        return said


class HandOverPart(HandOverEvent, frozen=True):
    """Hand the part of a rating period over to the office, or a correction of it. It stays as it is from then on."""

    name = "hand-over-part"
    path = "desk/periods/hand-over"
    back = "desk/periods"

    period: Annotated[str, Input(kind="hidden", about="The rating period: 2026-03.", max_length=10)]


class OpenRatingPeriod(EventAction, frozen=True):
    """Open a rating period: take rating, K, title and federation of all players from the office's list in force on its
    first day, or from a file."""

    name = "open-period"
    path = "desk/periods"
    back = "desk/periods"
    least = "chief"
    writes = (PeriodOpened,)
    on_page = ("note", "confirm")
    problems = at_fields(period="event-period-unknown", ratings_csv="event-no-list list-unreadable")

    period: Annotated[str, Input(kind="hidden", about="The rating period: 2026-03.", max_length=10)]
    ratings_csv: Annotated[
        str,
        Input(as_typed, "file", "The list of the period as CSV; without it, that of the office.", max_length=2_000_000),
    ] = ""

    def do(self, context: ActionContext) -> Done:
        state = context.event_store.open(context.slug).state
        ids = {entry.id for entry in state.entries.values() if entry.id and entry.playing}
        digest = ""
        if self.ratings_csv.strip():
            data = self.ratings_csv.encode()
            digest, listed = hashlib.sha256(data).hexdigest(), typed_list(data, ids, f"{self.period}.csv")
        else:
            listed = event_ratings(context.office().database, ids, state, self.period)
        if listed is None:
            raise ArpadError("event-no-list")
        return context.act(OpenPeriod(self.period, listed, digest))

    def words(self, done: Done) -> Mapping[str, object]:
        kept = done.state.periods[self.period]
        return {"period": self.period, "list": kept.name, "players": len(kept.players)}


def typed_list(data: bytes, ids: Collection[str], name: str) -> RatingList | None:
    """Return the players of a list that was sent as a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        return replace(read_list(path, ids), name=name)


# Corrections, incidents, staff, rules and the log of an event at its desk.

office_pages = staff_pages()
A_PAGE = 100
CORRECTIONS = ("correction.rated", "colours.swapped", "board.substituted", "penalty.set", "board.added")
MADE_LINK = re.compile(r"https?://\S+/t/[a-z0-9-]+/link/[\w-]+")
"""The address of a link in what was said when it was made."""
Kind = Annotated[str, Query(max_length=40, description="A kind of lines, or a group of kinds.")]
Who = Annotated[str, Query(max_length=120, description="Somebody, as the log writes them.")]
Before = Annotated[int, Query(ge=0, le=2**31, description="Only lines before this one; 0: the newest.")]


class WindowDocument(Document, frozen=True):
    """What can still be corrected in a round."""

    round: int
    window: str


class MadeCorrectionDocument(Document, frozen=True):
    """A correction."""

    n: int
    kind: str
    round: int | None
    board: int | None
    entry: int | None
    was: Anything
    result: Anything
    reason: str
    who: str


class CorrectionsDocument(AtLineDocument, frozen=True):
    """What can still be corrected, and what was."""

    rounds: list[WindowDocument]
    made: list[MadeCorrectionDocument]


@office_pages.page("/t/{slug}/desk/corrections", "event_desk_corrections.html", CorrectionsDocument)
def corrections(context: AsArbiter) -> Answer:
    """What can still be corrected in each round, and what was."""
    state, now = context.state, context.now.isoformat()

    def document() -> CorrectionsDocument:
        rounds = [
            WindowDocument(number, correction_window(state, number, now))
            for number, event_round in sorted(state.rounds.items())
            if event_round.published_n is not None
        ]
        return CorrectionsDocument(context.slug, state.n, rounds, [*_made(context)])

    return context.answer(document)


def _made(context: EventContext) -> Iterator[MadeCorrectionDocument]:
    """The corrections so far: those of their own kinds, and results that replaced others."""
    for line in context.site.events.lines(context.slug):
        data = line.data
        replaced = line.kind == "result.set" and data.get("was") not in (None, "*")
        if line.kind in CORRECTIONS or replaced:
            yield MadeCorrectionDocument(
                n=line.n,
                kind=line.kind,
                round=data.get("round"),
                board=data.get("board"),
                entry=data.get("entry") or data.get("team"),
                was=data.get("was"),
                result=data.get("result", data.get("points")),
                reason=data.get("reason", ""),
                who=line.who,
            )


class IncidentDocument(Document, frozen=True):
    """An incident, or an appeal with its decision."""

    n: int
    text: str
    round: int | UnsetType = UNSET
    board: int | UnsetType = UNSET
    decision: str | UnsetType = UNSET


ShownIncidents = Sequence[Annotated[Mapping[str, Any], IncidentDocument]]
"""Incidents as the log has them."""


class IncidentsDocument(AtLineDocument, frozen=True):
    """Incidents and appeals. They are never public."""

    incidents: ShownIncidents
    appeals: ShownIncidents


@office_pages.page("/t/{slug}/desk/incidents", "event_desk_incidents.html", IncidentsDocument)
def incidents(context: AsArbiter) -> Answer:
    """Incidents and appeals for the chief arbiter's report. They are never public."""
    state = context.state
    return context.answer(lambda: IncidentsDocument(context.slug, state.n, state.incidents, state.appeals))


class StaffAccountDocument(Document, frozen=True):
    """An account of the staff."""

    account: str
    role: str
    boards: Anything | UnsetType = UNSET
    team: int | UnsetType | None = UNSET


class StaffLinkDocument(Document, frozen=True, kw_only=True):
    """A link for somebody without an account."""

    link: int
    label: str
    role: str
    boards: Anything | UnsetType = UNSET
    team: int | UnsetType | None = UNSET
    ends: str
    over: bool


class StaffDocument(AtLineDocument, frozen=True):
    """The staff of the event, and its links."""

    staff: Sequence[Annotated[Mapping[str, Any], StaffAccountDocument]]
    links: Sequence[Annotated[Mapping[str, Any], StaffLinkDocument]]


@office_pages.page("/t/{slug}/desk/staff", "event_desk_staff.html", StaffDocument)
def staff(context: AsChief) -> Answer:
    """The staff of the event, and its links."""
    state, now = context.state, context.now.isoformat()

    def document() -> StaffDocument:
        links = [{"link": number, **one, "over": one["ends"] <= now} for number, one in sorted(state.links.items())]
        people = [{"account": name, **one} for name, one in sorted(state.staff.items())]
        return StaffDocument(context.slug, state.n, people, links)

    def page() -> dict[str, Any]:
        match = MADE_LINK.search(" ".join(context.frame.said))
        why = unreachable(match[0]) if match else None
        code = Markup(qr_svg(match[0])) if match else ""
        return {"data": document(), "made": match[0] if match else "", "code": code, "unreachable": why}

    return context.answer(document, page)


class EventLogLineDocument(Document, frozen=True):
    """A line of the log with its sentence in the language of the reader. `undone_by` is the line that undid it;
    `undo` says whether it can be undone as long as no later line depends on it."""

    at: str
    data: Bag
    kind: str
    n: int
    prev: str
    who: str
    sha256: str
    sentence: str
    undone_by: int | None
    undo: bool


class EventLogDocument(AtLineDocument, frozen=True):
    """The log, the newest lines first."""

    lines: list[EventLogLineDocument]


@office_pages.page("/t/{slug}/desk/log", "event_desk_log.html", EventLogDocument)
def log(context: AsArbiter, kind: Kind = "", who: Who = "", before: Before = 0) -> Answer:
    """The log in sentences, the newest lines first."""
    lines = context.site.events.lines(context.slug)
    undone = undone_lines(lines)
    found = [
        line
        for line in reversed(lines)
        if kind in ("", line.kind, line.kind.partition(".")[0])
        and who in ("", line.who)
        and (not before or line.n < before)
    ]
    shown = found[:A_PAGE]

    def rows() -> list[EventLogLineDocument]:
        return [
            extended(
                EventLogLineDocument,
                line,
                sentence=line_words(line, context.state).text(context.language),
                undone_by=undone.get(line.n),
                undo=line.n not in undone and not KINDS[line.kind].instead,
            )
            for line in shown
        ]

    def page() -> dict[str, Any]:
        groups = {line.kind.partition(".")[0] for line in lines}
        names = {group: kind_words(group).text(context.language) for group in groups}
        return {
            "rows": rows(),
            "kind": kind.partition(".")[0],
            "who": who,
            "older": shown[-1].n if len(found) > A_PAGE else None,
            "kinds": sorted(names.items(), key=lambda named: named[1]),
            "people": sorted({line.who for line in lines}),
        }

    return context.answer(lambda: EventLogDocument(context.slug, context.state.n, rows()), page)
