"""`arpad lab compare`: laws, plain Python, variants of editions, runs that are used again, and what is refused."""

import datetime as dt
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from answers import Arpad
from arpad.bulk.world_files import generate
from arpad.lab.scoring import GroupedLosses, paired
from arpad.rating.change import apply_transition
from arpad.regulations.rating_editions import edition, regulations
from lab_worlds import tiny_world, vectors

TWO = "--edition fide-2022 --edition fide-2024"


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compare") / "world"
    folder.mkdir()
    generate(folder, 250, 3500, 12, 3, dt.date(2024, 3, 1), truth=True)
    return folder


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("work")


def test_an_edition_against_itself(arpad: Arpad, tmp_path: Path) -> None:
    """Zero everywhere, and the digest of `bulk run`."""
    tiny, _ = tiny_world(tmp_path)
    found = arpad(f"lab compare {tiny} --edition fide-2024 --edition fide-2024 --json").json
    one, two = found["editions"]
    assert one == two
    assert one["digest"] == vectors("tiny-world")["run"]["digest"]
    assert one["parameters_changed"] == {}
    assert {two["difference"][name] for name in ("mean", "low", "high")} == {0}
    players = found["players"]
    assert (players["only_first"], players["only_second"], players["mean_gain"]) == (0, 0, 0)
    assert {row["gain"] for row in players["most"] + players["least"]} == {0}
    assert {row["mean_gain"] for rows in players["gain_by"].values() for row in rows} == {0}
    assert {(row["up"], row["down"]) for row in found["crossings"]} == {(0, 0)}


def test_a_value_set_to_itself_changes_nothing(arpad: Arpad, world: Path, work: Path) -> None:
    found = arpad(f"lab compare {world} --edition fide-2024 --set k.junior=40 --work {work} --json").json
    one, two = ({name: value for name, value in row.items() if name != "id"} for row in found["editions"])
    assert one == two
    assert found["editions"][1]["id"] == "fide-2024+k.junior=40"


def test_the_order_of_the_editions_only_changes_signs(arpad: Arpad, world: Path, work: Path) -> None:
    there = arpad(f"lab compare {world} {TWO} --work {work} --json").json
    back = arpad(f"lab compare {world} --edition fide-2024 --edition fide-2022 --work {work} --json").json
    for one, other in zip(there["editions"], reversed(back["editions"]), strict=True):
        same = ("id", "digest", "lists", "ledger_total", "drift", "lambda", "predict")
        assert {name: one[name] for name in same} == {name: other[name] for name in same}
    one, other = (found["editions"][1]["difference"] for found in (there, back))
    assert (one["mean"], one["low"], one["high"]) == (-other["mean"], -other["high"], -other["low"])
    assert there["players"]["mean_gain"] == -back["players"]["mean_gain"]
    assert there["players"]["only_first"] == back["players"]["only_second"]
    gains = [[row["gain"] for row in found["players"]["most"]] for found in (there, back)]
    assert gains[0] == [-row["gain"] for row in back["players"]["least"]]
    assert [(row["up"], row["down"]) for row in there["crossings"]] == [
        (row["down"], row["up"]) for row in back["crossings"]
    ]


def last_ratings(out: Path) -> dict[int, dict[str, Any]]:
    return {row["id"]: row for row in pq.read_table(out / "lists.parquet").to_pylist()}


