"""An own edition with `rounding_unit = 5` and another K gives the same ratings in every engine.

The ways of Spark are in `tests/bulk/test_spark.py`, where there is a session.
"""

import json
from pathlib import Path

import pytest

import fives
from arpad.bulk.replay import only
from arpad.bulk.run import Interrupted, run
from arpad.cli.main import main
from arpad.i18n import ArpadError
from arpad.lists.closing import close_period
from arpad.lists.kernel import KernelPart, close_by_kernel
from arpad.regulations.rating_editions import Regulations
from kernel_parts import rated_by
from small_seasons import Season, accept, first_list, plain_event, player

REGULATIONS = {"ARPAD_REGULATIONS": str(fives.FOLDER)}
POINTS = {2: "1", 1: "0.5", 0: "0"}


@pytest.mark.parametrize("id_", fives.RATINGS)
def test_calc_change(id_: int, capsys: pytest.CaptureFixture[str]) -> None:
    games = []
    for _, white, black, score in fives.GAMES:
        if id_ in (white, black):
            other, points = (black, score) if id_ == white else (white, 2 - score)
            games += ["--game", f"{fives.RATINGS[other]}:{POINTS[points]}"]
    asked = ["--edition", fives.EDITION, "--rating", str(fives.RATINGS[id_]), "--games-played", "50", *games, "--json"]
    assert main(["calc", "change", *asked, "--date", "2024-06-01", "--born", "1980"], REGULATIONS) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["k"], found["new_rating"]) == (30, fives.AFTER[id_])


def test_rate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", str(fives.FOLDER / "open.trf"), "--system", "fives", "--json"], REGULATIONS) == 0
    found = json.loads(capsys.readouterr().out)["players"]
    assert {int(player["id"]): player["new_rating"] for player in found} == fives.AFTER


def test_the_office() -> None:
    """By the kernel and by the reference engine."""
    rows = [player(str(id_), rating, k=30) for id_, rating in fives.RATINGS.items()]
    marks = {2: "1", 1: "=", 0: "0"}
    rounds = [f"{white}-{black} {marks[score]}" for _, white, black, score in fives.GAMES]
    season = Season(first_list("2024-05-01", rows), "fives", rules=fives.rules())
    period = season.period("2024-06-01", accept(plain_event("2024-05-10", "2024-05-12", rounds)))
    assert rated_by(period) == [KernelPart]
    closed = close_by_kernel(period)
    assert closed == close_period(period)
    found = closed.ledger.rows([str(id_) for id_ in fives.RATINGS])
    assert {int(id_): row.standing("standard").rating for id_, row in found.items()} == fives.AFTER


def test_bulk_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = fives.world(tmp_path / "world")
    digests = []
    for name in (fives.EDITION, "fide-2024"):
        asked = [str(world), "-o", str(tmp_path / name), "--edition", name, "--json"]
        assert main(["bulk", "run", *asked], REGULATIONS) == 0
        digests.append(json.loads(capsys.readouterr().out)["digest"])
    assert fives.ratings_after(tmp_path / fives.EDITION) == fives.AFTER
    assert digests[0] != digests[1]


def test_an_interrupted_run_does_not_go_on_by_other_rules(tmp_path: Path) -> None:
    """The edition has the same name, and another K."""
    world = fives.world(tmp_path / "world")
    with pytest.raises(Interrupted):
        run(world, tmp_path / "out", only(fives.rules().edition(fives.EDITION)), stopped=lambda: True)
    file = fives.FOLDER / "fives-2024.toml"
    (tmp_path / file.name).write_text(file.read_text("utf-8").replace("value = 30", "value = 40"), "utf-8")
    with pytest.raises(ArpadError) as problem:
        run(world, tmp_path / "out", only(Regulations(tmp_path).edition(fives.EDITION)))
    assert problem.value.key == "bulk-other-run"
