"""Entries: from a list, from a file, by hand; findings; applications; what may be changed and removed."""

import datetime as dt
import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arbiter import Arbiter
from arpad.domain.rating_list import ListEntry, RatingList
from arpad.formats.entry_sheets import read_entry_sheet
from arpad.formats.rating_lists.files import read_list
from arpad.formats.sheets import read_book
from arpad.i18n import ArpadError
from arpad.regulations.articles import TimeClass
from arpad.tournament.acts.absences import WithdrawEntry
from arpad.tournament.acts.players import (
    AcceptEntry,
    ApplyFor,
    ChangeEntry,
    ChangeFields,
    CloseList,
    Enter,
    EnterFile,
    KeepList,
    Refresh,
    RefuseEntry,
    RemoveEntry,
)
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.as_report import event_of
from arpad.tournament.documents import entry_documents, paid_in_all
from arpad.tournament.entries import (
    EntryFile,
    EntryRow,
    against_entries,
    entry_file,
    listed_fields,
    offered_ratings,
    read_entries,
)
from arpad.tournament.journal import Decide, NotConfirmed
from arpad.tournament.own_lists import own_elsewhere, with_own_first
from arpad.tournament.rules import EventRules

RULES: dict[str, Any] = {"rounds": 3, "system": "dutch-2017"}
LIST = RatingList(
    {
        "1": ListEntry("1", "Sol, Ana", "ESP", "F", "WFM", 2050, rapid_rating=2000, born=1990),
        "2": ListEntry("2", "Luna, Berto", "ESP", "M", "", 1900, born=2001),
    },
    combined=True,
)
ANA = {"id": "1", "name": "Sol, Ana", "federation": "ESP", "sex": "f", "title": "WFM", "rating": 2050, "born": 1990}


def codes(arbiter: Arbiter, command: Decide) -> list[str]:
    return [one.code for one in arbiter.does(command).warnings]


def test_a_player_as_the_list_has_them() -> None:
    assert listed_fields(LIST.entries["1"], True, EventRules("a", "A")) == ANA
    rapid = EventRules("a", "A", time_class="rapid")
    assert listed_fields(LIST.entries["1"], True, rapid)["rating"] == 2000
    assert listed_fields(LIST.entries["2"], True, rapid)["rating"] == 1900, "no rapid rating: the standard one"


def test_an_id_is_entered_once() -> None:
    arbiter = Arbiter(RULES)
    assert codes(arbiter, Enter(ANA, ratings=LIST)) == []
    with pytest.raises(ArpadError, match="entry 1, Sol, Ana"):
        arbiter.does(Enter({"id": "1", "name": "Other"}))


def test_the_same_name_and_year_want_a_yes() -> None:
    arbiter = Arbiter(RULES)
    arbiter.does(Enter(ANA))
    with pytest.raises(NotConfirmed, match="entered already"):
        arbiter.tries(Enter({"name": "SOL, ANÁ", "born": 1990}))
    assert codes(arbiter, Enter({"name": "Sol, Ana", "born": 1991})) == ["no-id"]


@pytest.mark.parametrize(
    ("fields", "code", "words"),
    [
        ({"name": "X"}, "no-id", "no id"),
        ({**ANA, "rating": 2100}, "list-rating", "has 2050, not 2100"),
        ({**ANA, "title": "WIM"}, "list-title", "title WFM, not WIM"),
        ({"id": "9", "name": "X"}, "not-listed", "id 9"),
        ({**ANA, "federation": "XXX"}, "federation-unknown", "XXX"),
        ({**ANA, "groups": ["u16"]}, "group-unfit", "(born 2010 or later)"),
        ({**ANA, "groups": ["u2000"]}, "group-unfit", "(rating below 2000)"),
    ],
)
def test_findings_on_entry(fields: dict[str, Any], code: str, words: str) -> None:
    arbiter = Arbiter({**RULES, "groups": {"u16": "born >= 2010", "u2000": "rating < 2000", "all": "born > 1900"}})
    (warning,) = arbiter.does(Enter(fields, ratings=LIST)).warnings
    assert (warning.code, warning.level) == (code, "note")
    assert words in warning.message.text()


