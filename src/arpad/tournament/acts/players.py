"""Players: entered, accepted, changed or removed; the list closed, and pairing numbers given."""

import datetime as dt
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from arpad.domain.event import Colour
from arpad.domain.rating_list import RatingList
from arpad.i18n import ArpadError, Words
from arpad.inputs import parse
from arpad.inputs.declared import Input, as_typed, one_of
from arpad.tournament.acts.act import (
    Act,
    OfEntry,
    Reply,
    Seed,
    SeenVersion,
    at_fields,
    entries_input,
    first_round_input,
    reply_shape,
)
from arpad.tournament.acts.checks import (
    entry_at,
    need_closed_list,
    need_open_list,
    need_single_players,
    need_state,
    need_unfinished,
    players_named,
)
from arpad.tournament.acts.periods import BY_PERIOD, ChangeListed, OpenPeriod
from arpad.tournament.acts.results import ChangedMeanwhile
from arpad.tournament.documents import NumberedPlayerDocument, numbers_document
from arpad.tournament.entries import (
    CUSTOM,
    FIELDS,
    LABEL,
    NAMED,
    OFFICE,
    OWN,
    RATINGS,
    EntryFile,
    EntryRow,
    differing,
    list_named,
    offered_ratings,
    rating_source,
    read_field,
    say_findings,
    taken_from,
    typed_otherwise,
)
from arpad.tournament.fees import due
from arpad.tournament.journal import Confirmations, Done, after_changes
from arpad.tournament.kinds import entries as kinds
from arpad.tournament.kinds.event import EventChanged, OwnListKept, PeriodChanged, PeriodOpened
from arpad.tournament.kinds.rounds import RoundDrawn
from arpad.tournament.knockout import rounds_of_bracket
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.own_lists import read_own_list
from arpad.tournament.rules import LIST_NAME, plain
from arpad.tournament.rules_check import check_round_count
from arpad.tournament.schedules import inserted, ordered, place_of, rounds_given, table_numbers, table_rounds
from arpad.tournament.state import Entry, EventState
from arpad.tournament.teams import team_order
from arpad.tournament.times import EventTimes, current_period, event_times, first_period, rating_periods

# The list of players is closed, and they get their numbers.

COLOURS: tuple[Colour, Colour] = ("w", "b")
FEWEST = 2


class OfNumbers(Act, frozen=True):
    """Something that gives players their numbers."""

    back = "desk/entries"
    answers = (reply_shape("Numbers", numbers=list[NumberedPlayerDocument]),)

    def document(self, state: EventState) -> Mapping[str, Any]:
        return {"numbers": numbers_document(state)}


