"""Ratings against true strengths: the numbers of the vectors, plain Python over a small world, and what is refused."""

import datetime as dt
import shutil
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from statistics import correlation
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from numpy.random import PCG64, Generator

from answers import Arpad
from arpad.bulk.replay import only
from arpad.bulk.run import run
from arpad.bulk.world import FIRST_ID, populate
from arpad.bulk.world_files import generate
from arpad.lab.interim import half_life
from arpad.lab.scoring import WorldColumns
from arpad.lab.truth import TruthRun, TruthStudy, study_truth
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import edition, with_values
from lab_worlds import made_from, vectors
from proofs import TIMES

EDITIONS = ("fide-2024", "fide-2022")


def judged(folder: Path, editions: Sequence[str] = EDITIONS, **size: Any) -> tuple[Path, dict[str, Path]]:
    """A world with its truth, and the lists of some editions."""
    world = folder / "world"
    world.mkdir()
    generate(world, **size, truth=True)
    outs = {name: folder / name for name in editions}
    for name, out in outs.items():
        run(world, out, only(edition(name)))
    return world, outs


def studied(world: Path, outs: dict[str, Path]) -> TruthStudy:
    return study_truth(
        WorldColumns.read(world), [TruthRun(name, out, only(edition(name))) for name, out in outs.items()]
    )


def kept(name: str) -> Edition:
    """The edition with one reading changed: for who returns to the list, K goes on as if they had never left it."""
    return with_values(edition(name), {"k.returning": "games-kept"})


def latest(file: Path, when: str, what: str, day: dt.date, people: int) -> Any:
    """What a file of changes, in the order of their days, says of everybody on a day; 0 is nothing."""
    rows = pq.read_table(file)
    rows = rows.filter(pc.less_equal(rows[when], pa.scalar(day, pa.date32())))
    found = np.zeros(people, dtype=np.int64)
    found[rows["id"].to_numpy() - FIRST_ID] = rows[what].to_numpy()
    return found


def by_month(size: dict[str, Any], day: dt.date) -> tuple[Any, Any]:
    """Who is under 19 and who 25 or older, by the month of birth that only the generator knows."""
    first, month = (date.year * 12 + date.month - 1 for date in (size["start"], day))
    people = populate(Generator(PCG64(size["seed"])), size["players"], size["periods"], first)
    age = people.age(month) // 12
    return age < 19, age >= 25


@pytest.mark.proof
@pytest.mark.long
def test_the_numbers_of_the_vectors(tmp_path: Path) -> None:
    """LV-TR-01 to 03 and LV-CA-04, every number as printed. They were made before a player who returns to the list was
    read as new (7.2.1), and count ages by the month; by the editions as they are,
    docs/manuals/laboratory/lab.md has the numbers, which `make prove` tries too."""
    known = vectors("truth")
    size = made_from(known["world"])
    world, outs = judged(tmp_path, EDITIONS if TIMES > 1 else (), **size)
    for name in EDITIONS:
        run(world, tmp_path / f"kept-{name}", only(kept(name)))
    study = study_truth(
        WorldColumns.read(world), [TruthRun(name, tmp_path / f"kept-{name}", only(kept(name))) for name in EDITIONS]
    )
    for found in study.runs:
        expected, out = known["bias"][found.name], tmp_path / f"kept-{found.name}"
        lists = {listed.date.isoformat(): listed.everybody for listed in found.lists}
        for date, rated, bias, error, young, adult in expected["rows"]:
            told = lists[date]
            root = float(told.mean_square or 0) ** 0.5
            assert (told.rated, f"{float(told.bias or 0):.1f}", f"{root:.1f}") == (rated, f"{bias}", f"{error}")
            day = dt.date.fromisoformat(date)
            rating = latest(out / "lists.parquet", "period", "rating", day, size["players"])
            error_of = rating - latest(world / "truth.parquet", "month", "strength", day, size["players"])
            biases = [error_of[group & (rating > 0)].mean() for group in by_month(size, day)]
            assert [f"{bias:.1f}" for bias in biases] == [f"{young}", f"{adult}"]
        assert found.newcomers.newcomers == expected["newcomers"]
        assert found.newcomers.reached == expected["ever_within_50"]
        forecast, wanted = found.forecast, known["prediction"][found.name]
        assert forecast.fitted is not None
        assert forecast.stretch is not None
        deviances = [one.deviance10 for one in (forecast.table, forecast.uncapped, forecast.fitted)]
        assert [round(float(one or 0), 6) for one in deviances] == [
            wanted[key] for key in ("table", "table_uncapped", "fitted")
        ]
        assert [round(float(forecast.stretch.slope), 4), round(float(forecast.stretch.white), 4)] == wanted[
            "lambda_white"
        ]
    below = [found.below / found.people for found in (study.runs[0].lists[0], study.runs[0].lists[-1])]
    assert [f"{100 * share:.1f} %" for share in below] == list(known["true_below_1400"].values())
    assert study.games == known["prediction"]["games"]
    truth = known["prediction"]["truth"]
    assert study.truth_stretch is not None
    assert round(float(study.truth.deviance10 or 0), 6) == truth["table_white30"]
    assert [round(float(study.truth_stretch.slope), 4), round(float(study.truth_stretch.white), 4)] == truth[
        "lambda_white"
    ]
    assert [f"{found.share_known:.2f}" for found in study.runs] == ["0.41", "0.57"]
    assert [found.digest[:8] for found in study.runs] == ["9db28cc3", "1ddddb34"]
    if outs:
        now = studied(world, outs)
        assert [found.lists[-1].everybody.rated for found in now.runs] == [17965, 18242]
        assert [found.digest[:8] for found in now.runs] == ["4ecf8080", "85388fdf"]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Path]]:
    size: dict[str, Any] = {"players": 300, "games": 4000, "periods": 15, "seed": 3, "start": dt.date(2024, 3, 1)}
    return judged(tmp_path_factory.mktemp("small"), **size)


