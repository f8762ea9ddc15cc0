"""What commands on an event say: warnings of what is done and of what is refused, counts, times, late line-ups."""

from pathlib import Path

import pytest

from answers import Arpad
from typed_events import TypedEvent

RULES = """\
slug = "prueba"
name = "Torneo de Prueba"
start = 2026-05-01
"""
SWISS = "rounds = 3\ndefault_minutes = 30\n"
LEAGUE = """\
kind = "team"
system = "team"
rounds = 1
boards = 2
schedule = [{round = 1, start = 2026-05-01T16:00:00+02:00}]
"""
LIST = "id,name,federation,sex,title,rating,games,k,born,flag\n1,A,,,,2010,0,20,,\n2,B,,,,1950,0,20,,\n"


@pytest.fixture
def swiss(arpad: Arpad, tmp_path: Path) -> TypedEvent:
    """Four players, round 1 published."""
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", RULES + SWISS)
    event.enters(["1,A,2000", "2,B,1900", "3,C,1800", "4,D,1700"], "id,name,rating")
    event.does("close-list --initial w", "draw", "publish 1")
    return event


def test_results_are_counted_in_words(swiss: TypedEvent) -> None:
    said = swiss(f"results 1 {swiss.file('one.txt', '1 a')}").out
    assert said == "Round 1: 1 result entered, 1 board open, 1 game adjourned.\n"
    said = swiss(f"results 1 {swiss.file('two.txt', '1 1, 2 =')} --lang es").out
    assert said == "Ronda 1: 2 resultados anotados, 0 tableros abiertos.\n"


def test_times_are_written_for_people(swiss: TypedEvent) -> None:
    assert swiss("start 1 --at 2026-05-01T16:00+02:00").out == "Round 1 has started: 2026-05-01 14:00 UTC.\n"
    assert "2026-05-01 14:00 UTC" in swiss("start 1").err
    early = swiss("absent-at 1 4 --at 2026-05-01T14:10")
    assert [early.code, "not over before 2026-05-01 14:30 UTC" in early.err] == [2, True]


def test_what_is_done_with_a_reason_does_not_ask_for_one(swiss: TypedEvent) -> None:
    refused = swiss("penalty 1 1 -1/2")
    assert [refused.code, refused.err.count("\n"), "--reason" in refused.err] == [2, 1, True]
    done = swiss("penalty 1 1 -1/2 --reason noise")
    assert done.err.startswith("With a reason: ")


def test_a_refused_command_names_everything_it_asks_for(swiss: TypedEvent) -> None:
    new = swiss.file("list.csv", LIST)
    refused = swiss(f"refresh --list {new}")
    assert refused.code == 2
    for words in ("rating 2000 becomes 2010", "rating 1900 becomes 1950", "--yes"):
        assert words in refused.err
    assert swiss(f"refresh --list {new} --yes").code == 0


def test_many_notes_of_one_kind_are_not_all_shown(arpad: Arpad, tmp_path: Path) -> None:
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", RULES + SWISS)
    rows = "\n".join(["name", *(f"Player {number}" for number in range(1, 9))])
    said = event(f"enter --csv {event.file('players.csv', rows)}").err
    assert said.count("has no id") == 5
    assert said.endswith("… and 3 more notes of this kind; --json shows all\n")


def test_a_late_line_up_is_for_the_chief_arbiter(arpad: Arpad, tmp_path: Path) -> None:
    league = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", RULES + LEAGUE)
    league.enters(["A,2000", "B,1990", "C,1980", "D,1970", "E,1960"])
    league.does("team --name Uno --players 1,2", "team --name Dos --players 3,4")
    assert "1 player is in no team and does not play: E." in league("close-list --initial w").err
    assert league("draw").out.startswith("Round 1 is drawn: 1 match.")
    assert "Dos" in league("round 1").out
    early = league("result 1 1 1-0")
    assert [early.code, "event start" in early.err] == [2, False]
    league.does("publish 1")
    early = league("result 1 1 1-0")
    assert [early.code, "event start" in early.err] == [2, True]
    league.does("lineup 1 1 1 2 --at 2026-05-01T13:45Z")
    late = league("lineup 2 1 3 4 --at 2026-05-01T13:46Z")
    assert [late.code, "was due: 2026-05-01 15:45 UTC+02:00" in late.err, "--reason" in late.err] == [2, True, True]
    assert (
        "había que darla: 2026-05-01 15:45 UTC+02:00" in league("lineup 2 1 3 4 --at 2026-05-01T13:46Z --lang es").err
    )
    done = league.tells("lineup 2 1 3 4 --at 2026-05-01T13:46Z --reason bus")
    assert [warning["code"] for warning in done["warnings"]] == ["event-lineup-late"]


def test_wrong_values_and_files_say_where(swiss: TypedEvent) -> None:
    assert swiss("set rounds drei").err.startswith("error: prueba: rounds = ")
    assert swiss("set nothing x").err.startswith("error: prueba: the rules have no key nothing")
    assert swiss("enter --csv nobody.csv").err == "error: nobody.csv: there is no such file\n"