class CloseList(OfNumbers, frozen=True):
    """Close the list of players: they get their numbers."""

    name = "close-list"
    path = "desk/entries/close"
    writes = (kinds.ListClosed, EventChanged, RoundDrawn)
    problems = at_fields(seed="event-lot event-lot-order")

    seed: Seed = None
    initial: Annotated[
        Colour | None,
        Input(one_of(*COLOURS), "select", "w or b, if the lot was drawn by hand.", ("", *COLOURS), "event-colour."),
    ] = None

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Numbers by the order of the rules, and the colour of the first player of round 1 by lot or as given
        (C.04.3.E.5)."""
        need_open_list(state)
        rules, seed = state.event_rules, self.seed
        if rules.by_table:
            return closed_by_table(state, seed)
        players = state.accepted
        if len(players) < FEWEST:
            raise ArpadError("event-players-few", count=len(players))
        if not rules.team:
            check_round_count(rules, len(players), confirmations)
        given: Colour | None = self.initial or ("w" if rules.initial == "w" else "b" if rules.initial == "b" else None)
        if rules.swiss and given is None and seed is None:
            raise ArpadError("event-lot")
        if rules.order_last == "lot" and seed is None:
            raise ArpadError("event-lot-order")
        lot = None if seed is None else random.Random(seed)
        teams = team_order(state) if rules.team else []
        if rules.team:
            numbers = [entry for team in teams for entry in state.teams[team].players]
            if left := [player.entry for player in players if player.entry not in numbers]:
                confirmations.note("in-no-team", count=len(left), names=players_named(state, left))
        else:
            numbers = [player.entry for player in ordered(players, rules, seed)]
        colour: Colour | None = given or (None if lot is None else lot.choice(COLOURS))
        data: dict[str, object] = {"numbers": numbers, "initial": colour, "how": "lot" if given is None else "given"}
        if teams:
            data["teams"] = teams
        closed = kinds.ListClosed.change(data | ({} if seed is None else {"seed": seed}))
        if rules.system == "knockout":
            return [closed, *rounds_given(after_changes(state, [closed]), rounds_of_bracket(len(numbers)))]
        return [closed]

    def reply(self, done: Done) -> Reply:
        return Reply("closed", self.words(done), {**self.document(done.state), "initial": done.state.initial})

    def words(self, done: Done) -> Mapping[str, object]:
        return {"count": len(done.state.numbers)}


def closed_by_table(state: EventState, seed: int | None) -> list[LogChange]:
    """Close the list of a round robin, of a match or of teams by a table: all rounds are drawn at once."""
    rules = state.event_rules
    data: dict[str, object] = {"initial": None, "how": rules.system}
    if rules.team:
        teams = sorted(state.teams) if rules.order == "given" else team_order(state)
        data |= {"teams": teams, "numbers": [entry for team in teams for entry in state.teams[team].players]}
    else:
        data["numbers"] = table_numbers(state, seed)
    closed = kinds.ListClosed.change(data | ({} if seed is None else {"seed": seed}))
    return [closed, *table_rounds(after_changes(state, [closed]))]


class GiveNumbers(OfNumbers, frozen=True):
    """Give the numbers again by the order of the rules."""

    name = "numbers"
    writes = (kinds.NumbersGiven,)

    entries: Annotated[
        Sequence[int],
        entries_input("", "", "entries", "All entries in the order of their numbers; by the rules, if there are none."),
    ] = ()

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """By the order of the rules, or as given. By hand, players of equal rating and title change places; whoever
        puts a weaker player before a stronger one leaves the rules (C.04.2.B.2), unless they leave the order open."""
        need_closed_list(state)
        need_single_players(state)
        if state.event_rules.by_table:
            raise ArpadError("event-table-closed")
        if self.entries and sorted(self.entries) != sorted(state.numbers):
            raise ArpadError("event-numbers-all", count=len(state.numbers))
        numbers = list(self.entries) or right_numbers(state)
        if numbers == list(state.numbers):
            return []
        late = state.last_drawn >= kinds.RENUMBERING_ENDS
        stronger = [] if late or not self.entries else weaker_before_stronger(state, numbers)
        by_hand = {"by_hand": True if late else "weaker"} if late or stronger else {}
        if late:
            confirmations.breach("numbers-late", round=kinds.RENUMBERING_ENDS)
        elif stronger:
            confirmations.breach("numbers-by-hand", players=players_named(state, stronger))
        else:
            confirmations.confirm("numbers-again", count=_moved(state, numbers), round=state.last_drawn + 1)
        return [kinds.NumbersGiven.change({"numbers": numbers, **by_hand, **confirmations.kept_reason})]

    def reply(self, done: Done) -> Reply:
        key, count = "numbered" if done.lines else "numbers-right", len(done.state.numbers)
        return Reply(key, {"count": count}, self.document(done.state))


def renumbered(state: EventState, confirmations: Confirmations) -> list[LogChange]:
    """C.04.2.B.3: data were corrected. Before round 4 is drawn the numbers are given again, afterwards they stay."""
    if not state.closed or state.event_rules.team or state.event_rules.by_table:
        return []
    numbers = right_numbers(state)
    if numbers == list(state.numbers):
        return []
    if state.last_drawn >= kinds.RENUMBERING_ENDS:
        confirmations.note("numbers-kept", round=kinds.RENUMBERING_ENDS)
        return []
    confirmations.confirm("numbers-again", count=_moved(state, numbers), round=state.last_drawn + 1)
    return [kinds.NumbersGiven.change({"numbers": numbers, **confirmations.kept_reason})]


def right_numbers(state: EventState) -> list[int]:
    """Return the entries with a number, in the order of the rules."""
    players = [state.entries[entry] for entry in state.numbers]
    return [player.entry for player in ordered(players, state.event_rules, state.seed)]


def weaker_before_stronger(state: EventState, numbers: Sequence[int]) -> list[int]:
    """Return players who would have a number behind somebody with a lower rating, or a lower title (C.04.2.B.2)."""
    rules = state.event_rules
    if rules.order == "given":
        return []
    places = [place_of(state.entries[entry], replace(rules, order_last="given"))[:-1] for entry in numbers]
    return [entry for place, entry in enumerate(numbers) if any(before > places[place] for before in places[:place])]


def _moved(state: EventState, numbers: Sequence[int]) -> int:
    return sum(old != new for old, new in zip(state.numbers, numbers, strict=True))


# Entries: players come into the event, and what is known of them changes.

OtherEvents = Mapping[str, Collection[str]]
"""The ids of the players of other events, by slug: those in which nobody of this event may play."""
SHOWN = ("name", "id", "federation", "title", "rating", "born", "birthday", "sex", "club", "family", "groups")
"""What findings on entry look at."""


class Enter(Act, frozen=True):
    """Enter a player: `fields` are those of an entry, without its number of entry. `ratings` is the list in force at
    the start, with which they are compared; `lists` are those of other rating systems, by name. `take` names the list
    whose rating orders a player whom the list of the event lacks."""

    writes = (kinds.EntryAdded, kinds.NumbersGiven)

    fields: Mapping[str, Any]
    ratings: RatingList | None = None
    others: OtherEvents | None = None
    lists: Mapping[str, RatingList] = {}
    take: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        need_unfinished(state)
        name, first = self.fields.get("name"), self.fields.get("from_round")
        if not name:
            raise ArpadError("event-name-missing")
        _refuse_twice(state, self.fields, self.others or {})
        _check_first_round(state, first or 1, given=first is not None, confirmations=confirmations, name=name)
        offered = offered_ratings(str(self.fields.get("id") or ""), self.ratings, self.lists, state.event_rules)
        fields = self._taken(offered) if self.take else self.fields
        say_findings(state, fields, confirmations, self.ratings, offered=offered)
        number = max(state.entries, default=0) + 1
        source = fields.get("rating_from") or rating_source(fields, self.ratings, state.event_rules)
        system = (self.take if self.take.startswith(NAMED) else "").removeprefix(OFFICE)
        named = list_named(source, self.lists.get(system, self.ratings))
        sources: dict[str, Any] = {"rating_from": source, "rating_list": named}
        if by_hand := typed_otherwise(fields, self.ratings, state.event_rules):
            sources["by_hand"] = by_hand
        fields = {"entry": number, **{name: value for name, value in {**fields, **sources}.items() if value != ""}}
        return _with_number(state, [kinds.EntryAdded.change(fields)], number)

    def _taken(self, offered: Mapping[str, int]) -> Mapping[str, Any]:
        """The fields with the rating that is taken."""
        if self.take not in offered:
            known = ", ".join(f"{name} ({rating})" for name, rating in offered.items()) or "–"
            raise ArpadError("event-take-none", name=self.fields["name"], take=self.take, known=known)
        if self.fields.get("rating"):
            raise ArpadError("event-take-rating", name=self.fields["name"])
        return {**self.fields, "rating": offered[self.take], "rating_from": taken_from(self.take)}


class EnterFile(Act, frozen=True):
    """Enter all players of a file, or none. Who is entered already is left out."""

    writes = Enter.writes

    file: EntryFile
    ratings: RatingList | None = None
    others: OtherEvents | None = None
    lists: Mapping[str, RatingList] = {}
    take: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """`take` names the list whose ratings order those players whom the list of the event lacks."""
        for column in self.file.unknown:
            confirmations.note("csv-column", column=column)
        there = {entry.id: entry for entry in state.entries.values() if entry.playing or entry.state == "applied"}
        changes: list[LogChange] = []
        for row in self.file.rows:
            same = there.get(row.fields.get("id", "")) if row.fields.get("id") else None
            if same is not None:
                confirmations.note("sheet-there", line=row.line, name=same.name, entry=same.entry)
                continue
            for ask in row.asks:
                confirmations.confirm("sheet-row", line=row.line, why=ask)
            try:
                take = self.take if self._offers(row, state) else ""
                new = Enter(row.fields, self.ratings, self.others, self.lists, take)(state, confirmations)
            except ArpadError as problem:
                why = Words(f"error.{problem.key}", **problem.values)
                raise ArpadError("event-csv-line", line=row.line, why=why) from None
            if row.has_paid:
                new = _with_fee(state, row, new, confirmations)
            state = after_changes(state, new)
            changes += new
        return changes

    def _offers(self, row: EntryRow, state: EventState) -> bool:
        """Whether the list that is taken has a player for whom nothing else gives a rating."""
        if not self.take or row.fields.get("rating"):
            return False
        id_ = str(row.fields.get("id") or "")
        return self.take in offered_ratings(id_, self.ratings, self.lists, state.event_rules)


def _with_fee(state: EventState, row: EntryRow, changes: Changes, confirmations: Confirmations) -> Sequence[LogChange]:
    """A player whose fee was paid, with the amount that the rules say; if they do not, the arbiter is told."""
    added, *more = changes
    player = after_changes(state, changes).entries[added.data["entry"]]
    fees = state.event_rules.fees
    amount = due(player, state.event_rules)
    if not amount or any("until" in discount for discount in fees.get("discounts", ())):
        confirmations.note("sheet-paid", line=row.line, name=player.name)
        return changes
    return [kinds.EntryAdded.change({**added.data, "paid": plain(amount)}), *more]


class ApplyFor(Act, frozen=True):
    """Ask to be entered, if the event takes applications."""

    writes = (kinds.EntryApplied,)

    fields: Mapping[str, Any]
    others: OtherEvents | None = None

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        if not state.event_rules.open:
            raise ArpadError("event-not-open")
        _refuse_twice(state, self.fields, self.others or {})
        return [kinds.EntryApplied.change({"entry": max(state.entries, default=0) + 1, **self.fields})]


class AcceptEntry(OfEntry, frozen=True):
    """Accept an application."""

    name = "accept"
    reply_key = "accepted"
    writes = (kinds.EntryAccepted, kinds.EntryChanged, kinds.NumbersGiven)

    from_round: Annotated[int | None, first_round_input("from")] = None

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Also one that was refused. With the list closed it is a late entry."""
        entry, player = self.entry, entry_at(state, self.entry)
        need_state(player, "applied", "refused")
        fields = {name: plain(getattr(player, name)) for name in SHOWN}
        _refuse_twice(state, fields, {}, but=entry)
        say_findings(state, fields, confirmations, None, but=entry)
        first = player.from_round if self.from_round is None else self.from_round
        _check_first_round(state, first, given=first > 1, confirmations=confirmations, name=player.name)
        changes = [kinds.EntryAccepted.change({"entry": entry})]
        if first != player.from_round:
            moved = {"from_round": [player.from_round, first]}
            changes.append(kinds.EntryChanged.change({"entry": entry, "changes": moved}))
        return _with_number(state, changes, entry)


