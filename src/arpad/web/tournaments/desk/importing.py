"""Players from a spreadsheet at the desk: chosen, dropped or pasted, looked at, and entered with one button.

Nothing is kept between the two steps: the cells travel in the form. What a person decided about columns is remembered
in a cookie, and offered again when the headings are the same. The tournaments of a festival share one page: a column of
the sheet, the rules or a choice say where each player goes.
"""

import base64
import datetime as dt
import json
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import Document, ShownAs, replace
from arpad.formats.entry_columns import sheet_fields
from arpad.formats.entry_sheets import (
    EntrySheet,
    RowState,
    SheetChoices,
    SheetEntry,
    SheetFinding,
    cell_text,
    read_entry_sheet,
)
from arpad.formats.sheets import SheetBook, SheetTab, checked_size, column_letters, read_book
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.office.tournaments.players import (
    SheetMatch,
    enter_listed_file,
    event_ratings,
    match_sheet,
    with_sheet_contacts,
)
from arpad.tournament.acts.players import EnterFile
from arpad.tournament.documents import DoneDocument, WarningDocument, done_document
from arpad.tournament.entries import (
    EntryFile,
    EntryRow,
    against_entries,
    against_others,
    checked_cells,
    entry_file,
    listed_fields,
    not_admitted,
)
from arpad.tournament.festival import named_event, suggested_event
from arpad.tournament.journal import Confirmation, Done, EventWarning
from arpad.tournament.rules import MOST_ROUNDS
from arpad.untrusted import json_value
from arpad.web.cache import html, json_text, short_tag, wants_json
from arpad.web.office.forms import BEARER
from arpad.web.openapi import shaped
from arpad.web.player_parts import find_players
from arpad.web.problems import status_of
from arpad.web.security import FIELD, NotOurForm, NotSignedIn, is_own_token
from arpad.web.site import problem_on_page
from arpad.web.standings.choices import carried
from arpad.web.tournaments.actions import form_token
from arpad.web.tournaments.context import EventContext, Slug, event_context, need, say
from arpad.web.tournaments.desk.players import EnterPlayers
from arpad.web.tournaments.perform import ANSWERS, acting_context, done_with
from arpad.web.uploads import TimedRoute

importing = APIRouter(tags=["event"], dependencies=[BEARER], route_class=TimedRoute)
MOST_CARRIED, MOST_UNPACKED, MOST_FIELDS = 15_000_000, 60_000_000, 4000
LONGEST_ROW = 6
MOST_SHOWN = 300
"""Rows of a page."""
FILTERS: Mapping[str, tuple[RowState, ...]] = {
    "all": ("clean", "ask", "duplicate", "refused"),
    "ask": ("ask", "duplicate"),
    "refused": ("refused",),
}
TABLE_FIELDS = ("title", "name", "id", "rating", "born", "federation", "club")
COLUMN, MATCH, INTO = "column-", "match-", "into-"
TOURNAMENT = "tournament"
"""The column that says where a player of a festival goes."""


class SheetDesk(NamedTuple):
    """Where a sheet is dropped: at the desk of a tournament, or (`joint`) of a festival, for several of them."""

    frame: Any
    contexts: tuple[EventContext, ...]
    joint: bool = False

    @property
    def first(self) -> EventContext:
        return self.contexts[0]

    @property
    def request(self) -> Request:
        return self.first.request

    @property
    def language(self) -> Language:
        return self.first.language

    @property
    def root(self) -> str:
        return "/f" if self.joint else "/t"

    def values(self) -> dict[str, Any]:
        """What the page needs to know about the desk."""
        home = f"{self.frame.address}/desk/{'players' if self.joint else 'entries'}"
        outer = "festival_desk_frame.html" if self.joint else "event_desk_frame.html"
        menu = "web.festival.menu-registration" if self.joint else "web.event-desk.menu-entries"
        return {
            "frame": self.frame,
            "outer": outer,
            "home": home,
            "at": f"{home}/import",
            "home_name": menu,
            "joint": self.joint,
        }


class SheetReading(Document, frozen=True):
    """What was read of a sheet, with the list's player for each row that has one."""

    event: str
    n: int
    sheets: list[str]
    reading: EntrySheet
    listed: dict[str, str]