@pytest.mark.parametrize(
    ("time_class", "listed", "said"),
    [
        ("standard", {"rapid_rating": 1850}, [("other-class", "rapid 1850", "(8.2)", "no standard rating")]),
        ("standard", {"blitz_rating": 1700}, [("other-class", "blitz 1700", "(8.2)", "no standard rating")]),
        ("rapid", {"blitz_rating": 1700}, [("other-class", "blitz 1700", "(7.2.1)", "neither a rapid nor a standard")]),
        ("blitz", {"rapid_rating": 1850}, [("other-class", "rapid 1850", "(7.2.1)", "neither a blitz nor a standard")]),
        ("rapid", {"rating": 1900, "blitz_rating": 1700}, [("standing-in", "standard rating 1900", "(7.2.1)")]),
        ("standard", {"rating": 1900, "rapid_rating": 1850}, []),
        (
            "standard",
            {"rapid_rating": 1850, "blitz_rating": 1700},
            [("other-class", "rapid 1850, blitz 1700")],
        ),
        ("blitz", {}, [("unrated-here", "neither a blitz nor a standard rating")]),
    ],
)
def test_7_2_1_a_rating_of_another_class_is_named_at_entry(
    time_class: TimeClass, listed: dict[str, int], said: list[tuple[str, ...]]
) -> None:
    """Only the standard rating stands in, and only in rapid and blitz: the arbiter is told by which article."""
    ratings = RatingList({"3": ListEntry("3", "Rey, Eva", "ESP", "F", "", **listed)}, combined=True)  # type: ignore[arg-type]
    rating = listed_fields(ratings.entries["3"], True, EventRules("a", "A", time_class=time_class))["rating"]
    arbiter = Arbiter({**RULES, "start": "2025-03-01", "time_class": time_class})
    fields = {"id": "3", "name": "Rey, Eva", "federation": "ESP", "sex": "f", "rating": rating}
    warnings = arbiter.does(Enter(fields, ratings=ratings)).warnings
    assert [(one.code, one.level) for one in warnings] == [(code, "note") for code, *_ in said]
    for warning, (_, *words) in zip(warnings, said, strict=True):
        assert [word for word in words if word not in warning.message.text()] == []


CLASSES = Path(__file__).parent.parent / "data" / "lists" / "classes.csv"
TAKES: dict[str, dict[str, tuple[int, str, dict[str, int]]]] = {
    "standard": {
        "1001": (2100, "standard", {}),
        "1002": (1900, "standard", {}),
        "1003": (0, "", {"blitz": 1777}),
        "1004": (1800, "standard", {}),
        "1005": (0, "", {"rapid": 1640, "blitz": 1655}),
    },
    "rapid": {
        "1001": (2100, "standing-in", {}),
        "1002": (1900, "standing-in", {}),
        "1003": (0, "", {"blitz": 1777}),
        "1004": (1820, "rapid", {}),
        "1005": (1640, "rapid", {}),
    },
    "blitz": {
        "1001": (2100, "standing-in", {}),
        "1002": (1850, "blitz", {}),
        "1003": (1777, "blitz", {}),
        "1004": (1800, "standing-in", {}),
        "1005": (1655, "blitz", {}),
    },
}


def entering(time_class: str, **rules: Any) -> tuple[Arbiter, Callable[..., Enter]]:
    """An event with the list of three classes, and what enters a player as the list has them."""
    arbiter = Arbiter({**RULES, "start": "2026-10-10", "time_class": time_class, **rules})
    ratings = replace(read_list(CLASSES), name="classes.csv")

    def enter(id_: str, take: str = "", lists: dict[str, RatingList] | None = None) -> Enter:
        fields = listed_fields(ratings.entries[id_], ratings.combined, arbiter.state.event_rules)
        return Enter(fields, ratings, None, lists or {}, take)

    return arbiter, enter