class RefuseEntry(OfEntry, frozen=True):
    """Refuse an application."""

    name = "refuse"
    reply_key = "refused"
    writes = (kinds.EntryRefused,)

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        need_state(entry_at(state, self.entry), "applied")
        return [kinds.EntryRefused.change({"entry": self.entry, **confirmations.kept_reason})]


class RemoveEntry(OfEntry, frozen=True):
    """Remove an entry that has never been paired."""

    name = "remove"
    path = "desk/entries/{entry}/remove"
    back = "desk/entries"
    reply_key = "removed"
    writes = (kinds.EntryRemoved,)

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        entry, player = self.entry, entry_at(state, self.entry)
        for number, round_ in sorted(state.rounds.items()):
            if entry in round_.players or entry == round_.bye:
                raise ArpadError("event-entry-paired", entry=entry, name=player.name, round=number)
        if player.team is not None and state.rounds:
            raise ArpadError("event-entry-paired", entry=entry, name=player.name, round=min(state.rounds))
        return [kinds.EntryRemoved.change({"entry": entry})]


class EntryChangedMeanwhile(ChangedMeanwhile):
    """Somebody else has changed a player whom this command has seen otherwise. `now` is what is known of them now."""

    def __init__(self, player: Entry, fields: Mapping[str, Any], times: EventTimes) -> None:
        who, at = player.touched
        shown = "; ".join(str(plain(getattr(player, name)) or "–") for name in fields)
        values = {"name": player.name, "now": shown, "who": who, "at": times.day_and_clock(at)}
        ArpadError.__init__(self, "event-entry-changed", **values)
        self.now = {"result": shown, "version": player.version, "who": who, "at": at}


