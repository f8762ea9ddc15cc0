"""`arpad lab predict` and `arpad lab calibration`: the vectors, plain Python on random seasons, what is refused."""

import datetime as dt
import math
import tempfile
from collections import defaultdict
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers import Arpad
from arpad.lab.bulk_source import BulkSource
from arpad.lab.game_groups import AGE_GROUPS
from arpad.lab.predict import PredictWishes, predict
from arpad.lab.scale_report import CalibrationWishes, calibration_of
from arpad.lab.scoring import month_gaps
from arpad.regulations.rating_rules import pd
from drawn_seasons import Builder
from lab_worlds import KINDS, LINE, drawn_world, plain_games, plain_lists, tiny_world, vectors
from proofs import law


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> str:
    world, out = tiny_world(tmp_path_factory.mktemp("tiny"))
    return f"--bulk {world} {out}"


def test_predictors_of_the_vectors(arpad: Arpad, tiny: str) -> None:
    """LV-PR-03: horizon 1, 574 games; the games with a player without a rating are counted."""
    found = arpad(f"lab predict {tiny} --json").json
    assert (found["games"], found["played"], str(found["coverage"])) == (574, 890, "0.6449")
    known = vectors("tiny-world")["prediction"]
    shown = {row["predictor"]: row for row in found["prediction"]}
    names = {"logistic-white": "logistic_white30", "table-uncapped": "table_uncapped"}
    assert set(shown) == {"table", "table-uncapped", "logistic", "logistic-white", "half"}
    for name, row in shown.items():
        for measure in ("deviance10", "brier", "mae"):
            assert float(row[measure]) == pytest.approx(known[names.get(name, name)][measure], abs=1e-6)
    assert shown["table"]["difference_mean"] is None
    apart = shown["half"]["deviance10"] - shown["table"]["deviance10"]
    assert float(shown["half"]["difference_mean"]) == pytest.approx(float(apart), abs=2e-6)
    assert shown["half"]["difference_low"] < apart < shown["half"]["difference_high"]


def test_training_and_test(arpad: Arpad, tiny: str, tmp_path: Path) -> None:
    """Curves and Glicko are fitted on the lists before the test lists; all are judged by the same games."""
    found = arpad(f"lab predict {tiny} --test 2024-07..2024-10 --baseline half --csv {tmp_path} --json").json
    rows = {row["predictor"]: row for row in found["prediction"]}
    assert {row["games"] for row in rows.values()} == {308}
    assert found["training_games"] == 574 - 308
    assert next(iter(rows)) == "half"
    assert set(rows["fitted"]["parameters"]) == {"lambda", "white"}
    assert set(rows["glicko"]["parameters"]) == {"deviation", "c"}
    for name in ("fitted", "glicko", "glicko2"):
        assert rows[name]["deviance10"] < rows["table"]["deviance10"]
    assert (tmp_path / "prediction.csv").read_text("utf-8").startswith("predictor,games,deviance10,scaled,")
    given_c = f"lab predict {tiny} --test 2024-07 --predictor glicko --parameter glicko.c=15.8"
    assert "c 15.80" in arpad(given_c).out


def test_parameters_never_see_the_test_lists(tiny: str) -> None:
    """The same training lists give the same parameters, whatever the test lists are."""
    world, out = (Path(part) for part in tiny.split()[1:])

    def parameters(last: int) -> list[Any]:
        source = BulkSource(world, out, LINE)
        test = dt.date(2024, 7, 1), dt.date(2024, last, 1)
        found = predict(source, PredictWishes(test, predictors=("fitted", "glicko", "glicko2")))
        return [dict(one.parameters) for one in found.predictions]

    assert parameters(8) == parameters(10)


def test_more_lists_ahead_know_less(arpad: Arpad, tiny: str) -> None:
    one, three = (
        arpad(f"lab predict {tiny} --horizon {horizon} --predictor table,half --json").json for horizon in (1, 3)
    )
    assert three["games"] > one["games"]
    assert three["prediction"][1]["deviance10"] == Decimal("0.301030")


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**6))
@law(2, long=25)
def test_random_seasons_agree_with_plain_python(kind: str, seed: int) -> None:
    """Deviance, Brier and player-month error of the table; calibration by age: by loops over the reference engine."""
    with tempfile.TemporaryDirectory() as folder:
        world, out = drawn_world(Path(folder), Builder(LINE, *KINDS[kind], f"lab {kind} {seed}"))
        source = BulkSource(world, out, LINE)
        games = {
            date: [one for one in rated if one.difference is not None]
            for date, rated in plain_games(world, out).items()
        }
        if not any(games.values()):
            return
        found = predict(source, PredictWishes(predictors=("table",))).predictions[0].tally
        deviance = brier = 0.0
        months: dict[tuple[dt.date, int], float] = defaultdict(float)
        for date, rated in games.items():
            cap = LINE.on(date).change.cap.value
            for one in rated:
                assert one.difference is not None
                used = max(-cap, min(cap, one.difference)) if one.capped else one.difference
                chance = min(max(pd(used) / 100, 0.01), 0.99)
                score = one.score / 2
                deviance -= score * math.log10(chance) + (1 - score) * math.log10(1 - chance)
                brier += (score - chance) ** 2
                months[date, one.white] += score - chance
                months[date, one.black] -= score - chance
        assert (found.sums.deviance, found.sums.squares) == pytest.approx((deviance, brier))
        assert (found.months, found.month_squares) == pytest.approx((len(months), sum(x**2 for x in months.values())))
        _ages_agree(source, games, plain_lists(world, out))


