"""Entries: from a list, from a file, by hand; findings; applications; what may be changed and removed."""

from collections.abc import Callable
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.domain.rating_list import ListEntry, RatingList
from arpad.formats.entry_sheets import read_entry_sheet
from arpad.formats.sheets import read_book
from arpad.i18n import ArpadError
from arpad.regulations.articles import TimeClass
from arpad.tournament.acts.absences import WithdrawEntry
from arpad.tournament.acts.players import (
    AcceptEntry,
    ApplyFor,
    ChangeEntry,
    ChangeFields,
    Enter,
    EnterFile,
    Refresh,
    RefuseEntry,
    RemoveEntry,
)
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.documents import entry_documents, paid_in_all
from arpad.tournament.entries import against_entries, entry_file, listed_fields, read_entries
from arpad.tournament.journal import Decide, NotConfirmed
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
        ("standard", {"rapid_rating": 1850}, [("rapid rating", "1850", "(8.2)")]),
        ("standard", {"blitz_rating": 1700}, [("blitz rating", "1700", "(8.2)")]),
        ("rapid", {"blitz_rating": 1700}, [("blitz rating", "1700", "(7.2.1)")]),
        ("blitz", {"rapid_rating": 1850}, [("rapid rating", "1850", "(7.2.1)")]),
        ("rapid", {"rating": 1900, "blitz_rating": 1700}, []),
        ("standard", {"rating": 1900, "rapid_rating": 1850}, []),
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
    assert [(one.code, one.level) for one in warnings] == [("other-class", "note")] * len(said)
    for warning, words in zip(warnings, said, strict=True):
        assert all(word in warning.message.text() for word in words)


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
