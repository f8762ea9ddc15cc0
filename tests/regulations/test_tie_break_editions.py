"""The tie-break regulations as data: which edition holds, what changed, an edition of one's own in one file."""

import datetime as dt
from pathlib import Path
from typing import get_args

import pytest

from answers import Arpad
from arpad.i18n import ArpadError, keys
from arpad.regulations.rating_edition import group_schema
from arpad.regulations.rating_rules import groups_of
from arpad.regulations.tiebreak_editions import TieBreakEdition, compare_tie_breaks, tie_break_library
from arpad.standings._calculation import OPPONENTS, OWN
from arpad.standings._tie_breaks import FORFEITS_AS_GAMES, METHODS
from arpad.standings.codes import NAMES
from arpad.standings.order import METHODS as ENCOUNTERS
from arpad.standings.reasons import REASONS
from places import FIXTURES

SWISS = FIXTURES / "standings" / "tec-swiss-5.trf"


@pytest.mark.parametrize(
    ("date", "edition"),
    [
        ("2017-07-01", "c07-2017"),
        ("2023-09-01", "c07-2017"),
        ("2024-03-31", "c07-2017"),
        ("2024-04-01", "c07-2023"),
        ("2024-07-31", "c07-2023"),
        ("2024-08-01", "c07-2024"),
        ("2026-02-28", "c07-2024"),
        ("2026-03-01", "c07-2026"),
    ],
)
def test_the_start_of_an_event_chooses(date: str, edition: str) -> None:
    assert tie_break_library().edition_for(dt.date.fromisoformat(date)).id == edition


def test_before_the_first_edition_the_gap_is_named() -> None:
    with pytest.raises(ArpadError, match="2017-07-01"):
        tie_break_library().edition_for(dt.date(2017, 6, 30))


def test_between_2023_and_2024_no_method_changes() -> None:
    library = tie_break_library()
    changed = compare_tie_breaks(library.edition("c07-2023"), library.edition("c07-2024"))
    assert [difference.parameter for difference in changed if not difference.renumbered_only] == []


def test_what_changed_in_2026() -> None:
    library = tie_break_library()
    changed = compare_tie_breaks(library.edition("c07-2024"), library.edition("c07-2026"))
    assert {difference.parameter for difference in changed if difference.a != difference.b} == {
        "unplayed.own", "leaving.expelled", "round_robin.forfeits", "codes.STD", "codes.TPN", "codes.RTNG", "codes.BH",
        "codes.AOB", "codes.FB", "codes.SSSC",
    }  # fmt: skip


def test_every_code_has_a_method_and_reasons() -> None:
    for edition in tie_break_library().editions():
        for name in edition.codes:
            assert name in NAMES
            assert name in METHODS or name.startswith(("DE", "EDE"))
            assert name in REASONS or name.startswith(("DE", "EDE"))
            assert f"tie-break.{name}" in keys("en")


def test_every_policy_has_a_function_and_words() -> None:
    known = keys("en")
    policies = {
        f"{group}.{name}": get_args(kind)
        for group, rules in groups_of(TieBreakEdition).items()
        for name, kind in group_schema(rules).items()
    }
    assert set(OWN) == set(policies["unplayed.own"])
    assert set(OPPONENTS) == set(policies["unplayed.opponents"])
    assert set(ENCOUNTERS) == set(policies["encounter.direct"])
    assert set(FORFEITS_AS_GAMES) == set(policies["round_robin.forfeits"])
    assert {f"tie-break-parameter.{name}" for name in policies} <= known
    named = {
        f"tie-break-policy.{name}.{value}" for name, values in policies.items() for value in values
        if isinstance(value, str)
    }  # fmt: skip
    assert named == {key for key in known if key.startswith("tie-break-policy.")}


OWN_EDITION = """
id = "club-2026"
effective = 2026-05-01
extends = "c07-2026"

[source]
id = "club-rules"
en = "The rules of our club"
es = "Las bases de nuestro club"

[name]
en = "Club tie-breaks"
es = "Desempates del club"

[unplayed]
own = { value = "dummy", article = "Club 7" }

[codes]
KS = { article = "Club 8", for = ["swiss", "round-robin"], modifiers = ["L"] }
BPG = "gone"
"""


def test_an_edition_of_ones_own_is_one_file(arpad: Arpad, tmp_path: Path) -> None:
    folder = tmp_path / "tiebreaks"
    folder.mkdir()
    (folder / "club-2026.toml").write_text(OWN_EDITION, "utf-8")
    line = f"standings {SWISS} --edition club-2026 --regulations {tmp_path} --tie-breaks BH,KS"
    answer = arpad(f"{line} --json").json
    assert next(row for row in answer["rows"] if row["number"] == 4)["values"]["BH"] == "15", "no ceiling"
    assert "findings" not in answer, "KS is for a Swiss in this club"
    assert "Club 7" in arpad(f"{line} --explain 4").out
    changed = arpad(f"editions diff c07-2026 club-2026 --regulations {tmp_path} --json").json
    assert {difference["parameter"] for difference in changed} == {"unplayed.own", "codes.KS", "codes.BPG"}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('for = ["swiss", "round-robin"]', 'for = ["swis"]', "codes.KS.for"),
        ('article = "Club 8"', 'article = ""', "codes.KS"),
        ('"dummy"', '"ghost"', "unplayed.own"),
        ('extends = "c07-2026"', 'extends = "c07-2099"', "c07-2099"),
    ],
)
def test_a_bad_edition_is_one_line(arpad: Arpad, tmp_path: Path, old: str, new: str, words: str) -> None:
    folder = tmp_path / "tiebreaks"
    folder.mkdir()
    (folder / "club-2026.toml").write_text(OWN_EDITION.replace(old, new), "utf-8")
    answer = arpad(f"standings {SWISS} --edition club-2026 --regulations {tmp_path}")
    assert answer.code == 2
    assert words in answer.err


def test_editions_are_listed_shown_and_chosen(arpad: Arpad) -> None:
    ids = [edition["id"] for edition in arpad("editions --tie-breaks --json").json]
    assert ids == ["c07-2017", "c07-2023", "c07-2024", "c07-2026"]
    shown = arpad("editions show c07-2026 --json").json["parameters"]
    assert shown["unplayed.own"]["value"] == "dummy-capped"
    assert shown["codes.BH"]["article"] == "8.1"
    assert arpad("editions for --system tie-breaks --date 2025-05-01 --json").json["id"] == "c07-2024"
    for line in ("editions show c07-2017", "editions diff c07-2017 c07-2026", "editions diff c07-2023 c07-2024"):
        for language in ("en", "es"):
            assert arpad(f"{line} --lang {language}").code == 0