class JointReading(Document, frozen=True):
    """What was read of a sheet for the tournaments of a festival, with the tournament of each row."""

    festival: str
    sheets: list[str]
    reading: EntrySheet
    listed: dict[str, str]
    tournaments: dict[str, str]


class SheetForm(NamedTuple):
    """What was sent: fields, rows that are marked, and a file."""

    typed: Mapping[str, str]
    taken: frozenset[int]
    data: bytes | None
    name: str


async def sheet_form(request: Request) -> SheetForm:
    """Read the form: the cells that it carries may be large."""
    async with request.form(max_fields=MOST_FIELDS, max_part_size=MOST_CARRIED) as form:
        request.state.own_form = request.state.by_token or is_own_token(form.get(FIELD), form_token(request))
        file = form.get("file")
        chosen = file if isinstance(file, UploadFile) and (file.filename or file.size) else None
        data = None if chosen is None else await chosen.read()
        name = "" if chosen is None else chosen.filename or ""
        texts = [(key, value) for key, value in form.multi_items() if isinstance(value, str) and key != FIELD]
    taken = frozenset(_rows_typed(" ".join(value for key, value in texts if key == "take")))
    return SheetForm({key: value for key, value in texts if key != "take"}, taken, data, name)


# The cells of a file in a form, from one step to the next.


def packed(book: SheetBook) -> str:
    """Return the sheets of a file for a field of a form."""
    tabs = [[tab.name, tab.rows, sorted(tab.errors)] for tab in book.sheets]
    coded = json.dumps([book.format, tabs], default=lambda day: {"day": day.isoformat()}, ensure_ascii=False)
    return base64.b64encode(zlib.compress(coded.encode())).decode()


def unpacked(coded: str) -> SheetBook:
    """Return the sheets that a form carries."""
    try:
        format_, tabs = json_value(carried(coded, MOST_UNPACKED))
        sheets = [
            SheetTab(
                str(name), [tuple(map(_cell, row)) for row in rows], frozenset((int(a), int(b)) for a, b in errors)
            )
            for name, rows, errors in tabs
        ]
    except (ValueError, TypeError, AttributeError):
        raise ArpadError("web-carried") from None
    return checked_size(SheetBook("text" if format_ not in ("xlsx", "xls", "ods") else format_, tuple(sheets)))


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        return dt.date.fromisoformat(value["day"]) if "day" in value else None
    return value if value is None or (isinstance(value, str | int) and not isinstance(value, bool)) else str(value)


# Columns that were decided before, by the headings of the sheet.

COOKIE, YEAR, MOST_REMEMBERED = "arpad_columns", 365 * 24 * 3600, 6


def _heads(sheet: EntrySheet) -> str:
    return short_tag("\t".join(column.header for column in sheet.layout).encode())


def _remembered(request: Request) -> dict[str, dict[str, str]]:
    try:
        found = json_value(base64.urlsafe_b64decode(request.cookies.get(COOKIE, "").encode()))
    except ValueError:
        return {}
    kept = found if isinstance(found, dict) else {}
    return {heads: fields for heads, fields in kept.items() if isinstance(fields, dict)}


def _remember(response: Response, desk: SheetDesk, sheet: EntrySheet) -> Response:
    fields = {str(column.column): column.field for column in sheet.layout}
    kept = {heads: known for heads, known in _remembered(desk.request).items() if heads != _heads(sheet)}
    kept = dict([*kept.items(), (_heads(sheet), fields)][-MOST_REMEMBERED:])
    coded = base64.urlsafe_b64encode(json.dumps(kept).encode()).decode()
    response.set_cookie(COOKIE, coded, max_age=YEAR, httponly=True, samesite="lax", path=desk.root)
    return response


# A sheet as somebody looks at it: read, compared with the entries and with the list.


class Look(NamedTuple):
    """A sheet before it is entered. `decided` says whether somebody chose columns, `placed` to which tournament each
    row goes, empty if that is not known."""

    book: SheetBook
    tab: SheetTab
    sheet: EntrySheet
    matches: Mapping[int, SheetMatch]
    decided: bool
    placed: Mapping[int, str]

    @property
    def proposals(self) -> dict[int, str]:
        """The ids of the only players of the list with the names and births of rows."""
        return {
            row: match.only.id
            for row, match in self.matches.items()
            if match.only is not None and self.values.get(row, {}).get("born") == match.only.born
        }

    @property
    def values(self) -> dict[int, dict[str, Any]]:
        return dict(self.sheet.entries)