def test_players_and_crossings_in_plain_python(arpad: Arpad, world: Path, work: Path) -> None:
    found = arpad(f"lab compare {world} {TWO} --work {work} --json").json
    lists = [
        last_ratings(next(path for path in work.iterdir() if path.name.startswith(f"{name}-")))
        for name in ("fide-2022", "fide-2024")
    ]
    rated = [{id_: row["rating"] for id_, row in rows.items() if row["rating"]} for rows in lists]
    both = sorted(set(rated[0]) & set(rated[1]))
    players = found["players"]
    assert (players["compared"], players["only_first"]) == (len(both), len(set(rated[0]) - set(rated[1])))
    gains = sorted((rated[1][id_] - rated[0][id_] for id_ in both), reverse=True)
    assert [row["gain"] for row in players["most"]] == gains[:10]
    assert [row["gain"] for row in players["least"]] == gains[::-1][:10]
    ranks = {row["id"]: row["second_rank"] for row in players["most"]}
    for id_, rank in ranks.items():
        assert rank == 1 + sum(rating > rated[1][int(id_)] for rating in rated[1].values())
    bands = Counter(rated[0][id_] // 200 * 200 for id_ in both)
    assert {int(row["name"]): row["players"] for row in players["gain_by"]["rating"]} == bands
    born = {row["id"]: row["born"] for row in pq.read_table(world / "players.parquet").to_pylist()}
    children = [rated[1][id_] - rated[0][id_] for id_ in both if 2025 - born[id_] < 12]
    young = next(row for row in players["gain_by"]["age"] if row["name"] == "under-12")
    assert young["players"] == len(children)
    assert float(young["mean_gain"]) == pytest.approx(sum(children) / len(children), abs=0.051)
    for row in found["crossings"]:
        least = row["threshold"]
        up = [id_ for id_, rating in rated[1].items() if rating >= least and rated[0].get(id_, 0) < least]
        assert row["up"] == len(up)


def test_runs_are_used_again(arpad: Arpad, world: Path, tmp_path: Path) -> None:
    line = f"lab compare {world} {TWO} --work {tmp_path / 'kept'} --json"
    first = arpad(line).json
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "kept").glob("*/lists.parquet")}
    assert len(files) == 2
    assert arpad(line).json == first
    assert files == {path: path.stat().st_mtime_ns for path in (tmp_path / "kept").glob("*/lists.parquet")}


def test_a_sweep_with_its_plot_and_the_truth(arpad: Arpad, world: Path, work: Path, tmp_path: Path) -> None:
    line = f"lab compare {world} --edition fide-2022 --sweep k.middle=10,20,30 --base truth --work {work}"
    found = arpad(f"{line} --json --svg {tmp_path} --csv {tmp_path}").json
    ids = [row["id"] for row in found["editions"]]
    assert ids == ["fide-2022", *(f"fide-2022+k.middle={value}" for value in (10, 20, 30))]
    assert [row["swept"] for row in found["editions"]] == [None, 10, 20, 30]
    assert found["editions"][1]["parameters_changed"] == {"k.middle": {"first": 20, "this": 10}}
    assert found["editions"][2]["difference"]["mean"] == 0
    assert all(0 < row["truth"]["share_known"] < 1 for row in found["editions"])
    assert len(found["more"]) == 2
    names = {path.name for path in tmp_path.iterdir()}
    assert names >= {"sweep.svg", "mean.svg", "gain.svg", "editions.csv", "gains.csv", "crossings.csv"}
    told = arpad(f"{line} --lang es --test 2024-10..")
    assert told.code == 0
    assert "Todo se compara con la primera edición" in told.out


def test_an_edition_of_a_file(arpad: Arpad, world: Path, work: Path) -> None:
    found = arpad(
        f"lab compare {world} --edition fide-2024 --edition examples/regulations/club-2026.toml --json --work {work}"
    )
    assert found.code == 0, found.err
    changed = found.json["editions"][1]["parameters_changed"]
    assert changed["k.middle"] == {"first": 20, "this": 30}
    assert set(regulations().ids) == set(regulations().ids) - {"club-2026"}


def test_the_first_list_by_its_transition(arpad: Arpad, world: Path, tmp_path: Path) -> None:
    found = arpad(f"lab compare {world} {TWO} --with-transition --work {tmp_path} --json").json
    before = {row["id"]: row["rating"] for row in pq.read_table(world / "players.parquet").to_pylist()}
    out = next(path for path in tmp_path.iterdir() if path.name.startswith("fide-2024-"))
    first = pq.read_table(out / "lists.parquet").to_pylist()
    day = first[0]["period"]
    rules = edition("fide-2024")
    taken = {row["id"]: row["rating"] for row in first if row["period"] == day}
    assert taken == {id_: apply_transition(rules, rating)[0] for id_, rating in before.items() if rating}
    assert found["editions"][0]["lists"][0]["sum"] == sum(before.values())


