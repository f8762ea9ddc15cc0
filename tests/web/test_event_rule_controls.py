"""Every rule has a control: what a form shows of a value is read as the same value, and all mistakes are said."""

from typing import Any

import pytest

from arpad.i18n import LANGUAGES, keys
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.tournament.rules import DEFAULTS, KEYS, SECTIONS
from arpad.untrusted import toml_tables
from arpad.web.tournaments.control_tables import CONTROLS, control_for, fields_of, offered_codes, read_form
from places import PROJECT

NAMES = [name for names in SECTIONS.values() for name in names]
TEMPLATES = PROJECT / "src" / "arpad" / "web" / "templates"
VALUES: dict[str, Any] = {
    "acceleration": [1, "1/2"], "by_invitation": False, "live": False, "open": True, "third_place": True,
    "hybrid": True, "official": True,
    "schedule": [
        {"round": "1", "start": "2026-05-01T16:00", "pairings": "2026-04-30"}, {"round": "2", "start": "2026-05-02"},
    ],
    "groups": {
        "u16": "born >= 2010 and sex = f", "home": 'club = "CA Valdeoca"', "both": "rating < 1800 or title = WGM",
    },
    "appeals": [{"name": "Ana Sol", "part": "chairman", "federation": "ESP", "born": 1970}],
    "points": {"win": 3, "draw": 1, "bye": "3/2"}, "match_points": [3, 1, 0], "bye_points": [1, 2],
    "stages": [["rapid", 2, "15+10"]], "tie_breaks": ["DE", "BH/C1"], "invitation": {"03": "Hotel Sol\nCalle Luna"},
    "arbiters": ["FA Sol, Ana", "NA Luna, Iris"], "exclusive_with": ["otro-2026"], "late_points": "1/2",
    "time_class": "rapid", "slug": "copa", "admits": "rating <= 1900",
    "category": "1.11.d", "guidelines": "III.5", "system": "dutch-2017",
    "tie_break_edition": "c07-2017", "rating_edition": "fide-2024",
}  # fmt: skip


def value_of(name: str) -> Any:
    if name in VALUES:
        return VALUES[name]
    key = KEYS[name]
    choice = next((choice for choice in key.control.choices if choice != DEFAULTS.get(name)), None)
    return choice or toml_tables(f"value = {key.example}")["value"]


@pytest.mark.parametrize("name", NAMES)
def test_what_a_form_shows_is_read_as_it_was(name: str) -> None:
    value = value_of(name)
    data = {"start": "2026-05-01", "rounds": 5, name: str(value) if name in ("start", "end", "registered") else value}
    values, wrong = read_form([name], fields_of(name, data), data)
    assert not wrong
    assert values[name] == data[name]


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("slug", "name")])
def test_nothing_typed_leaves_a_rule_open(name: str) -> None:
    assert read_form([name], {}, {}) == ({name: None}, {})
    fields = fields_of(name, {})
    assert read_form([name], fields, {}) == ({name: None}, {}), "as the page shows it"


def test_every_kind_of_value_has_a_control_and_every_tie_break_one_line() -> None:
    assert {KEYS[name].control.kind for name in NAMES} <= CONTROLS.keys()
    codes = {code for edition in tie_break_library().editions() for code in edition.codes} - {"PTS"}
    for language in LANGUAGES:
        assert {f"tie-break-meaning.{code}" for code in codes} <= keys(language)
        assert {f"event-rule.{name}" for name in KEYS} <= keys(language), "a file may change every rule"
    for name in NAMES:
        assert (TEMPLATES / control_for(name).template).is_file()


def test_codes_that_the_system_forbids_are_not_offered() -> None:
    swiss = {option.code for option in offered_codes({"system": "dutch"}, "en")}
    table = {option.code for option in offered_codes({"system": "berger"}, "en")}
    assert {"BH", "BH/C1"} <= swiss
    assert not {code for code in table if code.startswith("BH")}
    assert "KS" in table - swiss
    teams = {option.code for option in offered_codes({"system": "team", "kind": "team"}, "en")}
    assert "MPvGP" in teams - swiss


START = {"start": "2026-11-20", "rounds": 5}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"plan": "hours", "hour.1": "18:00"}, ["20T18:00", "21T18:00", "22T18:00", "23T18:00", "24T18:00"]),
        ({"plan": "hours", "hour.1": "10:00", "hour.2": "17:00", "first": "1"},
         ["20T17:00", "21T10:00", "21T17:00", "22T10:00", "22T17:00"]),
        ({"plan": "hours", "hour.1": "18:00", "every": "2"},
         ["20T18:00", "22T18:00", "24T18:00", "26T18:00", "28T18:00"]),
        ({"plan": "minutes", "from": "17:00", "minutes": "40"},
         ["20T17:00", "20T17:40", "20T18:20", "20T19:00", "20T19:40"]),
        ({"plan": "own", "2.start.day": "2026-11-22", "2.start": "09:30"}, ["22T09:30"]),
    ],
)  # fmt: skip
def test_a_plan_makes_the_timetable_and_is_shown_again(typed: dict[str, str], expected: list[str]) -> None:
    fields = {f"schedule.{part}": value for part, value in typed.items()}
    values, wrong = read_form(["schedule"], fields, START)
    assert not wrong
    assert [row["start"].removeprefix("2026-11-") for row in values["schedule"]] == expected
    shown = fields_of("schedule", START | values)
    assert {name: shown[name] for name in fields} == fields


def test_all_mistakes_are_said_at_their_fields() -> None:
    typed = {
        "rounds": "many", "federation": "Spain", "start": "soon", "points.win": "x", "points.draw": "y",
        "time_control": "fast", "groups.1.rating_from": "high", "groups.2.name": "u16", "stages.1.name": "rapid",
        "schedule.plan": "hours", "schedule.hour.1": "25:00",
    }  # fmt: skip
    _, wrong = read_form(NAMES, typed, {})
    assert set(wrong) == {
        "rounds", "federation", "start", "points.win", "points.draw", "time_control", "groups.1.rating_from",
        "groups.1.name", "groups.1.born_from", "groups.2.born_from", "stages.1.games", "stages.1.control",
        "schedule.hour.1",
    }  # fmt: skip


def test_the_class_follows_from_the_time_control() -> None:
    for control, expected in (("15+10", "rapid"), ("3+2", "blitz"), ("90+30", None)):
        values, wrong = read_form(["time_control", "time_class"], {"time_control": control, "time_class": ""}, {})
        assert (values["time_class"], wrong) == (expected, {})
    said = {"time_control": "by sand glass", "time_class": "rapid"}
    assert read_form(["time_control", "time_class"], said, {})[0]["time_class"] == "rapid"