class ChangeFields(Act, frozen=True):
    """Change fields of an entry. Numbers are given again as long as that is allowed (C.04.2.B.3). `version` is the one
    that was seen, `seen` the values of the fields then: what nobody has touched since is changed all the same."""

    writes = (kinds.EntryChanged, kinds.NumbersGiven)

    entry: int
    values: Mapping[str, Any]
    version: int | None = None
    seen: Mapping[str, Any] | None = None

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        entry, values, player = self.entry, self.values, entry_at(state, self.entry)
        changes = {name: [plain(getattr(player, name)), new] for name, new in values.items()}
        changes = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
        if not changes:
            return []
        if self.version not in (None, player.version):
            touched = [name for name in changes if self.seen is None or changes[name][0] != self.seen[name]]
            if touched:
                raise EntryChangedMeanwhile(player, changes, event_times(state.event_rules))
        if "rating" in changes and "rating_from" not in changes:
            sources = {"rating_from": (player.rating_from, OWN), "rating_list": (player.rating_list, "")}
            changes |= {name: [old, new] for name, (old, new) in sources.items() if old != new}
        if "fee" in changes:
            confirmations.ask_reason("fee-set", name=player.name)
            changes["fee_reason"] = [player.fee_reason, confirmations.reason]
        if values.get("id"):
            _refuse_twice(state, values, {}, but=entry)
        if "name" in changes and not values["name"]:
            raise ArpadError("event-name-missing")
        if "from_round" in changes and min(changes["from_round"]) <= state.last_drawn:
            raise ArpadError("event-round-drawn", round=min(changes["from_round"]))
        fields = {name: plain(getattr(player, name)) for name in SHOWN} | dict(values)
        if {"groups", "federation", "id"} & set(changes):
            say_findings(state, fields, confirmations, None, but=entry)
        return _changed(state, confirmations, {entry: changes})