@pytest.mark.parametrize("time_class", TAKES)
def test_vcl_123_each_class_has_its_sequence_of_lists(time_class: str) -> None:
    """A combined list of three classes: what each player of it takes, where it comes from, and what is offered."""
    arbiter, enter = entering(time_class)
    for id_, (rating, source, offered) in TAKES[time_class].items():
        command = enter(id_)
        assert offered_ratings(id_, command.ratings, {}, arbiter.state.event_rules) == offered
        entry = [*arbiter.does(command).state.entries.values()][-1]
        assert (entry.id, entry.rating, entry.rating_from) == (id_, rating, source)
        assert entry.rating_list == ("classes.csv" if source else ""), "the list is kept with the entry"


def test_vcl_129_a_rating_found_elsewhere_is_taken_by_a_choice_and_orders_only() -> None:
    """It is marked with its source, orders the player, and is no rating in a report for rating."""
    arbiter, enter = entering("rapid", rounds=1)
    done = arbiter.does(enter("1003", "blitz"))
    assert [one.code for one in done.warnings] == ["rating-taken"]
    line = next(line.data for line in done.lines if line.kind == "entry.added")
    assert (line["rating"], line["rating_from"], line["rating_list"]) == (1777, "taken-blitz", "classes.csv")
    arbiter.does(enter("1005"))
    state = arbiter.does(CloseList(seed=1)).state
    assert [state.entries[entry].id for entry in state.numbers] == ["1003", "1005"], "1777 before 1640"
    assert [player.rating for player in event_of(state).players] == [1777, 1640]
    assert [player.rating for player in event_of(state, rated=True).players] == [None, 1640]


@pytest.mark.parametrize(
    ("id_", "take", "key", "words"),
    [
        ("1003", "rapid", "event-take-none", "blitz (1777)"),
        ("1001", "blitz", "event-take-none", "found elsewhere: –"),
        ("1003", "bullet", "event-take-none", "no bullet"),
    ],
)
def test_nothing_else_can_be_taken(id_: str, take: str, key: str, words: str) -> None:
    arbiter, enter = entering("rapid")
    with pytest.raises(ArpadError, match=re.escape(words)) as refused:
        arbiter.does(enter(id_, take))
    assert refused.value.key == key
    typed = enter("1003", "blitz")
    with pytest.raises(ArpadError, match="leave one of the two out"):
        arbiter.does(Enter({**typed.fields, "rating": 1500}, typed.ratings, take="blitz"))
    assert arbiter.state.entries == {}


def test_vcl_126_lists_are_added_left_out_and_put_in_another_order() -> None:
    """The rule `lists`: the first one gives the rating, the others are offered in their order."""
    league = {"liga": RatingList({"1003": ListEntry("1003", "Cano, Carlos", rating=1702)}, True, None, "liga")}
    arbiter, enter = entering("standard", lists=["standard", "office:liga", "blitz"])
    rules = arbiter.state.event_rules
    assert offered_ratings("1003", enter("1003").ratings, league, rules) == {"office:liga": 1702, "blitz": 1777}
    assert offered_ratings("1005", enter("1005").ratings, league, rules) == {"blitz": 1655}, "rapid is left out"
    player = arbiter.does(enter("1003", "office:liga", league)).state.entries[1]
    assert (player.rating, player.rating_from, player.rating_list) == (1702, "taken-list", "liga")
    blitz, enter = entering("standard", lists=["blitz", "standard"])
    other = blitz.does(enter("1002")).state.entries[1]
    assert (other.rating, other.rating_from) == (1850, "taken-blitz"), "another class orders only"
    with pytest.raises(ArpadError):
        entering("standard", lists=["bullet"])


