"""Registration as one table: entries edited in place, sorted and filtered, their fees and receipts, and the check-in at
the door, which players do themselves.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query
from msgspec import UNSET, structs
from starlette.responses import HTMLResponse, Response

from arpad.documents.document import Document, ShownAs, TextOrNone, extended
from arpad.documents.fields import Table
from arpad.i18n import ArpadError, Language, text
from arpad.inputs.declared import Input, as_typed
from arpad.lists.player_index import FoundPlayer
from arpad.office.context import systems_of
from arpad.office.tournaments.players import PREFERRED, event_ratings, lists_elsewhere
from arpad.papers.event_sheets import fee_receipt
from arpad.standings.conditions import parse_condition
from arpad.tournament.acts.absences import MarkPresent, against_half_point_bye, expected, next_round
from arpad.tournament.acts.act import EntryNumber, SeenVersion, at_fields
from arpad.tournament.acts.checks import entry_at
from arpad.tournament.acts.fees import PAYERS, WAYS, AnnounceFees, fees_as_typed, fees_typed
from arpad.tournament.acts.players import ChangeFields
from arpad.tournament.documents import EntryDocument, entry_document, entry_documents
from arpad.tournament.entries import (
    list_words,
    listed_fields,
    name_words,
    offered_ratings,
    offered_words,
    profile_of_fields,
)
from arpad.tournament.fees import PROFILE, FeeAccount, FeeTotals, fee_account, fee_parts, fee_totals, money_text
from arpad.tournament.journal import Done
from arpad.tournament.kinds.entries import PresenceMarked
from arpad.tournament.rules import GROUP_COLUMNS, EventRules, plain
from arpad.tournament.schedules import plain_name
from arpad.tournament.state import Entry, EventState
from arpad.tournament.workbook import EventWorkbook
from arpad.web.cache import Answer, pdf_file
from arpad.web.player_parts import find_players
from arpad.web.security import NotAllowed
from arpad.web.tournaments.actions import ActionContext, EventAction, form_inputs, of_player
from arpad.web.tournaments.context import AsArbiter, AsDoor, EntryInPath, EventContext, staff_pages
from arpad.web.tournaments.perform import form_values

# The table: what it shows of each player, and how it is sorted and filtered.

registration = staff_pages()
searching = APIRouter(include_in_schema=False)
Row = TypeVar("Row")
SUGGESTED = 8
COLUMNS = (
    "number", "entry", "title", "name", "rating", "rating_from", "federation", "id", "born", "club", "categories",
    "due", "paid", "owed", "present", "state",
)  # fmt: skip
SORTED = ("number", "name", "id", "rating", "club", "federation", "born", "owed")
MONEY = ("owed", "paid", "back")
HERE = ("present", "missing")


class EntryTableRow(EntryDocument, frozen=True, kw_only=True):
    """A player in the table. `categories` are the groups of the rules that the player asks for or fits; `present` is
    None if no list of presence waits for them; `next_round` says what will happen in the next round."""

    categories: Sequence[str]
    present: bool | None
    next_round: TextOrNone


class EntryCounts(Document, frozen=True):
    """How many players there are: in the tournament, applying, gone; expected for the round to come, and present."""

    players: int
    applied: int
    gone: int
    expected: int
    present: int


class EntriesDocument(Document, frozen=True):
    """The entries that were asked for; counts and fees are those of all."""

    event: str
    n: int
    entries: list[EntryTableRow]
    paid: int | str
    counts: EntryCounts
    fees: FeeTotals


class Filters(Document, frozen=True):
    """What of the table is shown, and in which order."""

    find: str = ""
    state: str = ""
    group: str = ""
    club: str = ""
    fee: str = ""
    here: str = ""
    sort: str = "number"

    @property
    def active(self) -> bool:
        return any(getattr(self, name) for name in ("find", "state", "group", "club", "fee", "here"))

    def query(self, **changes: str) -> dict[str, str]:
        """Return the part of the address that shows this, with changes."""
        asked = {name: getattr(self, name) for name in self.__struct_fields__} | changes
        return {name: value for name, value in asked.items() if value and (name, value) != ("sort", "number")}

    def shows(self, row: EntryTableRow) -> bool:
        """Whether a row is among those asked for."""
        words = name_words(self.find) if self.find.strip() else []
        own = name_words(f"{row.name} {row.id} {row.club}")
        return (
            all(any(part.startswith(word) for part in own) for word in words)
            and (not self.state or row.state == self.state)
            and (not self.group or self.group in row.categories)
            and (not self.club or row.club == self.club)
            and (not self.fee or self.fee == _money_state(row))
            and (not self.here or row.present == (self.here == "present"))
        )

    def ordered(self, rows: list[Row]) -> list[Row]:
        """Return rows in the order asked for: numbers as they are, names and clubs by letters, ratings from the top."""
        key = self.sort.removeprefix("-")
        if key not in SORTED:
            return rows
        if key != "number":
            rows = sorted(rows, key=ORDERS.get(key, lambda row: plain_name(str(getattr(row, key) or "~"))))
        return rows[::-1] if self.sort.startswith("-") else rows


ORDERS: Mapping[str, Callable[[Any], Any]] = {
    "rating": lambda row: -row.rating,
    "owed": lambda row: -Fraction(row.owed),
    "born": lambda row: row.born or 9999,
}


def _money_state(row: EntryTableRow) -> str:
    amount = Fraction(row.owed)
    return "owed" if amount > 0 else "back" if amount < 0 else "paid"


def categories_of(player: Entry, rules: EventRules) -> list[str]:
    """Return the groups of the rules that a player asks for, or whose condition they meet."""
    profile = profile_of_fields({name: getattr(player, name) for name in PROFILE}, rules.start)
    return [
        group
        for group, condition in rules.groups.items()
        if group in player.groups or parse_condition(condition, GROUP_COLUMNS).answer(profile)
    ]


def entry_rows(state: EventState, language: Language) -> list[EntryTableRow]:
    """Return every player of the table."""
    number = state.presence_open
    awaited = frozenset() if number is None else frozenset(expected(state, number))
    there = frozenset() if number is None else state.presence.get(number, frozenset())
    rows = []
    for entry in entry_documents(state):
        player = state.entries[entry.entry]
        ahead = next_round(state, player)
        rows.append(
            extended(
                EntryTableRow,
                entry,
                categories=categories_of(player, state.event_rules),
                present=entry.entry in there if entry.entry in awaited else None,
                next_round="" if ahead is None else ahead.text(language),
            )
        )
    return rows


def entry_counts(rows: Sequence[EntryTableRow]) -> EntryCounts:
    states = [row.state for row in rows]
    awaited = [row.present for row in rows if row.present is not None]
    gone = states.count("withdrawn") + states.count("expelled")
    return EntryCounts(states.count("accepted"), states.count("applied"), gone, len(awaited), sum(awaited))


def _asked(about: str, longest: int = 80) -> Any:
    return Query(max_length=longest, description=about)


Asked = Annotated[str, _asked("Beginnings of words of a name, or an id.")]


@registration.page("/t/{slug}/desk/entries", "event_desk_entries.html", EntriesDocument, table=True, xlsx=True)
def entries(
    context: AsArbiter,
    q: Asked = "",
    id: Asked = "",  # noqa: A002
    find: Annotated[str, _asked("Only entries with these beginnings of words, of names, ids and clubs.")] = "",
    state: Annotated[str, _asked("Only entries in this state.", 20)] = "",
    group: Annotated[str, _asked("Only entries of this group of the rules.")] = "",
    club: Annotated[str, _asked("Only entries of this club.")] = "",
    fee: Annotated[str, _asked("Only entries that owe, have paid, or get something back: owed, paid, back.", 10)] = "",
    here: Annotated[str, _asked("Only entries that are present or missing.", 10)] = "",
    sort: Annotated[str, _asked(f"The order: {', '.join(SORTED)}; with a minus sign the other way.", 20)] = "number",
) -> Answer:
    """The entries, sorted and filtered, with a line to enter the next one."""
    filters = Filters(find, state, group, club, fee, here, sort)
    every = entry_rows(context.state, context.language)
    rows = filters.ordered([row for row in every if filters.shows(row)])
    counts, totals = entry_counts(every), fee_totals(context.state)

    def page() -> dict[str, Any]:
        rules = context.state.event_rules
        return {
            "rows": rows,
            "every": len(every),
            "counts": counts,
            "totals": totals,
            "filters": filters,
            "clubs": sorted({row.club for row in every if row.club}, key=plain_name),
            "states": sorted({row.state for row in every}),
            "sorted_by": SORTED,
            "money": lambda amount: money_text(Fraction(amount), rules, context.language),
            "asked": q,
            **_found_values(context, q),
            "known": _known(context.state),
            "listed": _listed(context, id),
            "offers": _offered(context, {id}).get(id, {}) if id else {},
            "late": _late(context),
            "closed": context.state.closed,
            "round": context.state.last_drawn + 1,
            "presence": context.state.presence_open,
            "where": "found",
        }

    return context.answer(
        lambda: EntriesDocument(context.slug, context.state.n, rows, plain(totals.paid), counts, totals).document(
            context.language
        ),
        page,
        lambda: Table(COLUMNS, [[_cell(row, name) for name in COLUMNS] for row in rows]),
        lambda: EventWorkbook(context.state, context.language, context.now).write("entries"),
    )


def _cell(row: EntryTableRow, name: str) -> Any:
    value = row.document()[name]
    return " ".join(value) if isinstance(value, list) else value


def half_bye_free(state: EventState, entry: int) -> bool:
    """Whether a player may have a half-point bye in the next round."""
    player, number = state.entries[entry], state.last_drawn + 1
    away = state.absences.get((entry, number))
    return away is None and next(against_half_point_bye(state, player, number), None) is None


def _known(state: EventState) -> set[str]:
    return {entry.id for entry in state.entries.values() if entry.id and (entry.playing or entry.state == "applied")}


def _late(context: EventContext) -> dict[str, Any]:
    """What will happen to a player who is entered now, if the list is closed: the first round, and a sentence."""
    state, rules = context.state, context.state.event_rules
    if not state.closed:
        return {}
    number = state.last_drawn + 1
    over = state.finished or (rules.rounds and number > rules.rounds)
    if over or (rules.by_table and not rules.team) or rules.system == "knockout":
        return {"round": None, "sentence": text("web.event-people.late-never", context.language)}
    key = "late-points" if rules.late_points and number > 1 else "late" if number > 1 else "late-first"
    words = {"round": number, "points": rules.late_points * (number - 1)}
    return {"round": number, "sentence": text(f"web.event-people.{key}", context.language, **words)}


def _listed(context: EventContext, id_: str) -> dict[str, Any]:
    """What the list in force at the start says of a player, to fill the form in."""
    if not id_:
        return {}
    rules = context.state.event_rules
    ratings = event_ratings(context.site.database, {id_}, context.state)
    rating = None if ratings is None else ratings.get(id_)
    return {"id": id_} if rating is None or ratings is None else listed_fields(rating, ratings.combined, rules)


def _offered(context: EventContext, ids: set[str]) -> dict[str, dict[str, int]]:
    """What other lists have of players whom the list of the tournament lacks: their ratings, by id and list."""
    rules = context.state.event_rules
    ratings = event_ratings(context.site.database, ids, context.state)
    lists = lists_elsewhere(context.site.database, ids, context.state)
    offered = {id_: offered_ratings(id_, ratings, lists, rules) for id_ in ids}
    return {id_: ratings_there for id_, ratings_there in offered.items() if ratings_there}


def _found(context: EventContext, query: str) -> list[tuple[str, FoundPlayer]]:
    """Players by the beginning of a name: FIDE's list first, then the other lists of the office, each with the name of
    its system if there are several."""
    systems = [record.name for record in systems_of(context.site.database)]
    systems.sort(key=lambda name: name != PREFERRED)
    found: dict[str, tuple[str, FoundPlayer]] = {}
    for system in systems:
        for player in find_players(context.request, query, SUGGESTED, system=system):
            found.setdefault(player.id, ("" if system == systems[0] else system, player))
    return list(found.values())[:SUGGESTED]


def _found_values(context: EventContext, query: str) -> dict[str, Any]:
    """Players who are found, and in words what is offered for those whom the list of the tournament lacks: they are
    not entered at once."""
    found = _found(context, query) if query else []
    offered = _offered(context, {player.id for system, player in found if not system}) if found else {}
    words = {id_: offered_words(ratings).text(context.language) for id_, ratings in offered.items()}
    return {"found": found, "offered": words, "list_words": lambda name: list_words(name).text(context.language)}


@searching.get("/t/{slug}/desk/entries/search")
def search(context: AsArbiter, q: Asked = "", place: Annotated[str, _asked("", 20)] = "found") -> Response:
    """A few players, while somebody types."""
    values = {"frame": context.frame, **_found_values(context, q), "asked": q, "known": _known(context.state)}
    return HTMLResponse(context.site.render(context.request, "event_found.html", values | {"where": place}))


# One player: everything that is known of them in one form, their payments, and a receipt.

RENAMED = {"player": "name"}
"""Fields of the form that have another name in an entry."""


def _edited(name: str, about: str, longest: int = 80) -> Input:
    """A field that may be sent empty."""
    return replace(of_player(name, about, longest), blank=True)


class EditEntry(EventAction, frozen=True):
    """Change several fields of a player at once; a field that is not sent stays as it is."""

    answers = (EntryDocument,)
    name = "edit"
    path = "desk/entries/{entry}/edit"
    back = "desk/entries/{entry}"
    template = "event_desk_entry.html"
    least = "arbiter"
    writes = ChangeFields.writes
    problems = at_fields(
        player="event-name-missing", id="event-entry-twice event-exclusive", groups="event-group-none",
        from_round="event-round-drawn", fee="event-field-amount",
    )  # fmt: skip

    entry: EntryNumber
    player: Annotated[Any, _edited("name", "Surname, first name.")] = UNSET
    title: Annotated[Any, _edited("title", "GM, IM, WGM and so on.", 5)] = UNSET
    id: Annotated[Any, _edited("id", "The player's id.")] = UNSET
    rating: Annotated[Any, _edited("rating", "The rating that counts.", 10)] = UNSET
    federation: Annotated[Any, _edited("federation", "Three letters.", 5)] = UNSET
    born: Annotated[Any, _edited("born", "The year of birth.", 10)] = UNSET
    sex: Annotated[Any, _edited("sex", "m or f.", 5)] = UNSET
    club: Annotated[Any, _edited("club", "The club.")] = UNSET
    groups: Annotated[Any, _edited("groups", "Groups of the rules.")] = UNSET
    family: Annotated[Any, _edited("family", "The family, to keep relatives apart.")] = UNSET
    table: Annotated[Any, _edited("table", "A table that the player keeps.", 10)] = UNSET
    from_round: Annotated[Any, _edited("from_round", "The first round.", 10)] = UNSET
    fee: Annotated[Any, _edited("fee", "The fee of this player; empty: by the rules.", 12)] = UNSET
    version: SeenVersion = None

    def do(self, context: ActionContext) -> Done:
        given = {name: value for name, value in structs.asdict(self).items() if value is not UNSET}
        values = {RENAMED.get(name, name): value for name, value in given.items() if name not in ("entry", "version")}
        return context.act(ChangeFields(self.entry, values, self.version))

    def document(self, state: EventState) -> Mapping[str, Any]:
        return entry_document(state, self.entry).document()

    def words(self, done: Done) -> Mapping[str, object]:
        return {"name": done.state.entries[self.entry].name}

    @classmethod
    def page_values(cls, context: EventContext, typed: Mapping[str, str]) -> Mapping[str, Any]:
        entry = typed.get("entry", "")
        return entry_values(context, int(entry) if entry.isdigit() else 0)


def entry_values(context: EventContext, entry: int) -> dict[str, Any]:
    """Return what the page of a player shows around its form."""
    state, language = context.state, context.language
    player, rules = entry_at(state, entry), state.event_rules
    ahead = next_round(state, player)
    return {
        "data": entry_document(state, entry).document(language),
        "ahead": "" if ahead is None else ahead.text(language),
        "parts_of_fee": [part._replace(amount=abs(part.amount)) for part in fee_parts(player, rules)],
        "money": lambda amount: money_text(Fraction(amount), rules, language),
        "ways": WAYS,
        "round": state.last_drawn + 1,
        "rounds": range(state.last_drawn + 1, rules.rounds + 1),
        "half": half_bye_free(state, entry),
        "alone": False,
    }


@registration.page("/t/{slug}/desk/entries/{entry}", "event_desk_entry.html", EntryDocument)
def one_entry(context: AsArbiter, entry: EntryInPath) -> Answer:
    """One player: a form with all that is known, the payments, and what can be done."""

    def page() -> dict[str, Any]:
        values = entry_values(context, entry)
        shown = {
            field.name: values["data"].get(RENAMED.get(field.name, field.name)) for field in form_inputs(EditEntry)
        }
        typed = {name: " ".join(value) if isinstance(value, list) else value for name, value in shown.items()}
        return (
            form_values(
                context, EditEntry, {name: "" if value is None else str(value) for name, value in typed.items()}
            )
            | values
        )

    entry_at(context.state, entry)
    return context.answer(lambda: entry_document(context.state, entry).document(context.language), page)


def _as_typed(value: Any) -> str:
    """A field of a player as it is typed."""
    return "" if value is None else " ".join(value) if isinstance(value, list) else str(value)


@searching.get("/t/{slug}/desk/entries/{entry}/menu")
def entry_menu(context: AsArbiter, entry: EntryInPath) -> Response:
    """What can be done with a player, for the table: what will happen in the next round, and buttons."""
    values = entry_values(context, entry) | {"frame": context.frame, "alone": True}
    return HTMLResponse(context.site.render(context.request, "event_desk_entry_menu.html", values))


@searching.get("/t/{slug}/desk/entries/{entry}/receipt.pdf")
def receipt(context: AsArbiter, entry: EntryInPath) -> Response:
    """The receipt of a player, to print."""
    player = entry_at(context.state, entry)
    if not player.payments:
        raise ArpadError("event-receipt-none", name=player.name)
    printed = fee_receipt(context.state, player, context.language)
    return pdf_file(printed, f"{text('paper.receipt.title', context.language)} {player.name}")


# The rule of fees as a form: the usual amount, categories with an amount of their own, discounts.

LINES = 6
"""The most categories, and the most discounts, that the form takes."""
CATEGORY, DISCOUNT = ("name", "who", "value", "amount"), ("name", "who", "value", "until", "off")


def _line_inputs() -> tuple[Input, ...]:
    """The fields of the lines: their names are `category1_who`, `discount2_off`."""
    return tuple(
        Input(
            as_typed, "hidden", f"The {field} of a {kind}.", name=f"{kind}{number}_{field}", default="", max_length=80
        )
        for kind, fields in (("category", CATEGORY), ("discount", DISCOUNT))
        for number in range(1, LINES + 1)
        for field in fields
    )


class SetFees(EventAction, frozen=True):
    """Say what players pay: the usual amount, that of categories, and discounts. Without an amount there is no fee."""

    name = "fees"
    path = "desk/fees"
    back = "desk/fees"
    template = "event_desk_fees.html"
    least = "chief"
    writes = AnnounceFees.writes

    currency: Annotated[str, Input(about="The currency, as it is written behind an amount.", max_length=12)] = ""
    amount: Annotated[str, Input(about="The usual amount; empty: there are no fees.", max_length=12)] = ""
    lines: Annotated[Mapping[str, str], _line_inputs()] = {}

    def do(self, context: ActionContext) -> Done:
        typed = {"currency": self.currency, "amount": self.amount, **self.lines}
        return context.act(AnnounceFees(fees_typed(typed, LINES)))

    @classmethod
    def page_values(cls, context: EventContext, _typed: Mapping[str, str]) -> Mapping[str, Any]:
        rules = context.state.event_rules
        return {
            "line_numbers": range(1, LINES + 1),
            "groups": rules.groups,
            "kinds": PAYERS,
            "totals": fee_totals(context.state),
            "sums": fee_account(context.state),
            "money": lambda amount: money_text(Fraction(amount), rules, context.language),
        }


class FeesDocument(Document, frozen=True):
    """What players pay by the rules, and what they have paid."""

    event: str
    n: int
    rule: Annotated[Mapping[str, Any], ShownAs(dict[str, Any], plain)]
    totals: FeeTotals
    account: FeeAccount


@registration.page("/t/{slug}/desk/fees", "event_desk_fees.html", FeesDocument)
def fees(context: AsArbiter) -> Answer:
    """The fees of the event, as a form."""
    rules = context.state.event_rules
    state = context.state
    document = FeesDocument(context.slug, state.n, rules.fees, fee_totals(state), fee_account(state))
    return context.answer(
        lambda: document.document(context.language),
        lambda: form_values(context, SetFees, fees_as_typed(rules.fees, rules.groups, LINES)),
    )


# The door: players find their own name on a tablet, and confirm it. The link of the tablet lets it do nothing else.

at_door = staff_pages()
CHOOSING, GREETING, WAITING = 30, 8, 60
"""Seconds after which the tablet shows all names again."""


class DoorPlayer(Document, frozen=True):
    """A player who is expected, with the letter that they are looked for by."""

    entry: int
    name: str
    club: TextOrNone
    letter: str
    there: bool


class DoorDocument(Document, frozen=True):
    """Who is expected for a round, as a tablet at the door shows it."""

    event: str
    round: int | None
    players: list[DoorPlayer]


def door_players(state: EventState) -> list[DoorPlayer]:
    """Return the players whom the list of presence waits for, by name."""
    number = state.presence_open
    if number is None:
        return []
    there = state.presence.get(number, frozenset())
    players = [state.entries[entry] for entry in expected(state, number)]
    return [
        DoorPlayer(player.entry, player.name, player.club, plain_name(player.name)[:1].upper(), player.entry in there)
        for player in sorted(players, key=lambda player: plain_name(player.name))
    ]


def need_door(context: EventContext) -> None:
    """A tablet's link, or the staff; captains have links for something else."""
    if context.seat.role == "captain":
        raise NotAllowed