class ChangeEntry(OfEntry, frozen=True):
    """Change what is known of a player."""

    name = "change"
    reply_key = "changed"
    writes = (*ChangeFields.writes, PeriodChanged)
    problems = at_fields(value="number-whole event-field-flag event-group-none", field="event-field-unknown")

    field: Annotated[
        str,
        Input(
            kind="select", about="A field of a player.", options=tuple(FIELDS), words="tournament.field.",
            flag="KEY", help="cli.help.event-field",
        ),
    ]  # fmt: skip
    value: Annotated[
        str, Input(about="The new value; empty for none.", flag="VALUE", help="cli.help.event-field-value")
    ] = ""
    version: SeenVersion = None
    seen: Annotated[
        str | None, Input(as_typed, "hidden", "The value that you have seen, beside its version.", blank=True)
    ] = None
    period: Annotated[
        str,
        Input(
            about="A rating period of a long event; the one at hand without it.",
            max_length=10,
            flag="--period",
            metavar="YYYY-MM",
            help="cli.help.event-change-period",
        ),
    ] = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """A rating of a list, or a label, is a part of a table."""
        name, value = self.field, read_field(self.field, self.field, self.value)
        player = entry_at(state, self.entry)
        period = self.period or current_period(state) if self.period or state.periods else ""
        first = first_period(rating_periods(state.event_rules), player) if period else ""
        if period > first and name in BY_PERIOD:
            return ChangeListed(self.entry, period, {name: value})(state, confirmations)
        if name in RATINGS:
            name, value = "ratings", {**player.ratings, name: value}
        elif name.startswith(LABEL):
            name, value = "labels", {**player.labels, name.removeprefix(LABEL): value}
        if name in ("ratings", "labels"):
            value = {key: part for key, part in value.items() if part}
        old = None if self.seen is None or name in ("ratings", "labels") else {name: _field(name, self.seen)}
        return ChangeFields(self.entry, {name: value}, self.version, old)(state, confirmations)


def _field(name: str, typed: str) -> Any:
    return read_field(name, name, typed)


class KeepList(Act, frozen=True):
    """Keep a rating list of the event's own under a name, with the digest of its file; the rule `lists` names it. Kept
    again, it is replaced: what was entered by it stays."""

    name = "own-list"
    path = "desk/own-lists"
    back = "desk/entries"
    reply_key = "list-kept"
    writes = (OwnListKept,)
    problems = at_fields(
        own_list="event-own-list-name",
        ratings_csv="event-own-list-row event-own-list-twice event-own-list-players sheet-empty sheet-no-header",
        list_day="date-form",
    )

    own_list: Annotated[
        str, Input(about="A name, such as liga.", max_length=40, flag="NAME", help="cli.help.event-own-list-name")
    ]
    ratings_csv: Annotated[
        str,
        Input(
            as_typed, "file", "The list as CSV, with columns for id and rating.", max_length=1_000_000, flag="FILE",
            help="cli.help.event-own-list-file",
        ),
    ]  # fmt: skip
    list_day: Annotated[
        dt.date | None,
        Input(
            parse.date,
            "date",
            "The date of the list.",
            flag="--date",
            metavar="DAY",
            help="cli.help.event-own-list-day",
        ),
    ] = None

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        need_unfinished(state)
        name = f"{CUSTOM}{self.own_list}"
        if not LIST_NAME.fullmatch(name):
            raise ArpadError("event-own-list-name", name=self.own_list)
        digest, ratings = read_own_list(self.ratings_csv.encode(), self.own_list)
        kept = state.own_lists.get(self.own_list)
        if kept is not None and (kept.sha256, kept.date) == (digest, self.list_day):
            return []
        if kept is not None:
            confirmations.confirm("own-list-again", name=self.own_list, count=len(kept.ratings))
        if name not in state.event_rules.lists:
            confirmations.note("own-list-unused", name=name)
        day = {"day": self.list_day.isoformat()} if self.list_day else {}
        return [OwnListKept.change({"list": self.own_list, "sha256": digest, "ratings": ratings, **day})]

    def reply(self, done: Done) -> Reply:
        return Reply(self.reply_key, self.words(done), {"list": self.own_list, **self.words(done)})

    def words(self, done: Done) -> Mapping[str, object]:
        kept = done.state.own_lists[self.own_list]
        return {"name": self.own_list, "count": len(kept.ratings), "sha256": kept.sha256}