def _ages_agree(source: BulkSource, games: dict[dt.date, list[Any]], lists: Any) -> None:
    born = source.people.born.tolist()
    days = sorted(lists)
    counted: dict[str, list[int]] = {name: [0, 0] for name in AGE_GROUPS}
    for date, rated in games.items():
        year = days[days.index(date) - 1].year
        for one in rated:
            underdog, score = (one.black, one.score) if one.difference >= 0 else (one.white, 2 - one.score)
            age = year - born[underdog]
            bounds = (12, 16, 19, 31, 51, 66)
            name = AGE_GROUPS[sum(age >= bound for bound in bounds)] if born[underdog] else "unknown"
            counted[name][0] += 1
            counted[name][1] += 50 * score
    found = calibration_of(source, CalibrationWishes(by="age"))
    assert {row.group: [row.band.games, row.band.scored] for row in found.bands} == {
        name: both for name, both in counted.items() if both[0]
    }


def test_the_months_of_the_contest() -> None:
    """LV-PR-01: eleven players and months of six games."""
    known = vectors("metrics")
    months, squares = 0, 0.0
    for month in {row[0] for row in known["table"]}:
        rows = [row for row in known["table"] if row[0] == month]
        white, black, score = (np.array([row[at] for row in rows], dtype=np.int32) for at in (1, 2, 4))
        score = np.array([2 * row[4] for row in rows], dtype=np.int32)
        more = month_gaps(np.array([row[3] for row in rows]), score, white, black, 4)
        months, squares = months + more[0], squares + more[1]
    assert months == known["rows"]
    assert math.sqrt(squares / months) == pytest.approx(known["rmse_player_month"])


@pytest.mark.parametrize("by", ["difference", "rating", "colour", "age", "gap-age", "k", "games"])
def test_every_kind_of_groups_has_all_games(arpad: Arpad, tiny: str, tmp_path: Path, by: str) -> None:
    found = arpad(f"lab calibration {tiny} --by {by} --svg {tmp_path} --csv {tmp_path} --json").json
    assert (found["games"], found["played"], found["by"]) == (574, 890, by)
    assert sum(row["games"] for row in found["calibration"]) == 574
    assert [str(found["stretch"][0][name]) for name in ("lambda", "white")] == ["0.98735", "18.05"]
    assert (tmp_path / "calibration.svg").exists() == (by not in ("age", "k", "games"))
    assert (tmp_path / "calibration.csv").exists()


def test_the_rows_of_the_table_and_some_lists(arpad: Arpad, tiny: str) -> None:
    found = arpad(f"lab calibration {tiny} --width table --json").json
    assert len(found["calibration"]) == 51
    some = arpad(f"lab calibration {tiny} --from 2024-05 --to 2024-07 --lang es")
    assert "partidas entre dos jugadores valorados" in some.out


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("predict --test 2024-03..2024-05", "begin before the second list, 2024-04"),
        ("predict --test 2030-01", "2024-03 … 2024-10"),
        ("predict --test 2024-07..2024-05", "2024-07..2024-05"),
        ("predict --test x", "x"),
        ("predict --predictor fitted", "--test 2024-07..2024-12"),
        ("predict --predictor elo", "table-uncapped"),
        ("predict --horizon 0", "not between 1 and 36"),
        ("predict --parameter glicko.d=3", "glicko.c"),
        ("predict --parameter glicko.c=x", "glicko.c=x"),
        ("calibration --width 30", "divides 400"),
        ("calibration --by height", "difference | rating"),
        ("calibration --from 2024-11", "two lists or more, published if they are of an office; 0 were found"),
    ],
)
def test_bad_input_is_one_line(arpad: Arpad, tiny: str, typed: str, words: str) -> None:
    refused = arpad(f"lab {typed} {tiny}")
    assert (refused.code, refused.out) == (2, "")
    assert words in refused.err
    assert len(refused.err.strip().splitlines()) == 1
