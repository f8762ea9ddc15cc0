"""Studies: those that come with Arpad are as they are stored and show what they should; what is refused."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.i18n import LANGUAGES, Language
from arpad.lab.studies import (
    HEADINGS,
    HERE,
    moved,
    read_answer,
    read_study,
    reading,
    shipped_studies,
    study_charts,
    study_tables,
)

NAMES = ("cap-400", "floor-1400", "k-asymmetry", "newcomers-2x1800")
SMALL = """
shown = ["mean", "created_per_game"]
[title]
en = "A try"
es = "Una prueba"
[question]
en = "Is it so?"
es = "¿Es así?"
[reading]
en = "The mean is {little/usual/mean}."
es = "La media es {little/usual/mean}."
[limits]
en = "Small."
es = "Pequeño."
[[world]]
name = "little"
players = 60
games = 900
periods = 8
seed = 5
start = "2024-03"
[[edition]]
name = "usual"
base = "fide-2024"
[[edition]]
name = "k-30"
base = "fide-2024"
set = { "k.middle" = 30 }
[[expect]]
number = "little/usual/one_sided_cap_per_game"
is = "="
than = 0
"""


def test_four_come_with_the_product() -> None:
    assert shipped_studies() == NAMES


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_study_is_as_it_is_stored(arpad: Arpad, name: str) -> None:
    """Every number, and the directions that are expected."""
    found = arpad(f"lab study {name} --check")
    assert found.code == 0, found.err
    assert found.out.rstrip().endswith("Every number is as it is stored.")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stored_study_can_be_told(name: str, language: Language) -> None:
    """Its reading names numbers that there are, its tables have headings, its plots have lines."""
    study, stored = read_study(HERE / name), read_answer(HERE / name)
    assert "{" not in reading(study, stored, language)
    assert set(study.shown) <= set(HEADINGS)
    numbers, expected = study_tables(study, stored, language)
    assert len(numbers) == len(study.worlds) * len(study.editions)
    assert len(expected) == len(study.expectations) > 2
    assert all(row["holds"] for row in stored["expected"])
    assert all(chart.lines for chart in study_charts(study, stored, language).values())


def test_what_the_studies_show() -> None:
    """With one K and the cap on both sides nothing is created; K 40 feeds the list while its owners improve; a floor
    moves the mean by those who left, not by those who stayed."""
    feeding = numbers("k-asymmetry")
    for world in ("improving", "still", "declining"):
        assert feeding[world, "one-k"]["created_per_game"] == 0
    improving, still, declining = (
        feeding[world, "juniors-40"]["k_asymmetry_per_game"] for world in ("improving", "still", "declining")
    )
    assert improving > still > 0 > declining
    floors = numbers("floor-1400")
    low, high = floors["usual", "floor-1000"], floors["usual", "floor-1400"]
    left, stayed = (high[part] - low[part] for part in ("drift_leavers", "drift_stayers"))
    assert left > 4 * stayed
    caps = numbers("cap-400")
    assert caps["usual", "always"]["one_sided_cap_per_game"] == caps["usual", "none"]["one_sided_cap_per_game"] == 0
    assert caps["usual", "once"]["one_sided_cap_per_game"] < 0


def numbers(name: str) -> dict[tuple[str, str], Any]:
    worlds = read_answer(HERE / name)["worlds"]
    return {(world["name"], edition["name"]): edition for world in worlds for edition in world["editions"]}


def test_a_study_of_ones_own(arpad: Arpad, tmp_path: Path) -> None:
    """It is run, stored, checked; a number that moved is named, and the exit code is 1."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "study.toml").write_text(SMALL, "utf-8")
    refused = arpad(f"lab study {folder} --check")
    assert refused.code == 2
    assert "run the study without --check first" in refused.err
    (folder / "study.json").write_text("[" * 100_000, "utf-8")
    refused = arpad(f"lab study {folder} --check")
    assert (refused.code, len(refused.err.splitlines())) == (2, 1)
    assert "study.json" in refused.err
    told = arpad(f"lab study {folder} --lang es --svg {folder} --csv {folder}")
    assert told.code == 0
    assert "La media es 1" in told.out
    assert {path.name for path in folder.iterdir()} >= {"study.json", "mean.svg", "bias.svg", "numbers.csv"}
    assert arpad(f"lab study {folder} --check").code == 0
    stored = json.loads((folder / "study.json").read_text("utf-8"))
    stored["worlds"][0]["editions"][0]["mean"] += 1
    (folder / "study.json").write_text(json.dumps(stored), "utf-8")
    found = arpad(f"lab study {folder} --check")
    assert found.code == 1
    assert "moved: worlds/little/editions/usual/mean" in found.err
    assert len(arpad(f"lab study {folder} --check --json").json["moved"]) == 1
    shutil.copytree(folder, tmp_path / "other")
    wrong = SMALL.replace('is = "="', 'is = "<"')
    (tmp_path / "other" / "study.toml").write_text(wrong, "utf-8")
    assert arpad(f"lab study {tmp_path / 'other'}").code == 1


def test_the_differences_of_two_answers() -> None:
    one = {"worlds": [{"name": "a", "x": 1, "y": [1, 2]}], "same": 1}
    other = {"worlds": [{"name": "a", "x": 2, "y": [1, 2, 3]}], "same": 1}
    assert [found.where for found in moved(one, other)] == ["worlds/a/x", "worlds/a/y"]
    assert not list(moved(one, one))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "little"', 'name = "Little One"', "name"),
        ("players = 60", "player = 60", "“player” is not known"),
        ("players = 60\n", "", "players"),
        ('base = "fide-2024"', 'base = "fide-2099"', "fide-2099"),
        ('"k.middle" = 30', '"k.midle" = 30', "k.midle"),
        ('set = { "k.middle" = 30 }', "set = 30", "set = 30: write it like set = "),
        (
            '"little/usual/one_sided',
            '"little/usual/two_sided',
            "there is no number “little/usual/two_sided_cap_per_game”",
        ),
        ('is = "="', 'is = "about"', "is"),
        ("[[world]]", "[worlds]", "“worlds” is not known"),
        ("games = 900", "games = 90000000", "--games"),
        ('es = "Pequeño."', "", "limits"),
    ],
)
def test_a_study_that_cannot_be_run(arpad: Arpad, tmp_path: Path, old: str, new: str, words: str) -> None:
    (tmp_path / "study.toml").write_text(SMALL.replace(old, new, 1), "utf-8")
    refused = arpad(f"lab study {tmp_path}")
    assert (refused.code, refused.out) == (2, "")
    assert words in refused.err
    assert len(refused.err.strip().splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]


def test_a_study_that_there_is_not(arpad: Arpad, tmp_path: Path) -> None:
    refused = arpad(f"lab study {tmp_path / 'nothing'}")
    assert refused.code == 2
    assert "there are: cap-400, floor-1400" in refused.err
    assert arpad(f"lab study floor-1400 --check -o {tmp_path}").code == 2