def test_vcl_133_entries_are_compared_with_their_list_and_hands_are_named() -> None:
    """A rating typed by hand is named as such; one that was taken is compared with the list it was taken from."""
    arbiter, enter = entering("rapid")
    taken = arbiter.does(enter("1003", "blitz"))
    ratings = enter("1003").ratings
    assert ratings is not None
    arbiter.does(enter("1004"))
    assert arbiter.does(Refresh(ratings)).lines == ()
    arbiter.does(ChangeFields(2, {"rating": 1900}))
    with pytest.raises(NotConfirmed) as asked:
        arbiter.tries(Refresh(ratings))
    assert [one.message.text() for one in asked.value.warnings] == [
        "Entry 2, Diaz, Dora: rating 1900, typed by hand, becomes 1820."
    ]
    newer = RatingList({"1003": replace(ratings.entries["1003"], blitz_rating=1790)}, True, None, "new")
    state = arbiter.does(Refresh(newer)).state
    assert (state.entries[1].rating, state.entries[1].rating_from) == (1790, "taken-blitz")
    rated = RatingList({"1003": replace(ratings.entries["1003"], rapid_rating=1750)}, True, None, "newer")
    state = arbiter.does(Refresh(rated)).state
    assert (state.entries[1].rating, state.entries[1].rating_from) == (1750, "rapid"), "the list has it now"
    assert taken.state.entries[1].rating == 1777


def test_vcl_136_every_field_that_was_typed_is_named() -> None:
    """Typed otherwise than the list has it, at the entry or later; what the list gave again is its own once more."""
    arbiter, enter = entering("rapid")
    listed = enter("1004")
    ratings = listed.ratings
    assert ratings is not None
    typed = Enter({**listed.fields, "federation": "POR"}, ratings)
    assert arbiter.does(typed).state.entries[1].by_hand == ("federation",)
    arbiter.does(ChangeFields(1, {"title": "CM"}))
    with pytest.raises(NotConfirmed) as asked:
        arbiter.tries(Refresh(ratings))
    assert [one.message.text() for one in asked.value.warnings] == [
        "Entry 1, Diaz, Dora: federation POR, typed by hand, becomes ESP.",
        "Entry 1, Diaz, Dora: title CM, typed by hand, becomes –.",
    ]
    assert arbiter.does(Refresh(ratings)).state.entries[1].by_hand == ()


LIGA = b'id,name,rating\n1003,"Cano, Carlos",1702\n7,"Local, Luz",1550\n'


def test_vcl_117_a_list_of_ones_own_is_kept_under_a_name_with_its_digest() -> None:
    arbiter, enter = entering("standard", lists=["standard", "custom:liga"])
    with pytest.raises(ArpadError, match="keeps no list liga"):
        own_elsewhere(arbiter.state, {"1003"})
    kept = arbiter.does(KeepList("liga", LIGA.decode(), dt.date(2026, 1, 1))).state
    assert kept.own_lists["liga"].sha256 == hashlib.sha256(LIGA).hexdigest()
    assert arbiter.does(KeepList("liga", LIGA.decode(), dt.date(2026, 1, 1))).lines == ()
    own = own_elsewhere(arbiter.state, {"1003"})
    player = arbiter.does(enter("1003", "custom:liga", own)).state.entries[1]
    name = f"liga sha256 {hashlib.sha256(LIGA).hexdigest()[:12]} 2026-01-01"
    assert (player.rating, player.rating_from, player.rating_list) == (1702, "taken-list", name)
    with pytest.raises(NotConfirmed, match="another list liga"):
        arbiter.tries(KeepList("liga", "id,rating\n7,1600\n"))


def test_vcl_117_a_list_of_ones_own_gives_the_ratings() -> None:
    """It orders and does not count for rating; names and titles are those of the usual list."""
    arbiter, enter = entering("standard", lists=["custom:liga", "standard"])
    arbiter.does(KeepList("liga", LIGA.decode()))
    usual = enter("1003").ratings
    assert usual is not None
    ratings = with_own_first(arbiter.state, {"1003", "7", "1001"}, usual)
    assert ratings is not None
    assert {one.id: one.rating for one in ratings} == {"1003": 1702, "7": 1550, "1001": None}
    assert ratings.entries["1003"].name == usual.entries["1003"].name
    fields = listed_fields(ratings.entries["1003"], ratings.combined, arbiter.state.event_rules)
    player = arbiter.does(Enter(fields, ratings)).state.entries[1]
    assert (player.rating, player.rating_from) == (1702, "taken-list")


