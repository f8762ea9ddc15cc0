"""Results as other libraries expect them: tables for all of them, numbers, equality, errors of Python, pictures."""

import inspect
import pickle
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints
from xml.etree import ElementTree

import duckdb
import pandas
import polars as pl
import pyarrow as pa
import pytest

import arpad
from answers import Arpad
from arpad.library.results import LibraryResult, ResultColumn, Tabular, arrow_table, in_python
from places import PROJECT

OPEN = PROJECT / "examples" / "open-2024.trf"
LIST = PROJECT / "examples" / "federation" / "list-2023-09.csv"
GAMES = [(1926, 1, "2024-05-11"), (1801, 0.5, "2024-06-12"), (2004, "0-1", "2024-06-13")]


@pytest.fixture(scope="module")
def report() -> arpad.Report:
    return arpad.read(OPEN)


def tables(report: arpad.Report) -> dict[str, Tabular]:
    """A result of every kind that is also a table."""
    return {
        "players": report.players,
        "games": report.games,
        "rated": report.rate(),
        "rated players": report.rate().players,
        "standings": report.standings(),
        "crosstable": report.standings().crosstable(),
        "norms": report.norms(),
        "round": report.pair(rounds=11),
        "draw": arpad.berger(6),
        "change": arpad.rate(2000, [(1900, 1), (2100, 0.5)], k=20, edition="fide-2024"),
        "list": arpad.read_list(LIST),
        "history": arpad.history(1850, GAMES, born=2007, games_played=41),  # type: ignore[arg-type]
    }


def test_every_library_takes_every_table(report: arpad.Report) -> None:
    for name, result in tables(report).items():
        table = pa.table(result)
        assert table.num_rows > 0, name
        assert table.equals(result.to_arrow()), name
        assert pl.DataFrame(result).equals(result.to_polars()), name
        counted: Any = duckdb.sql("select count(*) from result")
        assert counted.fetchall() == [(table.num_rows,)], name
        assert len(result.to_pandas()) == table.num_rows, name
        loose = result.to_arrow(exact=False)
        assert not any(pa.types.is_decimal(kind) for kind in loose.schema.types), name
        assert loose.column_names == table.column_names
        page = result._repr_html_()
        ElementTree.fromstring(f"<div>{page}</div>")
        assert page.count("<tr>") == min(table.num_rows, 50) + 1, name


def test_tie_breaks_are_numbers(report: arpad.Report) -> None:
    """As texts, 7.25 stood above 38.25."""
    table = report.standings(tie_breaks="SB,BH,ARO,WIN")
    frame = table.to_pandas().sort_values("SB")
    exact = [place.tie_breaks["SB"] for place in table]
    assert list(frame["SB"]) == sorted(exact)  # type: ignore[type-var]
    assert table["Abad, Ana"].tie_breaks["SB"] == Decimal("38.25")
    assert table.to_pandas(exact=False)["BH"].dtype == "float64"
    told = {row["name"]: row["values"] for row in table.to_dict()["rows"]}
    for place in table:
        for code, value in place.tie_breaks.items():
            assert (told[place.name][code] is None) == (value is None)
            assert value is None or Decimal(told[place.name][code]) == value, (place.name, code)


def test_a_column_of_numbers_keeps_what_it_is_given() -> None:
    rows: list[tuple[object, ...]] = [
        (Decimal("38.25"), Fraction(1, 3), (Decimal(1), Decimal("0.5")), Decimal("0.125")),
        (None, Decimal(2), None, Decimal(7)),
    ]
    table = arrow_table([ResultColumn(name, "number") for name in "abcd"], rows)
    assert [str(kind) for kind in table.schema.types] == ["decimal128(18, 2)", "double", "string", "decimal128(18, 3)"]
    assert table["a"].to_pylist() == [Decimal("38.25"), None]
    assert table["b"].to_pylist()[1] == 2
    assert table["c"].to_pylist() == ["1 0.5", None]