def look(desk: SheetDesk, form: SheetForm) -> Look:
    """Read what was sent, with what was decided about it."""
    typed = form.typed
    if form.data is not None:
        book = read_book(form.data, form.name, typed.get("encoding", ""))
    elif typed.get("carried"):
        book = unpacked(typed["carried"])
    elif typed.get("text", "").strip():
        book = read_book(typed["text"].encode())
    else:
        raise ArpadError("sheet-none")
    tab = book.sheet(typed.get("sheet", ""))
    same = typed.get("tab", tab.name) == tab.name
    chosen = {int(key[len(COLUMN) :]): name for key, name in typed.items() if same and _is_numbered(key, COLUMN)}
    allowed = (*sheet_fields(joint=desk.joint), "rating_mixed", "")
    columns = {number: name for number, name in chosen.items() if name in allowed}
    order, who = _one_of(typed, "name_order", "surname", "first"), _one_of(typed, "m_means", "m", "f")
    choices = SheetChoices(columns, order, who, desk.first.now.year, desk.joint)
    sheet = read_entry_sheet(tab, choices)
    if not chosen and (known := _remembered(desk.request).get(_heads(sheet))):
        columns = {int(number): str(name) for number, name in known.items() if number.isdigit() and name in allowed}
        sheet = read_entry_sheet(tab, replace(choices, columns=columns))
    elif not chosen and (named := _naming_column(desk, sheet)):
        columns = {named: TOURNAMENT}
        sheet = read_entry_sheet(tab, replace(choices, columns=columns))
    decided = bool(chosen) and sheet.fields != _fields_alone(tab, choices)
    ids = {int(key[len(MATCH) :]): id_ for key, id_ in typed.items() if same and id_ and _is_numbered(key, MATCH)}
    into = _rows_placed(typed) if same else {}
    found = _compared(desk, Look(book, tab, sheet, {}, decided, into), ids, typed.get("into", ""))
    if typed.get("proposals"):
        again = Look(book, tab, sheet, {}, decided, into)
        found = _compared(desk, again, found.proposals | ids, typed.get("into", ""))
    return found


def _rows_placed(typed: Mapping[str, str]) -> dict[int, str]:
    """The tournaments that somebody chose for rows, on this page and on those before."""
    pairs = [part.partition(":") for part in typed.get("placed", "").split()]
    before = {int(row): slug for row, _, slug in pairs if _is_numbered(f"{INTO}{row}", INTO)}
    return before | {int(key[len(INTO) :]): slug for key, slug in typed.items() if _is_numbered(key, INTO)}


def _naming_column(desk: SheetDesk, sheet: EntrySheet) -> int:
    """The column without another meaning, or with groups or categories, whose values name tournaments; 0 if none."""
    if not desk.joint or TOURNAMENT in sheet.fields.values():
        return 0
    states = [context.state for context in desk.contexts]
    free = [column for column in sheet.layout if column.field in ("", "groups", "category") and column.values]
    named = [column.column for column in free if all(named_event(states, value) for value in column.values)]
    return named[0] if named else 0


def _is_numbered(key: str, prefix: str) -> bool:
    """Whether a field of the form belongs to a column or a row."""
    number = key[len(prefix) :]
    return key.startswith(prefix) and number.isascii() and number.isdigit() and len(number) < LONGEST_ROW


def _fields_alone(tab: SheetTab, choices: SheetChoices) -> Mapping[int, str]:
    """What the columns would be taken for if nobody chose any."""
    try:
        return read_entry_sheet(tab, replace(choices, columns={})).fields
    except ArpadError:
        return {}


def _one_of(typed: Mapping[str, str], name: str, *known: str) -> Any:
    return typed.get(name) if typed.get(name) in known else ""