def test_round_robins_with_unrated_players_can_be_left_out(arpad: Arpad, world: Path, work: Path) -> None:
    """2017 8.58: the kernel refuses them; without them all editions rate the same games."""
    line = f"lab compare {world} --edition fide-2017 --edition fide-2022 --work {work}"
    refused = arpad(line)
    assert (refused.code, refused.out) == (2, "")
    assert "--leave-out round-robins-with-unrated" in refused.err
    found = arpad(f"{line} --leave-out round-robins-with-unrated --base truth --json").json
    assert found["source"]["left_out"] > 0
    games = {row["ledger_total"]["games"] for row in found["editions"]}
    assert len(games) == 1
    told = arpad(f"{line} --leave-out round-robins-with-unrated")
    assert "with unrated players were left out" in told.out


def test_the_interval_of_paired_differences() -> None:
    """It holds the mean, turns with the signs, and narrows with more groups."""
    rng = np.random.Generator(np.random.PCG64(5))
    group = rng.integers(0, 400, 20_000)
    one, noise = np.full(20_000, 0.3), rng.normal(0.01, 0.2, 20_000)
    first, other = GroupedLosses.of(group, one), GroupedLosses.of(group, one + noise)
    there, back = paired(first, other, 1), paired(other, first, 1)
    assert there is not None
    assert back is not None
    assert there.low < there.mean < there.high
    assert there.mean == pytest.approx(noise.mean())
    assert (there.low, there.high) == (-back.high, -back.low)
    assert there.high - there.low == pytest.approx(4 * noise.std() / 20_000**0.5, rel=0.25)
    one_hundred = [GroupedLosses(losses.games[:100], losses.losses[:100]) for losses in (first, other)]
    few = paired(one_hundred[0], one_hundred[1], 1)
    assert few is not None
    assert few.high - few.low > 1.5 * (there.high - there.low)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--edition fide-2024", "name two editions or more"),
        ("--edition fide-2024 --set k.midle=3", "there is no parameter k.midle; perhaps: k.middle"),
        ("--edition fide-2024 --set k.middle", "write the parameter and its value"),
        ("--edition fide-2024 --set k.middle=often", "k.middle"),
        ("--edition fide-2024 --set k.middle=1e999999999", "1e999999999"),
        ("--edition fide-2024 --sweep k.middle=", "write the parameter and its value"),
        ("--edition fide-2099 --edition fide-2024", "fide-2099"),
        ("--edition mine.toml --edition fide-2024", "mine.toml"),
        (f"{TWO} --edition fide-2022", "fide-2022 is named twice"),
        (f"{TWO} --leave-out everything", "--leave-out"),
        (f"{TWO} --base feeling", "--base"),
        (f"{TWO} --test 2040-01..", "there is no game between two players"),
        ("--edition fide-2003 --edition fide-2024", "does not rate game by game"),
    ],
)
def test_what_cannot_be_compared(arpad: Arpad, world: Path, work: Path, options: str, words: str) -> None:
    before = sorted(path.name for path in work.iterdir())
    refused = arpad(f"lab compare {world} {options} --work {work}")
    assert (refused.code, refused.out) == (2, "")
    assert words in refused.err
    assert len(refused.err.strip().splitlines()) == 1
    left = {name for name in (path.name for path in work.iterdir()) if name not in before}
    assert all(name.startswith(("fide-2022", "fide-2024")) for name in left)


def test_no_truth_no_comparison_with_it(arpad: Arpad, tmp_path: Path) -> None:
    tiny, _ = tiny_world(tmp_path)
    refused = arpad(f"lab compare {tiny} {TWO} --base truth")
    assert (refused.code, refused.out) == (2, "")
    assert "make the world with `arpad bulk generate --truth`" in refused.err
