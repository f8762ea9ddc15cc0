"""The title regulations as data: every value cited, the editions by date, what changed; the commands."""

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest

from answers import Arpad
from arpad.documents.editions import title_value
from arpad.i18n import ArpadError, keys, text
from arpad.regulations.rating_edition import group_schema
from arpad.regulations.rating_editions import dated_edition, regulations
from arpad.regulations.rating_rules import groups_of
from arpad.regulations.title_editions import TitleEdition, title_edition, title_edition_for, title_editions
from policies import choices

EDITIONS = title_editions()
IDS = ["b01-2017", "b01-2021", "b01-2022", "b01-2023", "b01-2024"]
GROUPS = groups_of(TitleEdition)


def changed(old: str, new: str) -> dict[str, tuple[Any, Any]]:
    """The parameters whose value differs between two editions."""
    before, after = dict(title_edition(old).parameters()), dict(title_edition(new).parameters())
    return {name: (before[name].value, rule.value) for name, rule in after.items() if before[name].value != rule.value}


# ---------------------------------------------------------------- the editions


def test_the_editions_in_their_order() -> None:
    assert [edition.id for edition in EDITIONS] == IDS
    assert [edition.id for edition in EDITIONS if edition.beyond_seeds] == ["b01-2024"]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda one: one.id)
def test_every_value_is_cited(edition: TitleEdition) -> None:
    """An article and a document for each of them, and the note, if there is one, in both languages."""
    found = dict(edition.parameters())
    assert set(found) == {f"{group}.{name}" for group, kind in GROUPS.items() for name in group_schema(kind)}
    for name, rule in found.items():
        assert rule.article.number[0] in "01", name
        assert rule.article.source in regulations().sources, name
        assert rule.note is None or (set(rule.note) == {"en", "es"} and all(rule.note.values())), name
    assert edition.source in regulations().sources
    assert edition.own <= set(found)


def test_2023_cites_its_own_text_alone() -> None:
    assert {rule.article.source for _, rule in title_edition("b01-2023").parameters()} == {"manual-2023-b01"}


@pytest.mark.parametrize("edition", ["b01-2017", "b01-2021", "b01-2022"])
def test_eight_games_before_2023_are_a_reading(edition: str) -> None:
    """1.4.1c: only the text of 2023 excludes the player's own absence; the earlier ones are read like it."""
    note = title_edition(edition).norm.games_nine_rounds.note
    assert note is not None
    assert "read it as the text of 2023" in note["en"]
    assert "como el texto de 2023" in note["es"]


def test_eight_games_since_2023_are_as_printed() -> None:
    for edition in ("b01-2023", "b01-2024"):
        rule = title_edition(edition).norm.games_nine_rounds
        assert rule.article.source == "manual-2023-b01"
        assert rule.note == {
            "en": "Not if the player was absent or asked for the bye.",
            "es": "No si el propio jugador no se presentó o pidió el descanso.",
        }


def test_2024_states_only_what_is_known() -> None:
    edition = title_edition("b01-2024")
    assert edition.own == {"norm.unrated_as"}
    assert changed("b01-2023", "b01-2024") == {"norm.unrated_as": (1000, 1400)}
    rule = edition.norm.unrated_as
    assert rule.article.source == "fide-notices"
    assert rule.note is not None


def test_2022_against_2021() -> None:
    """The table of changes, left column and right."""
    assert changed("b01-2021", "b01-2022") == {
        "conditions.increment_seconds": (30, None),
        "conditions.formats_approved": (False, True),
        "conditions.long_event_days": (90, 30),
        "conditions.longest_days": (90, None),
        "norm.nine_rounds_count": (8, 9),
        "norm.predetermined_whole": (False, True),
        "norm.swiss_attendance": ("registered", "at-most-one-round-missed"),
        "norm.unrated_most": (Fraction(1, 5), None),
        "application.norms": (2, 1),
        "application.games_with_eight": (26, None),
        "application.one_round_titles": (("GM",), ("GM", "WGM")),
        "application.eight_game_norms": (None, 1),
        "application.swiss_from": (None, "2022-06-30"),
        "application.swiss_players": (None, 40),
        "application.swiss_average": (None, 2000),
        "direct.participants": (8, 10),
        "direct.rounds": (0, 9),
        "direct.merged_subgroup_participants": (5, 6),
    }