def _compared(desk: SheetDesk, seen: Look, ids: Mapping[int, str], into: str) -> Look:
    """Compare a sheet with entries and list; `ids` are those that somebody took from the list for rows, `into` is the
    tournament of rows that name none."""
    entries = tuple(
        SheetEntry(row, {**values, "id": ids[row]} if row in ids else values) for row, values in seen.sheet.entries
    )
    sheet = checked_cells(seen.sheet.with_findings((), entries=entries))
    wanted = {values.get("id") or values.get("fide_id", "") for _, values in sheet.entries} - {""}
    placed, found = _placed(desk, sheet, wanted, seen.placed, into) if desk.joint else ({}, [])
    refused = {finding.row for finding in found if finding.kind == "refused" and finding.row is not None}
    kept: list[SheetEntry] = []
    matches: dict[int, SheetMatch] = {}
    for context in desk.contexts:
        own = tuple(entry for entry in sheet.entries if not desk.joint or placed.get(entry.row) == context.slug)
        part = replace(sheet, entries=own, findings=(), refused=frozenset())
        others = [other.state for other in desk.contexts if other.slug != context.slug]
        part, more = _with_list(context, against_entries(against_others(part, others), context.state), wanted)
        kept += part.entries
        found += part.findings
        refused |= part.refused
        matches |= more
    kept.sort(key=lambda entry: entry.row)
    sheet = sheet.with_findings(found, frozenset(refused), tuple(kept))
    return seen._replace(sheet=sheet, matches=matches, placed=placed)


def _with_list(
    context: EventContext, sheet: EntrySheet, wanted: set[str]
) -> tuple[EntrySheet, Mapping[int, SheetMatch]]:
    rules = context.state.event_rules
    ratings = event_ratings(context.site.database, wanted, context.state)
    return match_sheet(sheet, ratings, rules, lambda name, count: find_players(context.request, name, count))


def _placed(
    desk: SheetDesk, sheet: EntrySheet, wanted: set[str], chosen: Mapping[int, str], into: str
) -> tuple[dict[int, str], list[SheetFinding]]:
    """Say for each row to which tournament it goes: the one that somebody chose for it, the one that its cell names,
    else the one for all rows, or by the rules. What is odd about that is asked for."""
    states = {context.slug: context.state for context in desk.contexts}
    rules = desk.first.state.event_rules
    ratings = event_ratings(desk.first.site.database, wanted, desk.first.state)
    column = next((number for number, name in sheet.fields.items() if name == TOURNAMENT), None)
    fields = {row.line: row.fields for row in entry_file(sheet, rules).rows}
    placed: dict[int, str] = {}
    found: list[SheetFinding] = []
    for row, values in sheet.entries:
        own, cell = dict(fields.get(row, {})), values.get(TOURNAMENT, "")
        listed = None if ratings is None else ratings.get(str(own.get("id", "")))
        if listed is not None and ratings is not None:
            own |= listed_fields(listed, ratings.combined, rules)
        named = named_event([*states.values()], cell) if cell else ""
        slug = chosen.get(row) if chosen.get(row) in states else named or (into if into in states else "")
        slug = placed[row] = slug or suggested_event([*states.values()], own)
        if not slug:
            found.append(SheetFinding("refused", row, column, "tournament-none", {}))
        elif cell and not named and row not in chosen:
            about = {"value": cell, "event": states[slug].event_rules.name}
            found.append(SheetFinding("ask", row, column, "tournament-unknown", about))
        if slug and (condition := not_admitted(states[slug].event_rules, own)):
            about = {"event": states[slug].event_rules.name, "condition": condition}
            found.append(SheetFinding("ask", row, None, "not-admitted", about))
    return placed, found


# The page, and the address that takes the form.


@importing.get("/t/{slug}/desk/entries/import", include_in_schema=False)
def import_page(request: Request, slug: Slug) -> Response:
    """The form for a file or for rows that are pasted."""
    context = event_context(request, slug)
    need(context, "arbiter")
    return empty_page(SheetDesk(context.frame, (context,)))


def empty_page(desk: SheetDesk) -> Response:
    """The form before anything is sent."""
    return html(desk.request, "event_desk_import.html", {**desk.values(), "typed": {}, "problem": ""})


