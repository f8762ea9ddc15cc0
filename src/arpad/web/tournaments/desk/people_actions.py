"""Players: entered, changed, absent, gone and back; who is there; the list closed."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar

from arpad.domain.event import Colour
from arpad.i18n import ArpadError
from arpad.office.tournaments.players import enter_listed, enter_listed_file, office_ratings
from arpad.tournament.acts.absences import (
    Missing,
    absent,
    close_presence,
    excuse,
    mark_present,
    open_presence,
    return_entry,
    withdraw,
)
from arpad.tournament.acts.players import accept, change_typed, close_list, give_numbers, refresh, refuse, remove
from arpad.tournament.documents import entry_document, numbers_document
from arpad.tournament.entries import FIELDS, read_entries
from arpad.tournament.journal import Decide, Done
from arpad.tournament.shapes import EntryDocument
from arpad.tournament.state import EventState
from arpad.web.tournaments.actions import EventAction, Hand
from arpad.web.tournaments.done_shapes import EnteredDocument, NumbersDocument
from arpad.web.tournaments.fields import (
    EntryNumber,
    EventField,
    Flag,
    PerhapsRound,
    RoundNumber,
    Seed,
    as_typed,
    of_player,
    one_of,
    whole_numbers,
)

Kind = Annotated[
    str, EventField(one_of("H", "Z", "F", "none"), "select", "H, Z, F or none.", ("Z", "H", "F", "none"), "event-kind.")
]
Then = Annotated[
    Missing, EventField(one_of("pair", "absent", "wait"), "select", "pair, absent or wait.",
                        ("pair", "absent", "wait"), "event-then."),
]  # fmt: skip
Csv = Annotated[str, EventField(as_typed, "file", "A CSV file with a line of headings.", longest=2_000_000)]
FieldName = Annotated[
    str, EventField(one_of(*FIELDS), "select", "A field of a player.", tuple(FIELDS), "tournament.field.")
]
First = Annotated[
    Colour | None, EventField(one_of("w", "b"), "select", "w or b, if the lot was drawn by hand.", ("", "w", "b"),
                              "event-colour."),
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class EnterPlayer(EventAction):
    """Enter a player, from the office's list or by hand."""

    answers: ClassVar[tuple[Any, ...]] = (EnteredDocument,)
    name = "enter"
    path = "desk/entries"
    least = "arbiter"
    back = "desk/entries"
    at: ClassVar[Mapping[str, str]] = {
        "event-not-listed": "id", "event-name-missing": "player", "event-entry-twice": "id", "event-exclusive": "id",
        "event-list-closed": "from_round", "event-round-drawn": "from_round", "event-group-none": "groups",
    }  # fmt: skip

    id: Annotated[str, of_player("id", "The player's id; the list says the rest.")] = ""
    player: Annotated[str, of_player("name", "Surname, first name.")] = ""
    rating: Annotated[int | None, of_player("rating", "The rating that counts.", 10)] = None
    national: Annotated[int | None, of_player("national", "The national rating.", 10)] = None
    title: Annotated[str | None, of_player("title", "GM, IM, WGM and so on.", 5)] = None
    federation: Annotated[str | None, of_player("federation", "Three letters.", 5)] = None
    born: Annotated[int | None, of_player("born", "The year of birth.", 10)] = None
    sex: Annotated[str | None, of_player("sex", "m or f.", 5)] = None
    club: Annotated[str | None, of_player("club", "The club.")] = None
    family: Annotated[str | None, of_player("family", "The family, to keep relatives apart.")] = None
    groups: Annotated[list[str] | None, of_player("groups", "Groups of the rules.")] = None
    table: Annotated[int | None, of_player("table", "A table that the player keeps.", 10)] = None
    paid: Annotated[object, of_player("paid", "The fee that was paid.", 12)] = None
    from_round: Annotated[int | None, of_player("from_round", "The first round.", 10)] = None
    invited: Flag = False

    def do(self, hand: Hand) -> Done:
        rules = hand.keeper.open(hand.slug).state.laws
        ratings = office_ratings(hand.office().database, {self.id} if self.id else set(), rules.start)
        told = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "player"}
        return hand.act(enter_listed({**told, "name": self.player}, rules, ratings, hand.keeper))

    def document(self, state: EventState) -> dict[str, Any]:
        newest = max(state.entries)
        return {"entry": newest, "number": state.number_of(newest)}

    def words(self, done: Done) -> dict[str, object]:
        newest = max(done.state.entries)
        return {"entry": newest, "name": done.state.entries[newest].name}