@pytest.mark.parametrize("text", ["id,rating\n7,\n", "id,rating\n7,1600\n7,1700\n", "id,rating\n"])
def test_a_list_of_ones_own_that_cannot_be_read_is_refused(text: str) -> None:
    arbiter, _ = entering("standard")
    with pytest.raises(ArpadError):
        arbiter.does(KeepList("liga", text))
    with pytest.raises(ArpadError, match="small letters"):
        arbiter.does(KeepList("La Liga", LIGA.decode()))
    assert arbiter.state.own_lists == {}


def test_a_sheet_takes_the_ratings_of_a_list_for_those_who_lack_one() -> None:
    arbiter, enter = entering("rapid")
    ratings = enter("1003").ratings
    rows = tuple(EntryRow(line, {"id": id_, "name": id_}) for line, id_ in enumerate(("1003", "1009"), 2))
    sheet = EnterFile(EntryFile(rows, ()), ratings, take="blitz")
    entries = arbiter.does(sheet).state.entries
    assert [(one.rating, one.rating_from) for one in entries.values()] == [(1777, "taken-blitz"), (0, "")]


def test_a_group_that_the_rules_do_not_have() -> None:
    with pytest.raises(ArpadError, match="no group u8"):
        Arbiter(RULES).does(Enter({**ANA, "groups": ["u8"]}))


def test_a_player_of_an_event_that_excludes_this_one() -> None:
    """event-exclusive."""
    arbiter = Arbiter(RULES)
    with pytest.raises(ArpadError, match="plays in section-b") as refused:
        arbiter.does(Enter(ANA, others={"section-b": {"1"}}))
    assert refused.value.key == "event-exclusive"
    assert arbiter.state.entries == {}


CSV = """id;name;rating;Fed;b-day;club;group;paid;shoe size;label.school;k
1;;;;;Valdeoca;;12.50;42;North;20
;Mar, Eva;1700;POR;2011-03-04;;u16;;38;;
"""


def test_a_file_of_players() -> None:
    arbiter = Arbiter({**RULES, "groups": {"u16": "born >= 2010"}})
    read = read_entries(CSV.encode(), "e.csv", arbiter.state.event_rules)
    assert read.unknown == ("shoe size",)
    with pytest.raises(ArpadError, match="line 2: a player needs a name"):
        arbiter.does(EnterFile(read))
    assert arbiter.state.entries == {}, "all or nothing"
    named = read._replace(rows=(read.rows[0]._replace(fields={**ANA, **read.rows[0].fields}), read.rows[1]))
    assert codes(arbiter, EnterFile(named, ratings=LIST)) == ["csv-column", "no-id"]
    ana, eva = arbiter.state.entries.values()
    assert (ana.club, ana.labels, str(ana.paid)) == ("Valdeoca", {"school": "North"}, "25/2")
    assert (eva.born, eva.birthday, eva.groups, eva.federation) == (2011, "2011-03-04", ("u16",), "POR")
    assert paid_in_all(arbiter.state) == ana.paid
    assert [row.entry for row in entry_documents(arbiter.state)] == [1, 2]


def test_other_ratings_of_a_file() -> None:
    rules = EventRules("a", "A", time_class="rapid")
    text = "name,rating,rapid_rating,national\nA,2100,2050,2000\nB,2100,,\nC,,,1900\n"
    first, second, third = (row.fields for row in read_entries(text.encode(), "e.csv", rules).rows)
    assert first == {"name": "A", "rating": 2050, "ratings": {"fide": 2050, "national": 2000}}
    assert second == {"name": "B", "rating": 2100}, "no rapid rating: the standard one"
    assert third == {"name": "C", "rating": 1900, "ratings": {"national": 1900}}


@pytest.mark.parametrize(
    ("text", "key"),
    [("", "sheet-empty"), ("name\n", "sheet-no-players"), ("club,rating\nA,2\n", "sheet-no-header")],
)
def test_a_bad_file_is_refused(text: str, key: str) -> None:
    with pytest.raises(ArpadError) as refused:
        read_entries(text.encode(), "e.csv", EventRules("a", "A"))
    assert refused.value.key == key