def test_2021_and_2023_against_those_before() -> None:
    """1.1.3 of 2017 names 1 July 2021 for the increment; 1.5.6b-f come in 2023."""
    assert changed("b01-2017", "b01-2021") == {"conditions.increment_seconds": (None, 30)}
    kinds = ("olympiad", "candidates-qualifier", "world-cup-qualifier", "eve-individual", "national-championship")
    assert changed("b01-2022", "b01-2023") == {"application.swiss_or_kinds": ((), kinds)}


@pytest.mark.parametrize(
    ("date", "id"),
    [
        ("2017-07-01", "b01-2017"),
        ("2021-06-30", "b01-2017"),
        ("2021-07-01", "b01-2021"),
        ("2021-12-31", "b01-2021"),
        ("2022-01-01", "b01-2022"),
        ("2022-12-31", "b01-2022"),
        ("2023-01-01", "b01-2023"),
        ("2023-12-31", "b01-2023"),
        ("2024-01-01", "b01-2024"),
        ("2030-01-01", "b01-2024"),
    ],
)
def test_the_edition_of_a_day(date: str, id: str) -> None:  # noqa: A002
    assert title_edition_for(dt.date.fromisoformat(date)).id == id


def test_a_day_before_all_editions() -> None:
    with pytest.raises(ArpadError) as problem:
        title_edition_for(dt.date(2017, 6, 30))
    assert problem.value.key == "titles.too-early"
    said = text("error.titles.too-early", "en", **problem.value.values)
    assert "2017-06-30" in said
    assert "b01-2017" in said


def test_an_unknown_edition() -> None:
    with pytest.raises(ArpadError) as problem:
        title_edition("b01-1999")
    assert problem.value.key == "edition.unknown"


def test_every_parameter_has_words() -> None:
    known = keys("en")
    names = {f"title-parameter.{name}" for name, _ in EDITIONS[0].parameters()}
    assert {key for key in known if key.startswith("title-parameter.")} == names
    assert {key for key in known if key.startswith("title-group.")} == {f"title-group.{group}" for group in GROUPS}
    policies = {
        f"title-policy.{group}.{name}.{policy}"
        for group, kind in GROUPS.items()
        for name, form in group_schema(kind).items()
        for policy in choices(form)
    }
    kinds = title_edition("b01-2023").application.swiss_or_kinds.value
    policies |= {f"title-policy.application.swiss_or_kinds.{kind}" for kind in kinds}
    assert {key for key in known if key.startswith("title-policy.")} == policies


# ---------------------------------------------------------------- files that do not fit


def head(**more: Any) -> dict[str, Any]:
    """The head of a file that extends 2023."""
    name = {"en": "Test", "es": "Prueba"}
    return {"id": "b01-test", "effective": dt.date(2030, 1, 1), "source": "fide-notices", "name": name} | more


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (head(nom={}), "edition.unknown-key"),
        (head(norm={"gams": {"value": 9, "article": "1"}}), "edition.unknown-key"),
        (head(norm={"games": {"value": "nine", "article": "1"}}), "edition.bad-value"),
        (head(norm={"floor": {"value": [2200, 2050, 2000], "article": "1"}}), "edition.bad-value"),
        (head(norm={"games": {"value": 9}}), "edition.no-article"),
        (head(norm={"games": {"article": "1"}}), "edition.no-value"),
        (head(effective="2030-01-01"), "edition.bad-value"),
        (head(id="other"), "edition.file-name"),
    ],
)
def test_a_file_that_does_not_fit(data: dict[str, Any], key: str) -> None:
    with pytest.raises(ArpadError) as problem:
        dated_edition(TitleEdition, "b01-test.toml", data, title_edition("b01-2023"))
    assert problem.value.key == key


