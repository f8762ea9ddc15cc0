"""Editions for a program: looked up, compared, and tried with other values."""

import pytest

import arpad
from arpad.regulations.rating_editions import regulations
from places import PROJECT


def test_an_edition_has_its_parameters_with_their_articles() -> None:
    edition = arpad.edition("fide-2024")
    assert (edition["k.junior"].value, edition["k.junior"].article) == (40, "8.3.3")
    assert edition.parameters["k.middle"].value == 20
    assert arpad.edition_for("2024-12-24", time_class="blitz").id == "fide-2024-12-rapid-blitz"
    assert [one.id for one in arpad.editions()] == list(regulations().ids)
    assert arpad.edition("club-2026", folder=PROJECT / "examples" / "regulations").name("es")


def test_another_value_gives_another_edition() -> None:
    edition = arpad.edition("fide-2024")
    changed = edition.with_(k_junior=30, change_cap=350)
    assert (changed["k.junior"].value, changed["change.cap"].value) == (30, 350)
    assert edition["k.junior"].value == 40, "the edition itself stays as it is"
    assert changed.id == "fide-2024+k.junior=30+change.cap=350"
    junior = {"games_played": 50, "born": 2010, "on": "2024-05-01"}
    assert arpad.rate(1500, [(1600, 1)], edition=changed, **junior).k == 30  # type: ignore[arg-type]
    told = {difference.parameter: (difference.a, difference.b) for difference in arpad.diff(edition, changed)}
    assert told == {"k.junior": (40, 30), "change.cap": (400, 350)}
    assert edition.with_() == edition
    assert edition.with_(k_low_from=None)["k.low_from"].value is None


def test_a_changed_value_says_so_in_the_reasons() -> None:
    changed = arpad.edition("fide-2024").with_(k_junior=30)
    why = arpad.rate(1500, [(1600, 1)], edition=changed, games_played=50, born=2010, on="2024-05-01").why()
    assert "8.3.3*  Born in 2010" in why
    sheet = arpad.read(PROJECT / "examples" / "open-2024.trf").rate(edition=changed)["Jara, Jorge"]
    assert sheet.pdf().startswith(b"%PDF")


def test_values_are_held_to_the_bounds_of_a_file() -> None:
    with pytest.raises(arpad.ArpadError, match="from 1 to 100"):
        arpad.edition("fide-2024").with_(k_junior=300)
    with pytest.raises(arpad.ArpadError, match=r"perhaps k\.junior"):
        _ = arpad.edition("fide-2024")["k.juniors"]
