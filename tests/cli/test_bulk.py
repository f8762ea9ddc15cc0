"""`arpad bulk generate` and `arpad bulk sql`: worlds whole or not at all, and a look into them that changes nothing."""

import csv
import io
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numpy.random import Generator

from answers import Arpad
from arpad.bulk import world_files
from arpad.bulk.sql import sql
from arpad.bulk.world import People
from arpad.bulk.world_files import Program, program
from arpad.i18n import ArpadError
from bulk_files import write

GENERATE = "bulk generate --players 200 --games 1500 --periods 2 --seed 7"
NAMES = ["events.parquet", "games.parquet", "players.parquet"]


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_generate_writes_a_world(arpad: Arpad, tmp_path: Path) -> None:
    answer = arpad(f"{GENERATE} --start 2023-11 -o {tmp_path}/world --json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.json
    assert document.pop("events") > 0
    assert document == {
        "players": 200,
        "games": 1500,
        "periods": 2,
        "seed": 7,
        "start": "2023-11",
        "truth": False,
        "causes": {"white": 30, "slope": 1, "junior_share": 35, "improve": 100, "isolated": []},
        "output": f"{tmp_path}/world",
    }
    assert (files(tmp_path), files(tmp_path / "world")) == (["world"], NAMES)
    months = arpad(f"bulk sql {tmp_path}/world 'select distinct month(\"end\") m from events order by m' --json").json
    assert months == [{"m": 11}, {"m": 12}]


def test_generate_says_what_it_wrote(arpad: Arpad, tmp_path: Path) -> None:
    answer = arpad(f"{GENERATE} -o {tmp_path}/deeper/world")
    assert answer.code == 0
    assert "200 players" in " ".join(answer.out.split())
    assert "1500 games" in " ".join(answer.out.split())
    assert "1500 partidas" in " ".join(arpad(f"{GENERATE} -o {tmp_path}/mundo --lang es").out.split())


def test_a_folder_that_is_not_empty_is_left_alone(arpad: Arpad, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / "games.parquet").write_text("mine too")
    answer = arpad(f"{GENERATE} -o {tmp_path}")
    assert (answer.code, answer.out) == (2, "")
    assert "the folder is not empty; name another, or give --force" in answer.err
    assert (tmp_path / "games.parquet").read_text() == "mine too"
    assert arpad(f"{GENERATE} -o {tmp_path} --force").code == 0
    assert files(tmp_path) == sorted([*NAMES, "mine.txt"])
    assert pq.ParquetFile(tmp_path / "games.parquet").metadata.num_rows == 1500


def test_an_empty_folder_is_filled(arpad: Arpad, tmp_path: Path) -> None:
    (tmp_path / "world").mkdir()
    assert arpad(f"{GENERATE} -o {tmp_path}/world").code == 0
    assert (files(tmp_path), files(tmp_path / "world")) == (["world"], NAMES)


@pytest.mark.parametrize("there", [False, True])
def test_an_interrupted_run_leaves_nothing_behind(
    there: bool, arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the second period, into a new folder or over an older world."""
    if there:
        assert arpad(f"{GENERATE} -o {tmp_path}/world").code == 0
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.parquet")}

    def interrupted(rng: Generator, people: People, period: int, *rest: Any) -> Program:
        if period == 1:
            raise KeyboardInterrupt
        return program(rng, people, period, *rest)

    monkeypatch.setattr(world_files, "program", interrupted)
    answer = arpad(f"{GENERATE} -o {tmp_path}/world --seed 8 --force")
    assert (answer.code, answer.out) == (130, "")
    assert answer.err.startswith("Interrupted")
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.parquet")} == before
    assert files(tmp_path) == (["world"] if there else [])


def test_what_an_older_run_left_is_swept_away(arpad: Arpad, tmp_path: Path) -> None:
    """A run that was killed outright cannot tidy up; the next one does."""
    (tmp_path / ".world.part").mkdir()
    (tmp_path / ".world.part" / "games.parquet").write_text("half")
    assert arpad(f"{GENERATE} -o {tmp_path}/world").code == 0
    assert files(tmp_path) == ["world"]


BAD = {
    "too few players": ("--players 19 --games 10 --periods 1 --seed 1 -o {out}", "--players: 19 is not between 20"),
    "players in words": ("--players many --games 10 --periods 1 --seed 1 -o {out}", "--players: “many”"),
    "no games": ("--players 20 --games 0 --periods 1 --seed 1 -o {out}", "--games: 0 is not between 1"),
    "no periods": ("--players 20 --games 10 --periods 0 --seed 1 -o {out}", "--periods: 0 is not between 1"),
    "a negative seed": ("--players 20 --games 10 --periods 1 --seed -1 -o {out}", "--seed: -1 is not between 0"),
    "too many games": ("--players 20 --games 1001 --periods 1 --seed 1 -o {out}", "--games: 1001 are too many"),
    "no month": ("--players 20 --games 10 --periods 1 --seed 1 --start 2024-13 -o {out}", "“2024-13” is not a month"),
    "a day": (
        "--players 20 --games 10 --periods 1 --seed 1 --start 2024-05-01 -o {out}",
        "“2024-05-01” is not a month",
    ),
    "long ago": (
        "--players 20 --games 10 --periods 1 --seed 1 --start 1849-01 -o {out}",
        "is not a month from 1950-01",
    ),
    "beyond": ("--players 20 --games 10 --periods 1200 --seed 1 --start 2100-01 -o {out}", "goes beyond the year 2190"),
    "a file": ("--players 20 --games 10 --periods 1 --seed 1 -o {out}.txt", "this is a file; name a folder"),
    "below a file": ("--players 20 --games 10 --periods 1 --seed 1 -o {out}.txt/x", "cannot be written"),
    "no output": ("--players 20 --games 10 --periods 1 --seed 1", "-o"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_world_that_cannot_be_is_refused(name: str, arpad: Arpad, tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("mine")
    line, words = BAD[name]
    answer = arpad(f"bulk generate {line.format(out=tmp_path / 'out')}")
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert answer.err.count("\n") == 1
    assert files(tmp_path) == ["out.txt"]


def test_sql_as_a_table_under_the_names_of_the_columns(arpad: Arpad, tmp_path: Path) -> None:
    answer = arpad(f"bulk sql {write(tmp_path)} 'select id, rating, sex = $$F$$ f from players order by rating'")
    assert answer.code == 0
    assert [line.split() for line in answer.out.splitlines()] == [
        ["id", "rating", "f"],
        ["20", "0", "no"],
        ["30", "1500", "no"],
        ["40", "1800", "yes"],
        ["10", "2100", "yes"],
    ]


def test_sql_as_json_has_exact_digits(arpad: Arpad, tmp_path: Path) -> None:
    query = "select avg(score) a, sum(score) s, min(g.event) e, null n, [1, 2] l, {a: 1} o, $$x$$::blob b from games g"
    answer = arpad(f"bulk sql {write(tmp_path)} '{query}' --json")
    assert answer.json == [
        {"a": Decimal("1.25"), "s": 5, "e": 5, "n": None, "l": [1, 2], "o": {"a": 1}, "b": "78"},
    ]
    assert json.loads(answer.out)[0]["s"] == 5


def test_sql_as_json_has_no_number_that_is_none(arpad: Arpad, tmp_path: Path) -> None:
    answer = arpad(f"bulk sql {write(tmp_path)} 'select $$nan$$::double a, $$-inf$$::double b' --json")
    assert answer.json == [{"a": None, "b": None}]


def test_sql_as_csv(arpad: Arpad, tmp_path: Path) -> None:
    query = 'select id, id, federation, [born] list, "end" from players, events where event = 5 and id < 25 order by 1'
    answer = arpad(f"bulk sql {write(tmp_path)} '{query}' --csv")
    assert list(csv.reader(io.StringIO(answer.out))) == [
        ["id", "id_2", "federation", "list", "end"],
        ["10", "10", "FRA", "[1980]", "2024-03-10"],
        ["20", "20", "ESP", "[0]", "2024-03-10"],
    ]


def test_sql_as_csv_of_nothing_is_a_heading(arpad: Arpad, tmp_path: Path) -> None:
    assert arpad(f"bulk sql {write(tmp_path)} 'select id from players where id > 99' --csv").out == '"id"\n'


def test_sql_shows_the_first_rows_and_gives_all(arpad: Arpad, tmp_path: Path) -> None:
    query = "select i from range(70000) t(i)"
    shown = arpad(f"bulk sql {write(tmp_path)} '{query}'")
    assert len(shown.out.splitlines()) == 101
    assert "The first 100 of 70000 rows" in shown.err
    written = arpad(f"bulk sql {tmp_path} '{query}' --csv").out.splitlines()
    assert (len(written), written[0], written[-1]) == (70001, '"i"', "69999")


def test_every_file_is_a_table_of_its_name(tmp_path: Path) -> None:
    """Whatever the name: lists, one with quotes, one that looks like a pattern."""
    folder = tmp_path / "it's [odd]*"
    write(folder)
    for name in ("lists", 'a "b"', "what?", "whats", ".hidden"):
        pq.write_table(pa.table({"x": [name]}), folder / f"{name}.parquet")
    found = sql(folder, 'select a.x a, b.x b, c.x c from lists a, "a ""b""" b, "what?" c')
    assert found.to_pylist() == [{"a": "lists", "b": 'a "b"', "c": "what?"}]
    names = sql(folder, "show tables")["name"].to_pylist()
    assert sorted(names) == ['a "b"', "events", "games", "lists", "players", "what?", "whats"]


REFUSED = {
    "no query at all": ("", "must be one SELECT"),
    "two queries": ("select 1; select 2", "must be one SELECT"),
    "writing": ("copy players to '{folder}/players.parquet' (format parquet)", "must be one SELECT"),
    "writing elsewhere": ("copy players to '{folder}/more.csv'", "must be one SELECT"),
    "writing while explaining": ("explain analyze copy players to '{folder}/more.csv'", "must be one SELECT"),
    "a table": ("create table t as select 1", "must be one SELECT"),
    "a setting": ("set enable_external_access = true", "must be one SELECT"),
    "another database": ("attach '{folder}/more.db'", "must be one SELECT"),
    "an extension": ("install httpfs", "must be one SELECT"),
    "a file beside": ("select * from read_text('{folder}/secret.txt')", "cannot be answered: Permission Error"),
    "a CSV beside": ("select * from '{folder}/secret.csv'", "cannot be answered"),
    "a Parquet beside": ("select * from read_parquet('{folder}/../beside.parquet')", "cannot be answered: Permission"),
    "a folder": ("select * from glob('{folder}/*')", "cannot be answered"),
    "a variable of the program": ("select * from files", "Table with name files does not exist"),
    "no such table": ("select * from nope", "(tables: events, games, players)"),
    "no such column": ("select nope from players", "cannot be answered: Binder Error"),
    "a slip of the pen": ("selec 1", "cannot be answered: Parser Error"),
    "a value that does not fit": ("select 'x'::int from players", "cannot be answered: Conversion Error"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_sql_sees_the_files_of_the_folder_and_changes_nothing(name: str, arpad: Arpad, tmp_path: Path) -> None:
    folder = write(tmp_path / "world")
    (folder / "secret.txt").write_text("secret")
    (folder / "secret.csv").write_text("a\nsecret\n")
    pq.write_table(pa.table({"x": ["secret"]}), tmp_path / "beside.parquet")
    before = {file: file.read_bytes() for file in folder.iterdir()}
    query, words = REFUSED[name]
    typed = query.format(folder=folder).replace("'", "'\\''")
    answer = arpad(f"bulk sql {folder} '{typed}' --json")
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert answer.err.count("\n") == 1
    assert {file: file.read_bytes() for file in folder.iterdir()} == before


def test_sql_of_no_folder_or_an_empty_one(arpad: Arpad, tmp_path: Path) -> None:
    assert "there is no such folder" in arpad(f"bulk sql {tmp_path}/nowhere 'select 1'").err
    empty = arpad(f"bulk sql {tmp_path} 'select 1'")
    assert (empty.code, empty.out) == (2, "")
    assert "no Parquet files" in empty.err


def test_sql_names_a_damaged_file(tmp_path: Path) -> None:
    (write(tmp_path) / "games.parquet").write_bytes(b"PAR1 and nothing else")
    with pytest.raises(ArpadError, match=r"games\.parquet: cannot be read as Parquet"):
        sql(tmp_path, "select 1")


def test_csv_and_json_at_once(arpad: Arpad, tmp_path: Path) -> None:
    assert "--csv" in arpad(f"bulk sql {write(tmp_path)} 'select 1' --csv --json").err