PARTS = {
    "text": "Rows that are pasted, instead of a file.",
    "sheet": "The name of the sheet; without it, the first with two rows.",
    "step": "`enter`: enter the players; otherwise the sheet is only read.",
    "take": "A row with a question that is taken all the same; repeatable.",
    "prefer": "`sheet`: its data count, not those of the list.",
    "from_round": "The first round of late players.",
    "request": "An id of your own: sent again, it is answered the same.",
    "csrf": "The token of the form; a program with a bearer token needs none.",
}
FILE = {"type": "string", "format": "binary", "description": "A spreadsheet with players."}
FIELDS = {"file": FILE} | {name: {"type": "string", "description": about} for name, about in PARTS.items()}
BODY = {"content": {"multipart/form-data": {"schema": {"type": "object", "properties": FIELDS}}}}


@importing.post(
    "/t/{slug}/desk/entries/import", name="enter-sheet", responses=ANSWERS, openapi_extra={"requestBody": BODY},
    operation_id="event_enter_sheet",
)  # fmt: skip
@shaped(SheetReading | Annotated[dict[str, Any], done_with(DoneDocument)])
def import_sheet(request: Request, slug: Slug, form: Annotated[SheetForm, Depends(sheet_form)]) -> Response:
    """Look at the players of a spreadsheet, or enter those that are ready and those that are marked, all at once."""
    context = event_context(request, slug)
    if context.is_nobody and context.kept.at_home:
        raise NotSignedIn(form.typed)
    need(context, "arbiter")
    return sheet_answer(SheetDesk(context.frame, (context,)), form)


def sheet_answer(desk: SheetDesk, form: SheetForm) -> Response:
    """Answer a form with a sheet: what was read of it, or what became of it."""
    request, language = desk.request, desk.language
    if not request.state.own_form:
        raise NotOurForm(form_token(request), form.typed)
    try:
        seen = look(desk, form)
    except ArpadError as problem:
        if wants_json(request):
            raise
        values = {"typed": form.typed, "problem": problem_on_page(problem, language), "name": form.name}
        return html(request, "event_desk_import.html", {**desk.values(), **values}, status_of(problem))
    problem_words, status = "", 200
    if form.typed.get("step") == "enter":
        try:
            response = _entered_jointly(desk, form, seen) if desk.joint else _entered(desk.first, form, seen)
            return _remember(response, desk, seen.sheet) if seen.decided else response
        except ArpadError as problem:
            if wants_json(request):
                raise
            problem_words, status = problem_on_page(problem, language), status_of(problem)
    if wants_json(request):
        return json_text(_reading(desk, seen).document(language))
    values = _page(desk, form, seen) | {"problem": problem_words}
    response = html(request, "event_desk_import.html", values, status)
    return _remember(response, desk, seen.sheet) if seen.decided else response


def _reading(desk: SheetDesk, seen: Look) -> "SheetReading | JointReading":
    listed = {str(row): match.listed.name for row, match in seen.matches.items() if match.listed is not None}
    if desk.joint:
        placed = {str(row): slug for row, slug in seen.placed.items() if slug}
        return JointReading(desk.frame.slug, seen.book.tables, seen.sheet, listed, placed)
    return SheetReading(desk.first.slug, desk.first.state.n, seen.book.tables, seen.sheet, listed)


def _wanted(form: SheetForm, seen: Look) -> set[int]:
    """The rows that are ready and not unmarked, and those with questions that are marked."""
    ready = {row for row, state in seen.sheet.states().items() if state == "clean"}
    return ready - _unmarked(form) | form.taken


def _file_for(context: EventContext, form: SheetForm, seen: Look, wanted: set[int]) -> tuple[EntryFile, EnterFile]:
    """The rows of a tournament, and the command that enters them."""
    rules = context.state.event_rules
    more = _first_round(context, form.typed.get("from_round", "") if not seen.placed else "")
    read = entry_file(seen.sheet, rules)
    rows = [_late(row._replace(asks=()), more) for row in read.rows if row.line in wanted]
    read = read._replace(rows=tuple(rows), unknown=())
    ids = {row.fields["id"] for row in rows if row.fields.get("id")}
    ratings = event_ratings(context.site.database, ids, context.state)
    list_wins = form.typed.get("prefer") != "sheet"
    command = enter_listed_file(read, context.state, ratings, context.site.events, list_wins=list_wins)
    assert isinstance(command, EnterFile)
    return read, command