class Refresh(Act, frozen=True):
    """Take what a list says of all entries that are on it."""

    writes = (kinds.EntryChanged, kinds.NumbersGiven, PeriodOpened)

    ratings: RatingList

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """In a later period of a long event they are compared with the list of this period."""
        if (period := current_period(state)) in state.periods and period != rating_periods(state.event_rules)[0].name:
            return OpenPeriod(period, self.ratings)(state, confirmations)
        rules, entries = state.event_rules, state.entries.items()
        found = {entry: differing(player, self.ratings, rules) for entry, player in entries if player.playing}
        changes = {entry: differences for entry, differences in found.items() if differences}
        for entry, differences in changes.items():
            for name, (old, new) in differences.items():
                if name not in ("ratings", "rating_from", "rating_list"):
                    player, field = state.entries[entry], Words(f"tournament.field.{name}")
                    by_hand = name in player.by_hand or (name == "rating" and player.rating_from == OWN)
                    values = {"name": player.name, "field": field, "old": old or "–", "new": new or "–"}
                    confirmations.confirm("refreshed-own" if by_hand else "refreshed", entry=entry, **values)
        return _changed(state, confirmations, changes, from_list=True) if changes else []


def _refuse_twice(state: EventState, fields: Mapping[str, Any], others: OtherEvents, but: int | None = None) -> None:
    """An id is entered once, in this event and in those that exclude each other."""
    id_ = fields.get("id")
    if not id_:
        return
    for one in state.entries.values():
        if one.id == id_ and one.entry != but and (one.playing or one.state == "applied"):
            raise ArpadError("event-entry-twice", id=id_, entry=one.entry, name=one.name)
    for slug, ids in others.items():
        if id_ in ids:
            raise ArpadError("event-exclusive", id=id_, name=fields["name"], slug=slug)


def _check_first_round(state: EventState, first: int, *, given: bool, confirmations: Confirmations, name: str) -> None:
    """C.04.2.C: with the list closed, a player comes in late, from a round that is not drawn yet."""
    rules = state.event_rules
    if rules.rounds and first > rules.rounds:
        raise ArpadError("event-rounds-over", rounds=rules.rounds)
    if not state.closed:
        return
    if (rules.by_table and not rules.team) or rules.system == "knockout":
        raise ArpadError("event-table-closed")
    if not given:
        raise ArpadError("event-list-closed")
    if first <= state.last_drawn:
        raise ArpadError("event-round-drawn", round=first)
    confirmations.note("late-entry", name=name, round=first)


def _with_number(state: EventState, changes: list[LogChange], entry: int) -> list[LogChange]:
    """The changes, and the numbers with a late entry among them; in an event of teams the last one."""
    if not state.closed:
        return changes
    after = after_changes(state, changes)
    numbers = [*state.numbers, entry] if state.event_rules.team else inserted(after, after.entries[entry])
    return [*changes, kinds.NumbersGiven.change({"numbers": numbers, "late": True, "entry": entry})]


def _changed(
    state: EventState,
    confirmations: Confirmations,
    changes: Mapping[int, Mapping[str, Any]],
    *,
    from_list: bool = False,
) -> list[LogChange]:
    """The changes of entries, and their numbers, if they get other ones."""
    source = {"from_list": True} if from_list else {}
    lines = [
        kinds.EntryChanged.change({"entry": entry, "changes": dict(fields), **source})
        for entry, fields in changes.items()
    ]
    return [*lines, *renumbered(after_changes(state, lines), confirmations)]