def test_a_return_to_the_list_is_all_that_differs_from_the_vectors(tmp_path: Path) -> None:
    """7.2.1: by the edition as it is, a player who returns from below the floor is new to the list, with K 40. The
    first row that differs from lists whose K goes on is of such a player: rated, fallen, rated again."""
    world, outs = tmp_path / "world", (tmp_path / "new", tmp_path / "kept")
    world.mkdir()
    generate(world, 100, 2000, 8, 7, dt.date(2024, 3, 1))
    for out, by in zip(outs, (edition("fide-2024"), kept("fide-2024")), strict=True):
        run(world, out, only(by))
    new, old = (pq.read_table(out / "lists.parquet").to_pylist() for out in outs)
    place = next(place for place, (one, other) in enumerate(zip(new, old, strict=False)) if one != other)
    assert (new[place], old[place]["k"]) == (old[place] | {"k": 40}, 20)
    seen = [row["rating"] for row in new[:place] if row["id"] == new[place]["id"]]
    assert seen[0] >= 1400
    assert seen[-1] == 0


def plain_truth(world: Path, day: dt.date) -> dict[int, int]:
    rows = pq.read_table(world / "truth.parquet").to_pylist()
    return {row["id"]: row["strength"] for row in rows if row["month"] <= day}


def plain_ratings(out: Path, day: dt.date) -> dict[int, int]:
    rows = pq.read_table(out / "lists.parquet").to_pylist()
    return {row["id"]: row["rating"] for row in rows if row["period"] <= day}


def ranks(values: list[int]) -> list[float]:
    return [sum(one < value for one in values) + sum(one == value for one in values) / 2 for value in values]


def test_a_list_against_the_truth_in_plain_python(small: tuple[Path, dict[str, Path]]) -> None:
    """Bias, error, groups, rank correlation and the share below the floor."""
    world, outs = small
    born = {row["id"]: row["born"] for row in pq.read_table(world / "players.parquet").to_pylist()}
    for found in studied(world, outs).runs:
        for place in (0, 7, 15):
            listed = found.lists[place]
            truth, ratings = plain_truth(world, listed.date), plain_ratings(outs[found.name], listed.date)
            errors = {id_: rating - truth[id_] for id_, rating in ratings.items() if rating and id_ in truth}
            assert listed.everybody.rated == len(errors)
            assert listed.everybody.bias == Fraction(sum(errors.values()), len(errors))
            assert listed.everybody.squares == sum(error**2 for error in errors.values())
            young = [error for id_, error in errors.items() if listed.date.year - born[id_] <= 18]
            assert (listed.group("juniors").rated, listed.group("juniors").sum) == (len(young), sum(young))
            pairs = ranks([ratings[id_] for id_ in errors]), ranks([truth[id_] for id_ in errors])
            assert listed.order == pytest.approx(correlation(*pairs))
            floor = edition(found.name).lists.floor.value
            assert (listed.people, listed.below) == (len(truth), sum(value < floor for value in truth.values()))
            for kind in ("age", "games"):
                assert sum(group.rated for group in listed.groups if group.by == kind) == len(errors)