def _entered(context: EventContext, form: SheetForm, seen: Look) -> Response:
    """Enter the rows in a tournament: one act."""
    read, command = _file_for(context, form, seen, _wanted(form, seen))
    if not read.rows:
        raise ArpadError("sheet-nobody")
    acting = acting_context(context, EnterPlayers, form.typed)
    done = acting.event_store.act(
        context.slug, command, context.seat.who, context.now, Confirmation(yes=True),
        request=acting.request, beside=with_sheet_contacts(read),
    )  # fmt: skip
    return _answered(context, done)


class SheetCount(Document, frozen=True):
    """How many players of a sheet were entered in a tournament."""

    event: str
    entered: int


class JointlyEntered(Document, frozen=True):
    """The players of a sheet who were entered in the tournaments of a festival."""

    festival: str
    tournaments: tuple[SheetCount, ...]
    warnings: Annotated[Sequence[EventWarning], ShownAs(list[WarningDocument])]


def _entered_jointly(desk: SheetDesk, form: SheetForm, seen: Look) -> Response:
    """Enter the rows in their tournaments: one transaction, all of them or none."""
    wanted, first, language = _wanted(form, seen), desk.first, desk.language
    files = {}
    for context in desk.contexts:
        own = {row for row in wanted if seen.placed.get(row) == context.slug}
        read, command = _file_for(context, form, seen, own)
        if read.rows:
            files[context.slug] = (context, read, command)
    if not files:
        raise ArpadError("sheet-nobody")
    known, counts = form.typed.get("known", ""), []
    store = acting_context(first, EnterPlayers, form.typed).event_store
    with store.together([*files], first.seat.who, first.now, Confirmation(yes=True)) as joint:
        if known and known != known_entries(desk):
            raise ArpadError("festival-sheet-changed")
        for slug, (_context, read, command) in files.items():
            lines = joint.act(slug, command)
            event = joint.events[slug]
            with_sheet_contacts(read)(joint.connection, event.row, Done(tuple(lines), (), event.state))
            counts.append(SheetCount(slug, sum(line.kind == "entry.added" for line in lines)))
    warnings = tuple(joint.confirmations.warnings)
    if wants_json(desk.request):
        return json_text(JointlyEntered(desk.frame.slug, tuple(counts), warnings).document(language))
    names = {slug: context.frame.name for slug, (context, _, _) in files.items()}
    words = [
        text("web.festival.sheet-entered", language, event=names[count.event], count=count.entered) for count in counts
    ]
    more = [warning.message.text(language) for warning in warnings if warning.level != "note"]
    response = RedirectResponse(desk.values()["home"], 303)
    say(response, desk.frame.slug, [*words, *more], "/f")
    return response


def known_entries(desk: SheetDesk) -> str:
    """How many entries each tournament has, as the form carries it: a form that is sent twice enters nobody twice."""
    events = desk.first.site.events
    return " ".join(f"{one.slug}:{len(events.open(one.slug).state.entries)}" for one in desk.contexts)


def _rows_typed(typed: str) -> set[int]:
    return {int(row) for row in typed.split() if row.isascii() and row.isdigit() and len(row) < LONGEST_ROW}


def _unmarked(form: SheetForm) -> set[int]:
    """The rows that were ready on a page, and that somebody unmarked."""
    return (_rows_typed(form.typed.get("ready", "")) | _rows_typed(form.typed.get("left", ""))) - form.taken


def _first_round(context: EventContext, typed: str) -> dict[str, int]:
    if not context.state.closed:
        return {}
    return {"from_round": parse.whole("from_round", typed or str(context.state.last_drawn + 1), 1, MOST_ROUNDS)}


def _late(row: EntryRow, more: Mapping[str, int]) -> EntryRow:
    return row._replace(fields={**more, **row.fields}) if more else row


def _answered(context: EventContext, done: Done) -> Response:
    if wants_json(context.request):
        return json_text(done_document(done, context.language))
    count = sum(line.kind == "entry.added" for line in done.lines)
    response = RedirectResponse(f"/t/{context.slug}/desk/entries", 303)
    words = EnterPlayers(csv="").sentences(done, context.language) if count else []
    more = [warning.message.text(context.language) for warning in done.warnings if warning.level != "note"]
    say(response, context.slug, [*words, *more])
    return response


class ShownRow(NamedTuple):
    """A row of the page: what was read, the list's player, candidates, and what is odd."""

    row: int
    state: RowState
    values: Mapping[str, Any]
    cells: str
    match: SheetMatch | None
    findings: Sequence[tuple[str, str, str]]
    marked: bool