def test_results_are_equal_if_they_say_the_same(report: arpad.Report) -> None:
    again, other = arpad.read(OPEN), arpad.read(PROJECT / "examples" / "open-after-5.trf")
    for one, same, differs in (
        (report, again, other),
        (report.rate(), again.rate(), report.rate(edition="fide-2005")),
        (report.rate()[1], again.rate()[1], report.rate()[2]),
        (report.standings(), again.standings(), report.standings(round=3)),
        (report.norms()[0], again.norms()[0], report.norms()[1]),
        (report.players, again.players, report.games),
        (report.check().findings[0], again.check().findings[0], report.check().findings[-1]),
        (arpad.read_list(LIST), arpad.read_list(LIST), arpad.read_list(LIST).only(sex="F")),
        (arpad.berger(6), arpad.berger(6), arpad.berger(8)),
        (arpad.check(OPEN), arpad.check(OPEN), arpad.check(PROJECT / "examples" / "open-after-5.trf")),
    ):
        assert one == same
        assert hash(one) == hash(same)
        assert one != differs
        assert one != "something else"
        assert len({one, same, differs}) == 2


def test_what_is_about_a_player_is_found(report: arpad.Report) -> None:
    rated, table = report.rate(), report.standings()
    for result in (rated, table):
        assert "Abad, Ana" in result
        assert 1 in result
        assert "Nadie" not in result
        assert 99 not in result
        assert result.get("Nadie") is None
        assert result.get(1) == result["Abad, Ana"]
    assert "Abad, Ana" in report.players
    assert report.players["Abad, Ana"] == report.players[0] == report.player(1)
    assert report.players.get("Nadie") is None
    assert report.players[0] in report.players
    assert type(report.players[:3]) is type(report.players)
    assert [norm.title for norm in report.norms().of("Gallego, Gloria")] == ["IM", "WGM", "WIM"]
    ratings = arpad.read_list(LIST)
    assert "99000101" in ratings
    assert ratings.get("99000101") == ratings["99000101"]
    assert ratings.get("1") is None
    assert {player.sex for player in ratings.only(sex="F")} == {"F"}


KINDS: tuple[tuple[type[Exception], Callable[[], object]], ...] = (
    (FileNotFoundError, lambda: arpad.read("no/such/file.trf")),
    (FileNotFoundError, lambda: arpad.verify("no/such/file.csv", "0" * 64)),
    (KeyError, lambda: arpad.read(OPEN).player("Nadie")),
    (KeyError, lambda: arpad.read(OPEN).rate()["Nadie"]),
    (KeyError, lambda: arpad.read(OPEN).standings()[99]),
    (KeyError, lambda: arpad.edition("fide-1066")),
    (KeyError, lambda: arpad.edition("fide-2024")["k.nothing"]),
    (KeyError, lambda: arpad.read_list(LIST)["1"]),
    (ValueError, lambda: arpad.rate(2000, [(1900, 3)], k=20, edition="fide-2024")),
    (ValueError, lambda: arpad.rate(2000, [(1900, 1)], k=20)),
    (ValueError, lambda: arpad.berger(1)),
    (ValueError, lambda: arpad.read(OPEN).to_trf("trf20")),  # type: ignore[arg-type]
    (ValueError, lambda: arpad.history(1850, [(1926, 1)])),  # type: ignore[list-item]
    (ValueError, lambda: arpad.verify(LIST, "no key")),
    (ValueError, lambda: arpad.baseline(pl.DataFrame(), "chessmetrics")),  # type: ignore[arg-type]
)


def test_errors_are_also_those_of_python() -> None:
    for kind, call in KINDS:
        with pytest.raises(arpad.ArpadError) as problem:
            call()
        assert isinstance(problem.value, kind), problem.value
        assert type(problem.value).__name__ in arpad.__all__
        again = pickle.loads(pickle.dumps(problem.value))
        assert (type(again), str(again), again.key) == (type(problem.value), str(problem.value), problem.value.key)