@pytest.mark.parametrize(
    "cell",
    ["rating\nA,high", "sex\nA,x", "invited\nA,perhaps", "paid\nA,-3.333", "paid\nA,1e999999999", "table\nA,x"],
)
def test_a_bad_cell_is_left_out_if_somebody_agrees(cell: str) -> None:
    arbiter = Arbiter(RULES)
    read = read_entries(f"name,{cell}\n".encode(), "e.csv", arbiter.state.event_rules)
    asked = [one for one in arbiter.does(EnterFile(read)).warnings if one.level == "confirm"]
    assert [(one.code, one.message.values["line"]) for one in asked] == [("sheet-row", 2)]
    assert [entry.name for entry in arbiter.state.entries.values()] == ["A"]


def test_who_is_entered_already_is_left_out() -> None:
    """By the id; somebody of the same name is asked for, unless the birth is another one."""
    arbiter = Arbiter(RULES)
    arbiter.does(Enter(ANA))
    text = "Name;id;born\nSol, Ana;1;1990\nAna SOL;;\nSol, Ana;9;2001\n"
    sheet = read_entry_sheet(read_book(text.encode()).sheet())
    seen = against_entries(sheet, arbiter.state)
    assert [(row.row, row.state) for row in seen.rows] == [(2, "duplicate"), (3, "ask"), (4, "ask")]
    read = entry_file(
        read_entry_sheet(read_book(text.replace("Ana SOL;;\n", "").encode()).sheet()), EventRules("a", "A")
    )
    assert [(row.line, row.asks) for row in read.rows] == [(2, ()), (3, ())], "another birth"
    read = entry_file(sheet, arbiter.state.event_rules)
    assert codes(arbiter, EnterFile(read))[0] == "sheet-there"
    assert [entry.entry for entry in arbiter.state.entries.values()] == [1, 2, 3]


def test_a_sheet_in_spanish() -> None:
    rules = EventRules("a", "A", groups={"sub16": "born >= 2010"}, time_class="rapid")
    text = "Apellidos;Nombre;Elo;Elo rápido;Elo FEDA;Fecha nac.;Sexo;Categoría;Grupo;Correo;Pagado;Licencia\n"
    text += "Ruiz;Ana;2.011;1990;1950;04/05/2011;M;Sub16;B;ana@club.example;12,50 €;M-77\nSoto;Leo;1800;;;;H;;;;sí;\n"
    ana, leo = read_entries(text.encode("cp1252"), "e.csv", rules).rows
    assert ana.fields == {
        "name": "Ruiz, Ana", "rating": 1990, "ratings": {"fide": 1990, "national": 1950}, "born": 2011,
        "birthday": "2011-05-04", "sex": "f", "groups": ["sub16"], "labels": {"groups": "B", "national_id": "M-77"},
        "paid": "25/2",
    }  # fmt: skip
    assert (ana.mail, leo.fields) == ("ana@club.example", {"name": "Soto, Leo", "rating": 1800, "sex": "m"})


def test_applications() -> None:
    with pytest.raises(ArpadError, match="takes no applications"):
        Arbiter(RULES).does(ApplyFor(ANA))
    arbiter = Arbiter({**RULES, "open": True})
    arbiter.does(ApplyFor(ANA))
    with pytest.raises(ArpadError, match="entered already"):
        arbiter.does(ApplyFor(ANA))
    assert not arbiter.state.entries[1].playing
    arbiter.does(RefuseEntry(1))
    with pytest.raises(ArpadError, match="is refused"):
        arbiter.does(RefuseEntry(1))
    arbiter.does(AcceptEntry(1))
    assert arbiter.state.entries[1].state == "accepted"
    with pytest.raises(ArpadError, match="is accepted"):
        arbiter.does(AcceptEntry(1))


def running() -> Arbiter:
    arbiter = Arbiter({**RULES, "open": True})
    arbiter.enters(7)
    arbiter.does(ApplyFor(ANA))
    arbiter.closes()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    return arbiter


