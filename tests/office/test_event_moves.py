"""Players are moved between the tournaments of a festival: both logs or none, with fees and contacts."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest

from arpad.i18n import ArpadError
from arpad.office.storage.database import Database
from arpad.office.tournaments.festival import FestivalMove, festivals, move_players, open_festival
from arpad.office.tournaments.players import Contact, contacts_of, keep_contact, of_entry
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.absences import SetAbsence
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import ApplyFor, CloseList, Enter
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.festival import entered_twice, festival_entries, shared_tables, suggested_event
from arpad.tournament.journal import Confirmation, Decide, Done, NotConfirmed
from arpad.tournament.log import broken_line
from arpad.tournament.verification import prove
from kept_events import AT, WHO

FESTIVAL = "Open de Primavera 2026"
YES = Confirmation(True, "-", True)
RULES: dict[str, dict[str, Any]] = {
    "open-a": {"name": "Open A", "groups": {"u18": "born >= 2008", "local": 'club = "Valdeoca"'}},
    "open-b": {"name": "Open B", "first_table": 21, "admits": "rating < 1900", "groups": {"u18": "born >= 2008"}},
    "other": {"name": "Other", "festival": ""},
}


@pytest.fixture
def event_store(database: Database) -> Iterator[EventStore]:
    """Two tournaments of a festival with three players each, and one that is not part of it."""
    events = EventStore(database)
    for slug, rules in RULES.items():
        common = {
            "slug": slug,
            "system": "dutch",
            "rounds": 3,
            "half_point_byes": 1,
            "half_point_bye_until": 3,
            "festival": FESTIVAL,
        }
        events.create(slug, Create(common | rules), WHO, AT)
        for number in range(1, 4):
            do(events, slug, Enter({"name": f"{slug} {number}", "rating": 1800 + number}))
    ana = {"name": "Abad, Ana", "rating": 1850, "paid": 25, "club": "Valdeoca", "groups": ["u18", "local"]}
    do(events, "open-a", Enter(ana | {"born": 2010, "id": "77", "birthday": "2010-05-04", "family": "Abad"}))
    yield events
    events.close()


@contextmanager
def refusing(key: str) -> Iterator[None]:
    with pytest.raises(ArpadError) as problem:
        yield
    assert problem.value.key == key


def do(events: EventStore, slug: str, command: Decide) -> Done:
    return events.act(slug, command, WHO, AT, YES)


def move(events: EventStore, *entries: int, to: str = "open-b", consent: Confirmation = YES) -> Any:
    return move_players(events, [FestivalMove("open-a", entry) for entry in entries], to, WHO, AT, consent)


def states(events: EventStore) -> tuple[int, int]:
    return events.open("open-a").state.n, events.open("open-b").state.n


def test_a_festival_is_the_tournaments_that_name_it(event_store: EventStore) -> None:
    assert {slug: one.slugs for slug, one in festivals(event_store).items()} == {
        "open-de-primavera-2026": ["open-a", "open-b"]
    }
    assert open_festival(event_store, "open-de-primavera-2026").name == FESTIVAL
    with refusing("festival-unknown"):
        open_festival(event_store, "other")


def test_a_player_is_moved_with_everything_and_back(event_store: EventStore) -> None:
    keep_contact(event_store, "open-a", of_entry(4), Contact("ana@example.org", "600 000 000"))
    do(event_store, "open-a", SetAbsence(4, 2, "Z"))
    do(event_store, "open-a", SetAbsence(4, 3, "H"))
    moved = move(event_store, 4)
    assert [warning.code for warning in moved.warnings] == ["moved-groups"]
    here, there = (event_store.open(slug).state for slug in ("open-b", "open-a"))
    ana = here.entries[moved.players[0].entry]
    assert there.entries[4].state == "removed"
    assert (ana.name, ana.paid, ana.birthday, ana.family, ana.groups) == (
        "Abad, Ana", Fraction(25), "2010-05-04", "Abad", ("u18",),
    )  # fmt: skip
    assert {number: kind for (entry, number), kind in here.absences.items() if entry == ana.entry} == {2: "Z", 3: "H"}
    assert contacts_of(event_store, "open-b") == {of_entry(ana.entry): Contact("ana@example.org", "600 000 000")}
    assert contacts_of(event_store, "open-a") == {}
    back = move_players(event_store, [FestivalMove("open-b", ana.entry)], "open-a", WHO, AT, YES)
    again = event_store.open("open-a").state.entries[back.players[0].entry]
    assert (again.name, again.paid, again.id, again.state) == ("Abad, Ana", Fraction(25), "77", "accepted")
    assert of_entry(again.entry) in contacts_of(event_store, "open-a")
    for slug in ("open-a", "open-b"):
        lines = event_store.lines(slug)
        assert broken_line(lines) is None
        assert prove(lines).proved


def test_half_a_move_is_not_undone(event_store: EventStore) -> None:
    move(event_store, 4)
    for slug in ("open-a", "open-b"):
        line = next(line for line in event_store.lines(slug) if {"moved_to", "moved_from"} & set(line.data))
        with refusing("event-undo-instead"):
            event_store.undo(slug, line.n, WHO, AT)


def test_all_are_moved_or_nobody_and_every_reason_is_told(event_store: EventStore) -> None:
    do(event_store, "open-b", Enter({"name": "Abad, Anna", "id": "77", "rating": 1850}))
    before = states(event_store)
    with pytest.raises(ArpadError) as refused:
        move(event_store, 1, 4, 99)
    assert refused.value.key == "event-move-several"
    assert "77" in refused.value.text("en")
    assert "99" in refused.value.text("en")
    assert states(event_store) == before
    assert event_store.open("open-a").state.entries[1].state == "accepted"


def test_what_has_to_be_confirmed_is_asked_for_all_together(event_store: EventStore) -> None:
    for name in ("Fuerte, Uno", "Fuerte, Dos"):
        do(event_store, "open-a", Enter({"name": name, "rating": 2300}))
    before = states(event_store)
    with pytest.raises(NotConfirmed) as asked:
        move(event_store, 5, 6, consent=Confirmation())
    assert [one.code for one in asked.value.warnings if one.level == "confirm"] == ["not-admitted", "not-admitted"]
    assert states(event_store) == before
    assert len(move(event_store, 5, 6).players) == 2


def test_nobody_is_moved_once_round_1_of_either_is_published(event_store: EventStore) -> None:
    do(event_store, "open-b", CloseList(seed=7))
    late = move(event_store, 4).players[0].entry
    assert late in event_store.open("open-b").state.numbers, "the list is closed, and the round is not drawn"
    do(event_store, "open-b", DrawNext(1))
    with refusing("event-round-drawn"):
        move(event_store, 1)
    do(event_store, "open-b", Publish(1))
    for moves, to in ((FestivalMove("open-a", 1), "open-b"), (FestivalMove("open-b", 1), "open-a")):
        with refusing("event-move-late"):
            move_players(event_store, [moves], to, WHO, AT, YES)


@pytest.mark.parametrize(
    ("to", "entries", "problem"),
    [("open-a", [1], "event-move-same"), ("other", [1], "event-move-apart"), ("open-b", [], "event-move-nobody")],
)
def test_a_move_goes_to_another_tournament_of_the_festival(
    event_store: EventStore, to: str, entries: list[int], problem: str
) -> None:
    with refusing(problem):
        move(event_store, *entries, to=to)


def test_an_application_stays_one_and_an_excluded_event_does_not_hold_who_leaves_it(event_store: EventStore) -> None:
    common = {"system": "dutch", "rounds": 5, "festival": FESTIVAL, "slug": "open-c", "name": "Open C"}
    event_store.create("open-c", Create(common | {"exclusive_with": ["open-a"]}), WHO, AT)
    assert len(move(event_store, 4, to="open-c").players) == 1
    event_store.create("open-d", Create(common | {"slug": "open-d", "open": True}), WHO, AT)
    do(event_store, "open-d", ApplyFor({"name": "Soto, Luis"}))
    asked = move_players(event_store, [FestivalMove("open-d", 1)], "open-c", WHO, AT, YES)
    assert event_store.open("open-c").state.entries[asked.players[0].entry].state == "applied"


def test_moves_both_ways_at_once_do_not_wait_for_each_other_forever(event_store: EventStore) -> None:
    """Locks are taken in one order, and entries go in meanwhile."""
    there = [FestivalMove("open-a", entry) for entry in (1, 2, 3)]
    back = [FestivalMove("open-b", entry) for entry in (1, 2, 3)]
    with ThreadPoolExecutor(9) as people:
        moves: list[Future[Any]] = [
            people.submit(move_players, event_store, [one], "open-b", WHO, AT, YES) for one in there
        ]
        moves += [people.submit(move_players, event_store, [one], "open-a", WHO, AT, YES) for one in back]
        moves += [people.submit(do, event_store, "open-a", Enter({"name": f"New {place}"})) for place in range(3)]
    assert not [one.exception() for one in moves if one.exception()]
    names = {slug: {one.name for one in event_store.open(slug).state.accepted} for slug in ("open-a", "open-b")}
    assert names["open-b"] == {"open-a 1", "open-a 2", "open-a 3"}
    assert names["open-a"] == {"open-b 1", "open-b 2", "open-b 3", "Abad, Ana", "New 0", "New 1", "New 2"}
    assert all(broken_line(event_store.lines(slug)) is None for slug in names)


def test_who_is_entered_twice_where_somebody_belongs_and_which_tables_clash(event_store: EventStore) -> None:
    do(event_store, "open-b", Enter({"name": "ana abad"}))
    do(event_store, "open-b", Enter({"name": "open-a 1", "born": 1990, "id": "5"}))
    do(event_store, "open-a", Enter({"name": "Soto, Luis", "born": 1980}))
    do(event_store, "open-b", Enter({"name": "Luis Soto", "born": 1981}))
    found = open_festival(event_store, "open-de-primavera-2026").states
    groups = [[one.player.name for one in group] for group in entered_twice(festival_entries(found))]
    assert groups == [["Abad, Ana", "ana abad"], ["open-a 1", "open-a 1"]]
    assert suggested_event(found, {"rating": 1500}) == "open-b"
    assert suggested_event(found, {"rating": 2100}) == "open-a"
    assert shared_tables(found) == []
    for number in range(40):
        do(event_store, "open-a", Enter({"name": f"Mass {number}"}))
    (clash,) = shared_tables(open_festival(event_store, "open-de-primavera-2026").states)
    assert (clash.one.event, clash.one.last, clash.other.first, clash.free) == ("open-a", 22, 21, 23)