def test_the_rules_of_today_are_those_of_a_day_if_asked() -> None:
    with pytest.raises(ValueError, match='on="today"'):
        arpad.rate(1800, [(1900, 1)], k=20)
    today = arpad.rate(1800, [(1900, 1)], k=20, on="today")
    assert today.edition == arpad.edition_for("today").id
    with arpad.Office.memory() as office, pytest.raises(ValueError, match="today"):
        office.close("today")


def test_a_change_is_in_rating_points_everywhere(report: arpad.Report) -> None:
    change = arpad.rate(2212, [(1926, 1), (2659, 0.5)], k=40, edition="fide-2024")
    assert [(game.delta, game.change) for game in change.games] == [
        (Decimal("0.16"), Decimal("6.40")),
        (Decimal("0.42"), Decimal("16.80")),
    ]
    assert sum(game.change for game in change.games) == change.change
    assert sum(game.delta for game in change.games) == change.sum
    rated = report.rate()
    games = [
        (
            rated[game.black if game.white == 1 else game.white].rating,
            game.white_points if game.white == 1 else 1 - game.white_points,
        )
        for game in report.games
        if 1 in (game.white, game.black) and game.played and game.white_points is not None
    ]
    assert rated["Abad, Ana"].performance == arpad.performance(games).performance


def test_the_json_of_commands_has_the_starting_number_beside_the_rank(arpad: Arpad) -> None:
    for call in ("report show {}", "rate {}", "compare {} --edition fide-2022 --edition fide-2024", "explain {} -p 3"):
        line = call.format(OPEN).replace("-p", "--player")
        found = arpad(f"{line} --json").json
        players = found.get("players", [found])
        assert players
        assert all(player["number"] == player["rank"] for player in players), call


def test_plots_are_pictures(tmp_path: Path) -> None:
    plots = [arpad.read_list(LIST).plot(), arpad.history(1850, GAMES, born=2007, games_played=41).plot("es")]  # type: ignore[arg-type]
    with arpad.Office.memory(federation="ESP") as office:
        office.import_list(LIST, "2023-09")
        office.submit(PROJECT / "examples" / "federation" / "01-valdeoca.trf")
        office.close("2023-10").publish()
        plots.append(office.player("99000101").plot())
        assert len(office.player("99000101").history().to_arrow()) == 2
    for plot in plots:
        assert ElementTree.fromstring(plot._repr_svg_()).tag.endswith("svg")
        assert "<path" in plot.svg
        plot.save(tmp_path / "plot.svg")
        assert (tmp_path / "plot.svg").read_text("utf-8") == plot.svg
    assert len(set(plots)) == 3