def test_a_file_without_a_parent_must_state_everything() -> None:
    with pytest.raises(ArpadError) as problem:
        dated_edition(TitleEdition, "b01-test.toml", head(), None)
    assert problem.value.key == "edition.missing-key"


def test_none_where_a_text_may_stand() -> None:
    """`swiss_from` is a day or none at all, never the word."""
    assert title_edition("b01-2017").application.swiss_from.value is None


# ---------------------------------------------------------------- the command line


def test_list_of_editions(arpad: Arpad) -> None:
    answer = arpad("titles editions --json")
    assert answer.code == 0
    assert [edition["id"] for edition in answer.json] == IDS
    assert [edition["beyond_documents"] for edition in answer.json] == [False] * 4 + [True]
    assert "b01-2022" in arpad("titles editions --lang es").out


@pytest.mark.parametrize("id", IDS)
def test_an_edition_in_full(arpad: Arpad, id: str) -> None:  # noqa: A002
    document = arpad(f"titles editions {id} --json").json
    assert document["id"] == id
    assert set(document["parameters"]) == {name for name, _ in title_edition(id).parameters()}
    assert document["parameters"]["norm.floor"] == {
        "value": [2200, 2050, 2000, 1850],
        "article": "1.4.6b",
        "source": "manual-2023-b01",
        "stated": id == "b01-2017",
    }
    for spoken in ("en", "es"):
        shown = arpad(f"titles editions {id} --lang {spoken}").out
        assert all(text(f"title-group.{group}", spoken) in shown for group in GROUPS)
        assert "GM 2200, IM 2050, WGM 2000, WIM 1850" in shown


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("norm.score", Fraction(35, 100), "35%"),
        ("norm.one_federation", Fraction(2, 3), "2/3"),
        ("norm.games_team_rounds", (7, 8, 9), "7, 8, 9"),
        ("norm.swiss_attendance", "registered", "all in the round"),
        ("application.swiss_or_kinds", (), "none"),
        ("application.swiss_or_kinds", ("olympiad",), "Olympiad"),
        ("application.swiss_from", "2022-06-30", "2022-06-30"),
        ("norm.cut_off", True, "yes"),
    ],
)
def test_values_in_words(name: str, value: object, shown: str) -> None:
    assert title_value(name, value, "en") == shown


def test_a_table(arpad: Arpad) -> None:
    """9 rounds as the annex prints them."""
    shown = arpad("titles table 9").out
    assert "7                              2380-2433  2230-2283  2180-2233  2030-2083" in shown
    assert "3.5                                ≥2680      ≥2530      ≥2480      ≥2330" in shown
    document = arpad("titles table 9 --json --edition b01-2023").json
    assert document["edition"] == "b01-2023"
    assert document["double"] is None
    assert document["rows"][0]["GM"] == {"from": 2380, "to": 2433}
    assert document["rows"][-1] == {"score": document["rows"][-1]["score"]} | {
        title: {"from": least, "to": None}
        for title, least in (("GM", 2680), ("IM", 2530), ("WGM", 2480), ("WIM", 2330))
    }


def test_a_table_for_a_double_round(arpad: Arpad) -> None:
    both = arpad("titles table 14 --title gm --lang es").out
    assert "Diferentes TH" in both
    assert "7 / 4" in both
    alone = arpad("titles table 14 --title gm --double").out
    assert "7 / 4" not in alone
    document = arpad("titles table 14 --title GM --double --json").json
    assert document["single"] is None
    assert document["double"]["titled"] == 4
    assert set(document["rows"][0]) == {"score", "GM"}


@pytest.mark.parametrize(
    "line",
    [
        "titles table 6",
        "titles table 20",
        "titles table nine",
        "titles table 9 --double",
        "titles table 9 --title FM",
        "titles table 9 --edition b01-1999",
        "titles editions b01-1999",
    ],
)
def test_bad_input(arpad: Arpad, line: str) -> None:
    answer = arpad(line)
    assert (answer.code, answer.out) == (2, "")
    assert len(answer.err.strip().splitlines()) == 1