def _page(desk: SheetDesk, form: SheetForm, seen: Look) -> dict[str, Any]:
    language, sheet, context = desk.language, seen.sheet, desk.first
    by_slug = {one.slug: one for one in desk.contexts}
    show = form.typed.get("show", "all") if form.typed.get("show") in FILTERS else "all"
    states, values, notes, left = sheet.states(), seen.values, _notes(sheet, language), _unmarked(form)
    rows = [
        ShownRow(
            row,
            state,
            _columns_of(values.get(row, {}), by_slug.get(seen.placed.get(row, ""), context)),
            "" if row in values else " · ".join(filter(None, map(cell_text, seen.tab.rows[row - 1]))),
            seen.matches.get(row),
            notes.get(row, ()),
            (state == "clean" and row not in left) or row in form.taken,
        )
        for row, state in states.items()
        if state in FILTERS[show]
    ]
    codes = {finding.code for finding in sheet.findings}
    on_page = {row.row for row in rows[:MOST_SHOWN]}
    return {
        **desk.values(),
        "typed": form.typed,
        "name": form.name or form.typed.get("name", ""),
        "carried": packed(seen.book),
        "sheets": seen.book.tables,
        "tab": seen.tab.name,
        "merged": seen.tab.merged,
        "layout": [(one, column_letters(one.column), notes.get((0, one.column), ())) for one in sheet.layout],
        "fields": sheet_fields(joint=desk.joint),
        "events": desk.contexts if desk.joint else (),
        "into": form.typed.get("into", ""),
        "places": seen.placed,
        "placed": " ".join(
            f"{row}:{slug}" for row, slug in sorted(_rows_placed(form.typed).items()) if row not in on_page
        ),
        "known": known_entries(desk) if desk.joint else "",
        "open": bool(codes & {"no-header", "only-m", "name-order"}),
        "asks": {
            "name_order": ("name-order" in codes or form.typed.get("name_order"), ("", "surname", "first")),
            "m_means": ("only-m" in codes or form.typed.get("m_means"), ("", "m", "f")),
        },
        "notes_above": notes.get(0, ()),
        "rows": rows[:MOST_SHOWN],
        "more": max(0, len(rows) - MOST_SHOWN),
        "ready": " ".join(str(row.row) for row in rows[:MOST_SHOWN] if row.state == "clean"),
        "left": " ".join(map(str, sorted(left - on_page))),
        "elsewhere": sorted(form.taken - on_page),
        "marked": len({row for row, state in states.items() if state == "clean"} - left | form.taken),
        "counts": Counter(states.values()),
        "show": show,
        "filters": {name: sum(state in kinds for state in states.values()) for name, kinds in FILTERS.items()},
        "matched": Counter(match.kind for match in seen.matches.values()),
        "proposals": 0 if form.typed.get("proposals") else len(seen.proposals),
        "skipped": len([row for row in sheet.skipped_rows if any(seen.tab.rows[row - 1])]),
        "late": context.state.last_drawn + 1 if context.state.closed and not desk.joint else None,
        "looked": True,
    }  # fmt: skip


def _columns_of(values: Mapping[str, Any], context: EventContext) -> dict[str, Any]:
    own = values.get(f"rating_{context.state.event_rules.time_class}")
    rating = own or values.get("rating_fide") or values.get("fide") or values.get("rating_national")
    more = {"id": values.get("id") or values.get("fide_id"), "rating": rating, "born": values.get("born")}
    return {name: {**values, **more}.get(name) or "" for name in TABLE_FIELDS}


def _notes(sheet: EntrySheet, language: Language) -> dict[Any, list[tuple[str, str, str]]]:
    """The findings in words, by row; those of a column by 0 and the column, those of the whole sheet by 0."""
    notes: dict[Any, list[tuple[str, str, str]]] = {}
    for finding in sheet.findings:
        above = finding.row is None or finding.row == sheet.header_row
        place = (0, finding.column) if above and finding.column else 0 if above else finding.row
        cell = f"{column_letters(finding.column)}{finding.row}" if finding.column and not above else ""
        notes.setdefault(place, []).append((sheet.weight_of(finding), cell, finding.message.text(language)))
    return notes