def test_with_the_list_closed_an_application_is_a_late_entry() -> None:
    arbiter = running()
    with pytest.raises(ArpadError, match="--from"):
        arbiter.does(AcceptEntry(8))
    done = arbiter.does(AcceptEntry(8, 2))
    assert (done.state.number_of(8), done.state.entries[8].from_round) == (8, 2)


@pytest.mark.parametrize(
    ("first", "key"), [(None, "event-list-closed"), (1, "event-round-drawn"), (4, "event-rounds-over")]
)
def test_a_late_entry_names_a_round_to_come(first: int | None, key: str) -> None:
    told = {} if first is None else {"from_round": first}
    with pytest.raises(ArpadError) as refused:
        running().does(Enter({"name": "Late", **told}))
    assert refused.value.key == key


def test_a_table_takes_no_late_entries() -> None:
    """C.05 6.1: the table is drawn as a whole."""
    arbiter = Arbiter({"system": "berger", "order": "given"})
    arbiter.enters(4)
    arbiter.closes()
    with pytest.raises(ArpadError, match="table is drawn"):
        arbiter.does(Enter({"name": "Late", "from_round": 3}))


def test_who_was_paired_is_not_removed() -> None:
    arbiter = running()
    with pytest.raises(ArpadError, match="was paired in round 1"):
        arbiter.does(RemoveEntry(1))
    arbiter.does(AcceptEntry(8, 2))
    state = arbiter.does(RemoveEntry(8)).state
    assert (state.entries[8].state, len(state.numbers)) == ("removed", 7)
    with pytest.raises(ArpadError, match="no entry 8"):
        arbiter.does(RemoveEntry(8))


def test_the_bye_counts_as_paired() -> None:
    arbiter = running()
    bye = arbiter.state.rounds[1].bye
    assert bye is not None
    with pytest.raises(ArpadError, match="was paired"):
        arbiter.does(RemoveEntry(bye))


def test_changes_of_an_entry() -> None:
    arbiter = Arbiter(RULES)
    arbiter.does(Enter(ANA))
    arbiter.does(ChangeEntry(1, "national", "1980"))
    arbiter.does(ChangeEntry(1, "label.school", "North"))
    arbiter.does(ChangeEntry(1, "club", "Peón"))
    arbiter.does(ChangeEntry(1, "table", "7"))
    found = arbiter.state.entries[1]
    assert (found.ratings, found.labels, found.club, found.table) == (
        {"national": 1980},
        {"school": "North"},
        "Peón",
        7,
    )
    assert arbiter.does(ChangeFields(1, {"club": "Peón"})).lines == ()
    assert arbiter.does(ChangeEntry(1, "table", "")).state.entries[1].table is None
    with pytest.raises(ArpadError, match="no shoe"):
        arbiter.does(ChangeEntry(1, "shoe", "42"))
    with pytest.raises(ArpadError, match="needs a name"):
        arbiter.does(ChangeEntry(1, "name", ""))


def test_a_fee_is_changed_again_and_again() -> None:
    arbiter = Arbiter(RULES)
    arbiter.does(Enter(ANA))
    told = [arbiter.does(ChangeEntry(1, "paid", typed)).lines for typed in ("12.50", "12,5", "25", "25.00")]
    assert [[line.data["changes"]["paid"] for line in lines] for lines in told] == [
        [[0, "25/2"]],
        [],
        [["25/2", 25]],
        [],
    ]
    assert paid_in_all(arbiter.state) == 25


def test_the_first_round_of_a_player_is_changed_while_neither_is_drawn() -> None:
    arbiter = running()
    arbiter.does(AcceptEntry(8, 2))
    assert arbiter.does(ChangeFields(8, {"from_round": 3})).state.entries[8].from_round == 3
    for entry, first in ((8, 1), (1, 3)):
        with pytest.raises(ArpadError) as refused:
            arbiter.does(ChangeFields(entry, {"from_round": first}))
        assert refused.value.key == "event-round-drawn"