def test_newcomers_and_juniors_in_plain_python(small: tuple[Path, dict[str, Path]]) -> None:
    world, outs = small
    people = pq.read_table(world / "players.parquet").to_pylist()
    for found in studied(world, outs).runs:
        rows = pq.read_table(outs[found.name] / "lists.parquet").to_pylist()
        new, arrived, games = set[int](), dict[int, int](), dict[int, int]()
        nobody = {row["id"] for row in people if not row["rating"]}
        now: dict[int, dict[str, Any]] = {}
        for listed in found.lists:
            now |= {row["id"]: row for row in rows if row["period"] == listed.date}
            truth = plain_truth(world, listed.date)
            for id_ in sorted(nobody & set(now)):
                row = now[id_]
                if id_ in new:
                    games[id_] = games.get(id_, 0) + row["games"]
                if row["rating"]:
                    new.add(id_)
                    if abs(row["rating"] - truth[id_]) <= 50:
                        arrived.setdefault(id_, games.get(id_, 0))
        assert (found.newcomers.newcomers, found.newcomers.reached) == (len(new), len(arrived))
        assert found.newcomers.within[0] == sum(count <= 10 for count in arrived.values())
        lag, day = found.lags[-1], found.lists[-1].date
        truth, before = plain_truth(world, day), plain_truth(world, day.replace(year=day.year - 1))
        juniors = [
            row["id"]
            for row in people
            if 8 <= day.year - row["born"] <= 18 and now.get(row["id"], {"rating": 0})["rating"]
        ]
        assert lag.lag == Fraction(sum(truth[id_] - now[id_]["rating"] for id_ in juniors), len(juniors))
        gains = [truth[id_] - before[id_] for id_ in juniors if id_ in before]
        assert float(lag.gain or 0) == pytest.approx(sum(gains) / len(gains) / 12, abs=0.01)


def test_half_lives() -> None:
    """14.3, and an error shrinks per game by K · ln 10 / 1600."""
    lives = {k: half_life(k) for k in (10, 20, 40)}
    assert [f"{lives[k].formula:.1f}" for k in lives] == ["48.2", "24.1", "12.0"]
    assert f"{100 * lives[10].made_up[2]:.0f}" == "66"
    assert [life.table for life in lives.values()] == [51, 25, 13]


def test_the_command_and_its_files(arpad: Arpad, small: tuple[Path, dict[str, Path]], tmp_path: Path) -> None:
    world, outs = small
    line = f"lab truth {world} {outs['fide-2024']} {outs['fide-2022']}"
    found = arpad(f"{line} --json --csv {tmp_path} --svg {tmp_path}").json
    tables = ("lists", "errors", "newcomers", "juniors", "half_lives", "prediction")
    assert set(found) == {"source", "truth", "test", *tables}
    assert [row["edition"] for row in found["prediction"]] == ["fide-2024", "fide-2022", "truth", "half"]
    assert found["prediction"][-1]["deviance10"] == Decimal("0.301030")
    shares = [row["share_known"] for row in found["prediction"]]
    assert max(shares) == shares[2] == 1
    assert {path.name for path in tmp_path.iterdir()} >= {"lists.csv", "bias.svg", "rmse.svg", "juniors.svg"}
    told = arpad(f"{line} --test 2024-06..2024-08 --lang es")
    assert told.code == 0
    assert "Parte sabida" in told.out


def test_a_world_without_its_truth_is_refused(
    arpad: Arpad, small: tuple[Path, dict[str, Path]], tmp_path: Path
) -> None:
    world, outs = small
    other = tmp_path / "world"
    shutil.copytree(world, other)
    line = f"lab truth {other} {outs['fide-2024']}"

    def refusal(more: str = "") -> str:
        answer = arpad(f"{line} {more}")
        assert (answer.code, answer.out) == (2, "")
        return answer.err

    assert "two months, the later one last" in refusal("--test 2024-06")
    assert "there is no game between two players" in refusal("--test 2030-01..")
    people = pq.read_table(other / "players.parquet")
    pq.write_table(people.slice(0), other / "players.parquet", compression="none")
    assert "was not written with the other files" in refusal()
    rows = pq.read_table(other / "truth.parquet").slice(0, 10).to_pydict()
    pq.write_table(pa.table(rows | {"id": [42, *rows["id"][1:]]}), other / "truth.parquet")
    assert "names player 42, whom players.parquet does not know" in refusal()
    (other / "truth.parquet").unlink()
    assert "make the world with `arpad bulk generate --truth`" in refusal()