class CheckIn(EventAction, frozen=True):
    """Mark a player as present at the door."""

    name = "check-in"
    path = "door/{entry}"
    back = "door"
    template = "event_door.html"
    least = "door"
    writes = (PresenceMarked,)

    entry: EntryNumber

    def do(self, context: ActionContext) -> Done:
        return context.act(MarkPresent((self.entry,)))

    def words(self, done: Done) -> Mapping[str, object]:
        return {"name": done.state.entries[self.entry].name}

    @classmethod
    def page_values(cls, context: EventContext, _typed: Mapping[str, str]) -> Mapping[str, Any]:
        return door_values(context, 0)


def door_values(context: EventContext, entry: int) -> dict[str, Any]:
    players = door_players(context.state)
    return {
        "players": players,
        "letters": list(dict.fromkeys(player.letter for player in players)),
        "chosen": next((player for player in players if player.entry == entry), None),
        "round": context.state.presence_open,
        "signed_in": context.caller.account is not None,
    }


@at_door.page("/t/{slug}/door", "event_door.html", DoorDocument)
def door(
    context: AsDoor, entry: Annotated[int, Query(ge=0, le=999_999, description="The player who says to be here.")] = 0
) -> Answer:
    """The check-in at the door: a name is tapped, and confirmed."""
    need_door(context)
    state = context.state
    answer = context.answer(
        lambda: DoorDocument(context.slug, state.presence_open, door_players(state)).document(context.language),
        lambda: form_values(context, CheckIn, {"entry": ""}) | door_values(context, entry),
    )
    seconds = CHOOSING if entry else GREETING if context.frame.said else WAITING
    return replace(answer, headers={**answer.headers, "refresh": f"{seconds}; url=/t/{context.slug}/door"})