def test_a_list_is_verified_by_the_key_of_its_office(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    with arpad.Office.memory(federation="ESP") as office:
        office.import_list(LIST, "2023-09", publish=True)
        version = office.write_list("2023-09", file, signed=True)
        found = arpad.verify(file, office.key)
        assert found
        assert (found.period, found.version, found.digest) == (version.period, version.number, version.digest)
        assert not arpad.verify(file, "0" * 64)
        data = file.read_bytes()
        file.write_bytes(data.replace(b"2461", b"2561"))
        forged = arpad.verify(file, office.key)
        assert not forged
        assert "list-changed" in repr(forged.problem)
        assert forged.to_dict("es")["problem"] != forged.to_dict("en")["problem"]
        file.write_bytes(data)
        assert arpad.verify(file, office.key.upper()) == found


def test_a_history_is_what_one_period_after_the_other_gives() -> None:
    lines = arpad.history(1850, GAMES, born=2007, games_played=41)  # type: ignore[arg-type]
    first = arpad.rate(1850, [(1926, 1)], born=2007, games_played=41, on="2024-05-11")
    second = arpad.rate(first.new_rating, [(1801, 0.5), (2004, 0)], born=2007, games_played=42, on="2024-06-12")
    assert [line.rating for line in lines] == [first.new_rating, second.new_rating]
    assert [line.change for line in lines] == [first.rounded_change, second.rounded_change]
    newcomer = arpad.history(None, [(1700 + 20 * game, 0.5, "2024-05-11") for game in range(6)])
    assert newcomer[-1].rating is not None
    assert not len(arpad.history(1850, [(1900, "+", "2024-05-11")], k=20))


def test_baselines_take_the_frame_of_the_official_ratings() -> None:
    games = pl.DataFrame({
        "white": ["a", "b", "a"], "black": ["b", "c", "c"], "result": ["1-0", "1/2-1/2", "*"],
        "date": ["2024-01-10", "2024-01-11", "2024-02-01"],
    })  # fmt: skip
    elo = arpad.baseline(games, "elo", start={"a": 1600}, k=20)
    assert dict(elo.select("player", "games").iter_rows()) == {"a": 1, "b": 2, "c": 1}
    assert elo["period"].unique().to_list() == [arpad.baseline(games)["period"][0]]
    gained = elo["rating"].to_numpy() - [1600, 1500, 1500]
    assert abs(gained.sum()) < 1e-9, "one wins what the other loses"
    assert abs(gained[0] - 20 * (1 - 1 / (1 + 10 ** (-100 / 400)))) < 1e-9
    assert isinstance(arpad.baseline(games.to_pandas(), "elo"), pandas.DataFrame)
    glicko = arpad.baseline(games, "glicko-2", start={"a": 1600})
    assert glicko["deviation"].max() < 350
    assert len(arpad.baseline(games.filter(pl.col("result") == "*"))) == 0


def test_commands_of_a_tournament_are_methods_in_a_message() -> None:
    assert in_python("close it first: arpad event close-list") == "close it first: tournament.close()"
    assert in_python("Draw round 3: arpad event draw club-2026 3") == "Draw round 3: tournament.pair()"
    assert in_python("see arpad event team") == "see arpad event team"


# Every class that comes back can be imported.

INNER = {
    "ByPlayer", "CheckedRound", "Event", "LibraryResult", "ResultDocument", "Step", "TableRows", "Tabular", "Words",
    "WordsTable", "ResultColumn", "CrossRow",
}  # fmt: skip
"""Base classes, and what only the engine needs of an answer."""
OWN = {"of", "document", "columns", "shown", "of_table"}


def classes(of: Any) -> Iterator[type]:
    if isinstance(of, type) and get_origin(of) is None:
        yield of
    for part in (*get_args(of), get_origin(of)):
        if part is not None and part is not of and not isinstance(part, str):
            yield from classes(part)


def answers(kind: type, names: dict[str, Any]) -> Iterator[type]:
    """The classes of everything that a class gives: attributes, properties, methods."""
    for part in kind.__mro__:
        for name, value in vars(part).items() if part.__module__.startswith("arpad.library") else ():
            function = getattr(value, "fget", None) or getattr(value, "__func__", value)
            if not name.startswith("_") and name not in OWN and inspect.isfunction(function):
                yield from classes(get_type_hints(inspect.unwrap(function), localns=names).get("return"))
    if issubclass(kind, LibraryResult):
        hints = get_type_hints(kind, localns=names)
        for name in kind.__struct_fields__:
            if not name.startswith("_"):
                yield from classes(hints[name])


def test_every_class_that_comes_back_can_be_imported() -> None:
    public = {name: getattr(arpad, name) for name in arpad.__all__}
    loaded = [module for name, module in sys.modules.items() if name.startswith("arpad.")]
    names = {name: value for module in loaded for name, value in vars(module).items() if isinstance(value, type)}
    names["PeriodSheet"] = object
    names |= public | {"pyarrow": pa, "pandas": pandas, "polars": pl}
    back: set[type] = set()
    for value in public.values():
        if inspect.isfunction(value):
            back.update(classes(get_type_hints(inspect.unwrap(value), localns=names).get("return")))
        elif isinstance(value, type):
            back.update(answers(value, names))
    missing = {
        one.__name__ for one in back if one.__module__.startswith("arpad.") and public.get(one.__name__) is not one
    }
    assert missing <= INNER