@dataclass(frozen=True, slots=True)
class EnterPlayers(EventAction):
    """Enter all players of a CSV file, or none."""

    name = "enter-file"
    path = "desk/entries/file"
    least = "arbiter"
    back = "desk/entries"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("event-csv-line", "event-csv-empty", "event-csv-columns", "list-csv"), "csv"
    )

    csv: Csv

    def do(self, hand: Hand) -> Done:
        rules = hand.keeper.open(hand.slug).state.laws
        read = read_entries(self.csv.encode(), "CSV", rules)
        ids = {row.fields["id"] for row in read.rows if row.fields.get("id")}
        ratings = office_ratings(hand.office().database, ids, rules.start)
        return hand.act(enter_listed_file(read, rules, ratings, hand.keeper))

    def words(self, done: Done) -> dict[str, object]:
        return {"count": sum(line.kind == "entry.added" for line in done.lines)}


@dataclass(frozen=True, slots=True)
class OfEntry(EventAction):
    """Something that is done to one player."""

    answers: ClassVar[tuple[Any, ...]] = (EntryDocument,)
    least = "arbiter"
    back = "desk/entries/{entry}"

    entry: EntryNumber

    def document(self, state: EventState) -> dict[str, Any]:
        return {**entry_document(state, self.entry)}

    def words(self, done: Done) -> dict[str, object]:
        return {"name": done.state.entries[self.entry].name}


@dataclass(frozen=True, slots=True)
class AcceptEntry(OfEntry):
    """Accept an application."""

    name = "accept"
    path = "desk/entries/{entry}/accept"

    from_round: PerhapsRound = None

    def command(self) -> Decide:
        return accept(self.entry, self.from_round)


@dataclass(frozen=True, slots=True)
class RefuseEntry(OfEntry):
    """Refuse an application."""

    name = "refuse"
    path = "desk/entries/{entry}/refuse"

    def command(self) -> Decide:
        return refuse(self.entry)


@dataclass(frozen=True, slots=True)
class RemoveEntry(OfEntry):
    """Remove an entry that has never been paired."""

    name = "remove"
    path = "desk/entries/{entry}/remove"
    back = "desk/entries"

    def command(self) -> Decide:
        return remove(self.entry)


@dataclass(frozen=True, slots=True)
class ChangeEntry(OfEntry):
    """Change what is known of a player."""

    name = "change"
    path = "desk/entries/{entry}/change"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(("number-whole", "event-field-flag", "event-group-none"), "value")

    field: FieldName
    value: Annotated[str, EventField(about="The new value; empty for none.")] = ""

    def command(self) -> Decide:
        return change_typed(self.entry, self.field, self.value)


@dataclass(frozen=True, slots=True)
class SetAbsence(OfEntry):
    """Leave a player out of a round, or take that back."""

    name = "absent"
    path = "desk/entries/{entry}/absent"
    at: ClassVar[Mapping[str, str]] = {
        "event-half-bye": "kind", "event-round-drawn": "round", "event-round-none": "round",
    }  # fmt: skip

    round: RoundNumber
    kind: Kind

    def command(self) -> Decide:
        return absent(self.entry, self.round, None if self.kind == "none" else self.kind)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class WithdrawEntry(OfEntry):
    """Withdraw a player: not paired again, results stay."""

    name = "withdraw"
    path = "desk/entries/{entry}/withdraw"

    from_round: PerhapsRound = None
    expelled: Flag = False

    def command(self) -> Decide:
        return withdraw(self.entry, self.from_round, expelled=self.expelled)


