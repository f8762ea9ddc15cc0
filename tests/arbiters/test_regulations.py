"""The regulations for arbiters as data: every value cited, the editions by date, the tables whole."""

from typing import Any

import pytest

from answers import Arpad
from arpad.i18n import ArpadError, keys
from arpad.regulations.arbiter_editions import (
    ARBITER_CATEGORIES,
    ArbiterEdition,
    arbiter_bounds,
    arbiter_classification,
    arbiter_edition,
    arbiter_editions,
    report_deputies,
    school_arbiters,
)
from arpad.regulations.rating_edition import group_schema
from arpad.regulations.rating_editions import dated_edition, regulations
from arpad.regulations.rating_rules import grouped_parameters, groups_of

NAMES = {f"{group}.{name}" for group, kind in groups_of(ArbiterEdition).items() for name in group_schema(kind)}


def test_every_value_is_cited() -> None:
    assert [edition.id for edition in arbiter_editions()] == ["b06-2021", "b06-2022", "b06-2024"]
    for edition in arbiter_editions():
        found = dict(edition.parameters())
        assert set(found) == NAMES
        for name, rule in found.items():
            assert rule.article.number[0] in "2345", name
            assert rule.article.source in regulations().sources, name


def test_every_parameter_has_words() -> None:
    known = keys("en")
    assert {key for key in known if key.startswith("arbiter-parameter.")} == {
        f"arbiter-parameter.{name}" for name in NAMES
    }
    assert {f"arbiter-group.{group}" for group in groups_of(ArbiterEdition)} <= known


def test_what_changed() -> None:
    def changed(old: str, new: str) -> dict[str, tuple[Any, Any]]:
        before, after = dict(arbiter_edition(old).parameters()), dict(arbiter_edition(new).parameters())
        return {name: (before[name].value, one.value) for name, one in after.items() if before[name].value != one.value}

    assert changed("b06-2021", "b06-2022") == {}
    assert arbiter_edition("b06-2022").own == {"norms.certificates_world", "fa.national_norms"}
    assert changed("b06-2022", "b06-2024") == {"ia.seminars": (0, 1)}


def test_a_value_without_its_article_is_refused() -> None:
    head = {"id": "b06-x", "effective": arbiter_edition("b06-2024").effective, "source": "manual-2023-b06"}
    data = head | {"name": {"en": "x", "es": "x"}, "fa": {"age": {"value": 20}}}
    with pytest.raises(ArpadError, match=r"fa\.age"):
        dated_edition(ArbiterEdition, "b06-x.toml", data, arbiter_edition("b06-2024"))
    with pytest.raises(ArpadError, match=r"fa\.agee"):
        dated_edition(ArbiterEdition, "b06-x.toml", data | {"fa": {"agee": {"value": 20, "article": "5"}}}, None)


def test_the_classification_is_whole() -> None:
    rules = arbiter_classification()
    counted = [(kind.category, kind.level) for kind in rules.kinds]
    assert (counted.count(("A", "world")), counted.count(("B", "world"))) == (9, 10)
    assert (counted.count(("B", "continental")), counted.count(("C", "continental"))) == (5, 7)
    assert len({kind.id for kind in rules.kinds}) == 31
    for _, rule in grouped_parameters(rules):
        assert rule.article.source == "manual-2023-b06-3"
    for role in rules.roles:
        assert set(role.allowed) == set(ARBITER_CATEGORIES)
        for narrow, wide in (("A", "B"), ("B", "C"), ("C", "D")):
            assert set(role.allowed[narrow]) <= set(role.allowed[wide]), role.id  # type: ignore[index]


def test_how_many_arbiters() -> None:
    players = [20, 25, 26, 100, 101]
    assert [tuple(arbiter_bounds(count)) for count in players] == [(1, 1), (1, 2), (2, 2), (4, 5), (5, 6)]
    limits = [20, 21, 70, 71, 120, 121, 170, 171, 220, 221, 400]
    assert [report_deputies(count) for count in limits] == [1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert [school_arbiters(count) for count in (30, 31)] == [1, 2]


def test_the_editions_are_shown(arpad: Arpad) -> None:
    assert [one["id"] for one in arpad("arbiter editions --json").json] == ["b06-2021", "b06-2022", "b06-2024"]
    shown = arpad("arbiter editions b06-2024 --json").json["parameters"]
    assert (shown["ia.seminars"]["value"], shown["ia.seminars"]["article"]) == (1, "4.7")
    assert "80%" in arpad("arbiter editions b06-2024 --lang es").out
    assert arpad("arbiter editions b06-1999").code == 2