def test_what_comes_next_in_a_knock_out(arpad: Arpad, tmp_path: Path) -> None:
    cup = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", RULES + 'system = "knockout"\n')
    cup.enters(["A,2000", "B,1990"])
    cup.does("close-list", "draw", "publish 1", "result 1 1 1-0", "result 1 2 1-0")
    assert "arpad event tie prueba 1" in cup("show").out


def test_a_database_without_events(arpad: Arpad, tmp_path: Path) -> None:
    where = f"--events sqlite:///{tmp_path}/nothing.db"
    assert arpad(f"event list {where}").out == "There are no events yet.\n"
    assert "arpad event new" in arpad(f"event show prueba {where}").err
    assert list(tmp_path.iterdir()) == []


def test_a_player_is_moved_to_another_tournament_of_the_festival(arpad: Arpad, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/festival.db"
    rules = RULES + SWISS + 'festival = "Copa Ñ 2026"\n'
    one, other = (
        TypedEvent.new(arpad, tmp_path, url, rules.replace("prueba", slug), slug) for slug in ("copa-a", "copa-b")
    )
    one.enters(["1,Abad,2000", "2,Bello,1900"], "id,name,rating")
    said = one("move-player 1 --to copa-b").out
    assert said == "Abad plays in Torneo de Prueba now, as entry 1.\n"
    assert [entry["name"] for entry in other.tells("entries")] == ["Abad"]
    (festival,) = one.says("event festival --json").json
    assert (festival["festival"], festival["name"]) == ("copa-n-2026", "Copa Ñ 2026")
    assert [(player["name"], player["event"]) for player in festival["players"]] == [
        ("Abad", "copa-b"), ("Bello", "copa-a"),
    ]  # fmt: skip
    assert "copa-b" in one.says("event festival copa-n-2026").out
    assert "there is no festival open" in one.says("event festival open").err
    told = other.tells("move-player 1 --to copa-a")
    assert told["players"] == [{"name": "Abad", "from": "copa-b", "was": 1, "event": "copa-a", "entry": 3}]


SHEET = """Apellidos;Nombre;Nº FIDE;Elo;Fecha nac.;Correo
Ruiz;Ana;99200011;2.011;04/05/1990;ana@club.example
Soto;Eva;;;31/02/2001;
"""


def test_a_sheet_with_spanish_headings(arpad: Arpad, tmp_path: Path) -> None:
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", RULES + SWISS)
    sheet = event.file("lista.csv", SHEET)
    shown = event(f"enter {sheet} --dry-run")
    assert [shown.code, "E3: cell left out: 31/02/2001 is no day" in shown.out] == [0, True]
    read = event.tells(f"enter {sheet} --dry-run --map =D")
    assert [column["field"] for column in read["layout"]] == ["surname", "first", "fide_id", "", "born", "email"]
    assert [row["state"] for row in read["rows"]] == ["clean", "ask"]
    refused = event(f"enter {sheet}")
    assert [refused.code, "--yes" in refused.err] == [2, True]
    assert event(f"enter {sheet} --clean").out == "1 player is entered.\n"
    assert event(f"enter {sheet} --yes").out == "1 player is entered.\n"
    assert [row["name"] for row in event.tells("entries")] == ["Ruiz, Ana", "Soto, Eva"]
    assert event.tells("contact list")["contacts"] == [
        {"subject": "entry 1", "mail": "ana@club.example", "telephone": ""}
    ]


def test_a_sheet_of_ids_shows_the_names_of_the_list(arpad: Arpad, tmp_path: Path) -> None:
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", RULES + SWISS)
    listed = event.file(
        "list.csv", "id,name,federation,rating\n99200011,Ruiz Ana,ESP,2011\n99200012,Soto Eva,ESP,1900\n"
    )
    sheet = event.file("ids.csv", "FIDE ID\n99200011\n99 200 012\n99200013\n")
    shown = event(f"enter {sheet} --list {listed} --dry-run")
    assert [name in shown.out for name in ("Ruiz Ana", "Soto Eva")] == [True, True]
    assert "99200013 is not on the list in force" in shown.out
    assert shown.code == 1


def test_refused_rows_are_exit_1(arpad: Arpad, tmp_path: Path) -> None:
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", RULES + SWISS)
    sheet = event.file("ids.tsv", "FIDE ID\tName\n99200011\t\n99200012\tRuiz, Ana\n")
    refused = event(f"enter {sheet}")
    assert [refused.code, "A2: refused" in refused.out, event.tells("entries")] == [1, True, []]
    clean = event(f"enter {sheet} --clean")
    assert [clean.code, clean.out.splitlines()[0]] == [1, "1 player is entered."]
    listed = event.file(
        "list.csv", "id,name,federation,sex,title,rating,born\n99200011,Quell Tamsin,ENG,F,FM,2233,1990\n"
    )
    assert event(f"enter {sheet} --list {listed} --list-wins").code == 0
    assert [row["name"] for row in event.tells("entries")] == ["Ruiz, Ana", "Quell Tamsin"]
    wrong = event(f"enter {sheet} --map shoe=2")
    assert [wrong.code, "rating_fide" in wrong.err] == [2, True]