@dataclass(frozen=True, slots=True)
class ReturnEntry(OfEntry):
    """Let a player who has left come back."""

    name = "return"
    path = "desk/entries/{entry}/return"

    from_round: PerhapsRound = None

    def command(self) -> Decide:
        return return_entry(self.entry, self.from_round)


@dataclass(frozen=True, slots=True)
class ExcuseEntry(OfEntry):
    """Accept the reason of a player who did not come."""

    name = "excuse"
    path = "desk/entries/{entry}/excuse"

    def command(self) -> Decide:
        return excuse(self.entry)


@dataclass(frozen=True, slots=True)
class RefreshEntries(EventAction):
    """Take names, titles and ratings of all entries from the office's list in force at the start."""

    name = "refresh"
    path = "desk/entries/refresh"
    least = "arbiter"
    back = "desk/entries"

    def do(self, hand: Hand) -> Done:
        state = hand.keeper.open(hand.slug).state
        ids = {one.id for one in state.entries.values() if one.id and one.playing}
        ratings = office_ratings(hand.office().database, ids, state.laws.start)
        if ratings is None:
            raise ArpadError("event-no-list")
        return hand.act(refresh(ratings))

    def words(self, done: Done) -> dict[str, object]:
        return {"count": sum(line.kind == "entry.changed" for line in done.lines)}


@dataclass(frozen=True, slots=True)
class GiveNumbers(EventAction):
    """Give the numbers again by the order of the rules."""

    answers: ClassVar[tuple[Any, ...]] = (NumbersDocument,)
    name = "numbers"
    path = "desk/entries/numbers"
    least = "chief"
    back = "desk/entries"

    def command(self) -> Decide:
        return give_numbers()

    def document(self, state: EventState) -> dict[str, Any]:
        return {"numbers": numbers_document(state)}


@dataclass(frozen=True, slots=True)
class CloseList(GiveNumbers):
    """Close the list of players: they get their numbers."""

    name = "close-list"
    path = "desk/entries/close"
    at: ClassVar[Mapping[str, str]] = {"event-lot": "seed", "event-lot-order": "seed"}

    seed: Seed = None
    initial: First = None

    def command(self) -> Decide:
        return close_list(self.initial, self.seed)

    def words(self, done: Done) -> dict[str, object]:
        return {"count": len(done.state.numbers)}


@dataclass(frozen=True, slots=True)
class OfPresence(EventAction):
    """Something that is done to the list of presence."""

    least = "scorer"
    back = "desk/presence"


@dataclass(frozen=True, slots=True)
class OpenPresence(OfPresence):
    """Open the list of presence for the next round."""

    name = "presence-open"
    path = "desk/presence/open"

    def command(self) -> Decide:
        return open_presence()


@dataclass(frozen=True, slots=True)
class MarkPresent(OfPresence):
    """Mark players as present, or take the mark back."""

    name = "present"
    path = "desk/presence"

    players: Annotated[
        tuple[int, ...], EventField(whole_numbers, about="Players, by entry.", several=True, players=True)
    ]
    gone: Flag = False

    def command(self) -> Decide:
        return mark_present(self.players, there=not self.gone)

    def words(self, done: Done) -> dict[str, object]:
        return {"names": "; ".join(done.state.entries[entry].name for entry in self.players)}


@dataclass(frozen=True, slots=True)
class ClosePresence(OfPresence):
    """Close the list of presence, and say what happens to players who are missing."""

    name = "presence-close"
    path = "desk/presence/close"

    then: Then

    def command(self) -> Decide:
        return close_presence(self.then)


PEOPLE_ACTIONS = (
    EnterPlayer, EnterPlayers, AcceptEntry, RefuseEntry, RemoveEntry, ChangeEntry, SetAbsence, WithdrawEntry,
    ReturnEntry, ExcuseEntry, RefreshEntries, CloseList, GiveNumbers, OpenPresence, MarkPresent, ClosePresence,
)  # fmt: skip