def test_a_list_refreshes_all_entries() -> None:
    arbiter = Arbiter(RULES)
    arbiter.does(Enter({**ANA, "rating": 2000, "title": ""}))
    arbiter.does(Enter({"name": "Nobody", "rating": 1500}))
    arbiter.does(Enter({"id": "2", "name": "Luna, Berto", "rating": 1900, "title": "CM", "born": 2001}))
    with pytest.raises(NotConfirmed) as asked:
        arbiter.tries(Refresh(LIST))
    told = [one.message.text() for one in asked.value.warnings]
    assert told[:2] == ["Entry 1, Sol, Ana: title – becomes WFM.", "Entry 1, Sol, Ana: rating 2000 becomes 2050."]
    state = arbiter.does(Refresh(LIST)).state
    assert (state.entries[1].rating, state.entries[1].title, state.entries[3].title) == (2050, "WFM", "")
    assert arbiter.does(Refresh(LIST)).lines == ()


@pytest.mark.parametrize(
    "command", [lambda: AcceptEntry(9), lambda: RemoveEntry(9), lambda: ChangeFields(9, {}), lambda: WithdrawEntry(9)]
)
def test_an_entry_that_is_not_there(command: Callable[[], Decide]) -> None:
    with pytest.raises(ArpadError) as refused:
        running().does(command())
    assert refused.value.key == "event-entry-unknown"


def test_who_has_paid_by_a_sheet_has_paid_what_the_rules_say() -> None:
    text = b"Apellidos;Nombre;Pagado\nRuiz;Ana;s\xc3\xad\nSoto;Eva;no\nMar;Leo;5\n"
    arbiter = Arbiter({**RULES, "fees": {"amount": 20}})
    arbiter.does(EnterFile(read_entries(text, "e.csv", arbiter.state.event_rules)))
    assert [int(entry.paid) for entry in arbiter.state.entries.values()] == [20, 0, 5]
    free = Arbiter(RULES)
    assert "sheet-paid" in codes(free, EnterFile(read_entries(text, "e.csv", free.state.event_rules)))


def test_lists_of_the_office_are_asked_by_the_rules(arpad: Arpad, tmp_path: Path) -> None:
    """VCL 117: the list of another rating system of the office, under its name, in force at the start."""
    database = f"--db sqlite:///{tmp_path / 'office.db'} --who Clara"
    national, rules = tmp_path / "national.csv", tmp_path / "rules.toml"
    national.write_text('id,name,federation,sex,title,rating,games,k\n1003,"Cano, Carlos",ESP,M,,1702,0,20\n', "utf-8")
    for system, file, day in (("fide", CLASSES, "2026-10"), ("feda", national, "2026-07")):
        assert arpad(f"office init --federation ESP --system {system} {database}").code == 0
        taken = arpad(f"office import-list {file} --date {day} --publish --system {system} {database}")
        assert (taken.code, taken.err) == (0, taken.err)
    rules.write_text(
        'slug = "liga"\nname = "Liga"\nrounds = 3\nsystem = "dutch"\nstart = 2026-10-10\n'
        'lists = ["standard", "office:feda", "blitz"]\n',
        "utf-8",
    )
    events = f"--events sqlite:///{tmp_path / 'office.db'} --who Clara"
    assert arpad(f"event new {rules} {events}").code == 0
    refused = arpad(f"event enter liga 1003 --take rapid {events}")
    assert (refused.code, "found elsewhere: office:feda (1702), blitz (1777)" in refused.err) == (2, True)
    assert arpad(f"event enter liga 1003 --take office:feda {events}").code == 0
    (entry,) = arpad(f"event entries liga {events} --json").json
    assert (entry["rating"], entry["rating_from"], entry["rating_list"]) == (1702, "taken-list", "feda 2026-07-01")
    assert arpad(f"event set liga lists '[\"office:elo\"]' {events}").code == 0
    unknown = arpad(f"event enter liga 1004 {events}")
    assert (unknown.code, "no such rating system; it has: fide, feda" in unknown.err) == (2, True)
    assert arpad(f"event set liga lists '[\"office:feda\"]' {events}").code == 0
    kept = arpad(f"event refresh liga --yes {events}")
    assert (kept.code, arpad(f"event entries liga {events} --json").json[0]["rating"]) == (0, 1702)
