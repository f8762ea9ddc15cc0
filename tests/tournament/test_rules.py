"""The rules of an event: changed, frozen, checked, and the invitation."""

import datetime as dt
import json
import tomllib
from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.domain.event import Event, Player
from arpad.i18n import LANGUAGES, ArpadError, keys
from arpad.inputs.toml_tables import load
from arpad.papers.event_sheets import invitation_sheet
from arpad.regulations.arbiter_editions import arbiter_bounds
from arpad.regulations.rating_editions import edition
from arpad.tournament.acts.absences import OpenPresence
from arpad.tournament.acts.event import Create, SetRule, frozen_since
from arpad.tournament.acts.players import CloseList
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish, Start
from arpad.tournament.journal import Journal, NotConfirmed
from arpad.tournament.log import LogChange
from arpad.tournament.rules import CATEGORIES, INVITATION_ITEMS, KEYS, SECTIONS, EventRules, read_rules
from arpad.tournament.rules_check import arbiter_suits, check_rules, feda_category, invitation, round_bounds
from arpad.tournament.standings import next_step
from places import FIXTURES, PROJECT
from small_event import AT

HANDLING: dict[str, Any] = json.loads((FIXTURES / "tournament" / "handling.json").read_text("utf-8"))
EXAMPLE = PROJECT / "examples" / "tournament" / "open.toml"
BASE: dict[str, Any] = {"slug": "a", "name": "A"}
NOBODY = Event(name="A", players=())


@pytest.mark.parametrize(
    ("points", "refused"),
    [
        ({"win": 3, "draw": 1, "bye": "1.5"}, True),
        ({"win": 3, "draw": 1, "bye": "0.5"}, True),
        ({"win": 3, "draw": 1, "bye": 2}, False),
        ({"win": 3, "draw": 1, "bye": 0}, False),
        ({"win": 4, "draw": 2, "loss": 1, "bye": 3}, False),
        ({"win": 2, "draw": "0.5", "bye": "1.5"}, False),
    ],
)
def test_vcl_84_a_bye_is_worth_what_results_can_give(points: dict[str, Any], *, refused: bool) -> None:
    """A sum of wins, draws and losses; events that are there already keep what they have."""
    data = {**BASE, "rounds": 5, "system": "dutch-2026", "points": points}
    assert read_rules(data).worth["bye"] == Fraction(str(points["bye"]))
    journal = Journal()
    if refused:
        with pytest.raises(ArpadError, match="what results can give"):
            journal.act(Create(data), "Ana", AT)
    else:
        journal.act(Create(data), "Ana", AT)


@pytest.mark.parametrize("row", HANDLING["TV-TD-POINTS-1"])
def test_points_that_fit(row: dict[str, Any]) -> None:
    """TV-TD-POINTS-1, Laws 10."""
    names = {"win": "win", "draw": "draw", "loss": "loss", "forfeit": "forfeit-loss", "bye": "bye"}
    points = {name: str(Fraction(str(row[key]))) for key, name in names.items()}
    if row["valid"]:
        assert read_rules({**BASE, "points": points}).worth["win"] == Fraction(str(row["win"]))
        return
    with pytest.raises(ArpadError) as refused:
        read_rules({**BASE, "points": points})
    assert refused.value.key == "event-points"
    assert row["why"] in refused.value.text()


def test_rounds_for_so_many_players() -> None:
    """TV-TD-ROUNDS-1, C.04.2.B."""
    vector = HANDLING["TV-TD-ROUNDS-1"]
    assert {players: round_bounds(int(players)).least for players in vector["least"]} == vector["least"]
    assert {players: round_bounds(int(players)).most for players in vector["most"]} == vector["most"]


def test_arbiters_for_so_many_players() -> None:
    """TV-TD-ARBITERS-1."""
    vector = HANDLING["TV-TD-ARBITERS-1"]
    assert {players: list(arbiter_bounds(int(players))) for players in vector} == vector


def swiss(**rules: Any) -> Arbiter:
    arbiter = Arbiter({"rounds": 5, "system": "dutch-2017", **rules})
    arbiter.enters(8)
    arbiter.closes()
    return arbiter


def test_too_many_rounds_are_refused_and_few_are_noted() -> None:
    arbiter = Arbiter({"rounds": 8, "system": "dutch-2017"})
    arbiter.enters(8)
    with pytest.raises(ArpadError, match="7 is the most") as refused:
        arbiter.closes()
    assert refused.value.key == "event-rounds-many"
    arbiter.does(SetRule("rounds", "2"))
    assert [one.code for one in arbiter.does(CloseList()).warnings] == ["event-rounds-few"]


def test_a_key_is_changed_and_left_open_again() -> None:
    arbiter = swiss()
    assert arbiter.does(SetRule("city", "Valdeoca")).lines[0].data == {"city": [None, "Valdeoca"]}
    assert arbiter.does(SetRule("city", '"Valdeoca"')).lines == ()
    arbiter.does(SetRule("points.win", "3"))
    arbiter.does(SetRule("points.draw", "1.0"))
    assert arbiter.state.event_rules.worth["win"] == 3
    assert arbiter.does(SetRule("late_points", "0.5")).lines[0].data == {"late_points": [None, "1/2"]}
    arbiter.does(SetRule("invitation.03", "Hotel Sol"))
    assert arbiter.state.data["invitation"] == {"03": "Hotel Sol"}
    arbiter.does(SetRule("invitation.03", None))
    assert "invitation" not in arbiter.state.data
    assert arbiter.does(SetRule("city", None)).state.event_rules.city == ""


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("shoes", "1", "event-rules-key"),
        ("city.part", "1", "event-rules-key"),
        ("rounds", "many", "event-rules-value"),
        ("points.draw", "0.75", "event-points"),
        ("points.win", "1/0", "event-rules-value"),
        ("points.win", "1e999999999", "event-rules-value"),
        ("late_points", "1e999999999", "event-rules-value"),
        ("match_points", "[2, 1]", "event-rules-value"),
        ("bye_points", "[1]", "event-rules-value"),
        ("stages", "[]", "event-rules-value"),
        ("name", None, "file-key-missing"),
        ("groups.u8", "shoe > 3", "event-rules-value"),
        ("invitation.25", "x", "event-rules-value"),
        ("rounds", "8", "event-rounds-many"),
        ("slug", "b", "event-frozen"),
    ],
)
def test_what_cannot_be_set(key: str, value: str | None, error: str) -> None:
    arbiter = swiss()
    with pytest.raises(ArpadError) as refused:
        arbiter.does(SetRule(key, value))
    assert refused.value.key == error


def test_a_frozen_key_names_the_line_since_when() -> None:
    arbiter = swiss()
    arbiter.does(SetRule("initial", "b"))
    drawn = arbiter.does(DrawNext()).lines[-1].n
    published = arbiter.does(Publish(1)).lines[-1].n
    assert [frozen_since(arbiter.state, key) for key in ("initial", "system", "default_minutes", "city")] == [
        drawn,
        published,
        None,
        None,
    ]
    arbiter.does(SetRule("default_minutes", "30"))
    started = arbiter.does(Start(1, "2026-05-01T16:00:00")).lines[-1].n
    with pytest.raises(ArpadError, match=f"since line {started} ") as refused:
        arbiter.does(SetRule("default_minutes", "0"))
    assert refused.value.key == "event-frozen"
    arbiter.does(SetRule("official", "true"))
    handed = arbiter.does(lambda _state, _confirmations: [LogChange("event.handed-over", {"event": 1})]).lines[-1].n
    assert frozen_since(arbiter.state, "official") == handed


def test_the_first_result_starts_a_round() -> None:
    arbiter = swiss()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    first = arbiter.does(SetResult(1, 1, "1-0")).lines[-1].n
    assert frozen_since(arbiter.state, "default_minutes") == first


def test_rounds_and_tie_breaks_are_a_breach_once_round_1_is_published() -> None:
    arbiter = swiss()
    arbiter.does(DrawNext())
    arbiter.does(Publish(1))
    with pytest.raises(NotConfirmed, match="outside the rules"):
        arbiter.tries(SetRule("rounds", "4"))
    state = arbiter.does(SetRule("rounds", "4")).state
    assert [(one.kind, one.round) for one in state.breaches] == [("rules", 1)]
    assert [(one.kind, one.values["rule"]) for one in state.remarks] == [("Configuration", "rounds")]
    for number in (1, 2):
        for board in arbiter.state.rounds[number].games:
            arbiter.does(SetResult(number, board.number, "1-0"))
        arbiter.does(DrawNext())
        arbiter.does(Publish(number + 1))
    with pytest.raises(ArpadError, match="3 rounds are drawn"):
        arbiter.does(SetRule("rounds", "2"))


def test_the_example_passes() -> None:
    rules = read_rules(load(EXAMPLE), str(EXAMPLE))
    event = Event(name=rules.name, start=rules.start, players=())
    found = check_rules(rules, event, [edition("fide-2024")], 60)
    assert {one.severity for one in found} == {"info"}
    Journal().act(Create(load(EXAMPLE)), "x", dt.datetime(2026, 1, 1, tzinfo=dt.UTC))


FORBIDDEN = FIXTURES / "tournament" / "round-robin-buchholz.toml"


def test_c07_a_round_robin_with_buchholz_is_not_made() -> None:
    """C.07: the code is refused when the rules are made, not by the standings after round 1."""
    with pytest.raises(ArpadError, match="BH/C1 is not for a round robin") as refused:
        Journal().act(Create(load(FORBIDDEN)), "x", dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    assert refused.value.key == "standings.forbidden"


@pytest.mark.parametrize(("rules", "codes", "key"), [
    ({"system": "berger"}, ["SB", "KS", "DE"], None),
    ({"system": "varma"}, ["BH"], "standings.forbidden"),
    ({"system": "double-berger"}, ["FB"], "standings.forbidden"),
    ({"system": "match"}, ["BH"], "standings.forbidden"),
    ({"system": "scheveningen"}, ["BH"], "standings.forbidden"),
    ({"system": "dutch", "rounds": 5}, ["BH/C1", "BH"], None),
    ({"system": "dutch", "rounds": 5}, ["KS"], None),
    ({"system": "dutch", "rounds": 5}, ["BBE"], "standings.forbidden"),
    ({"system": "dutch", "rounds": 5}, ["BH:MP"], "standings.no-modifier"),
    ({"system": "dutch", "rounds": 5}, ["BHX"], "standings.unknown-code"),
    ({"system": "berger", "kind": "team"}, ["BH"], "standings.forbidden"),
    ({"system": "team", "kind": "team", "rounds": 5}, ["BBE", "EDE"], None),
    ({"system": "knockout"}, ["BH"], None),
])  # fmt: skip
def test_c07_codes_that_the_system_forbids(rules: dict[str, Any], codes: list[str], key: str | None) -> None:
    data = {**BASE, "start": "2026-05-01", **rules, "tie_breaks": codes}
    at = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    if key is None:
        Journal().act(Create(data), "x", at)
        return
    with pytest.raises(ArpadError) as refused:
        Journal().act(Create(data), "x", at)
    assert refused.value.key == key


def test_c07_a_change_that_forbids_a_code_is_refused() -> None:
    """The tie-breaks, the system or the first day may be what is changed last."""
    at, journal = dt.datetime(2026, 1, 1, tzinfo=dt.UTC), Journal()
    journal.act(Create({**BASE, "start": "2026-05-01", "system": "berger", "tie_breaks": ["SB"]}), "x", at)
    for rule, value in (("tie_breaks", '["BH"]'), ("tie_breaks", '["BHX"]')):
        with pytest.raises(ArpadError):
            journal.act(SetRule(rule, value), "x", at)
    journal.act(SetRule("tie_breaks", None), "x", at)
    journal.act(SetRule("system", "dutch"), "x", at)
    journal.act(SetRule("tie_breaks", '["BH"]'), "x", at)
    with pytest.raises(ArpadError, match="BH is not for a round robin"):
        journal.act(SetRule("system", "berger"), "x", at)
    assert journal.state.event_rules.tie_breaks == ("BH",)


def test_c07_the_check_names_codes_of_older_events_that_are_forbidden() -> None:
    """An event that an earlier release made with them is still read."""
    assert found_in({"system": "berger", "tie_breaks": ["BH/C1", "SB"]})["tie-break-forbidden"] == "error"
    assert "tie-break-forbidden" not in found_in({"system": "berger", "tie_breaks": ["SB"]})


def found_in(rules: dict[str, Any], players: int | None = None, *editions: str) -> dict[str, str]:
    """The findings on rules: the code with its severity."""
    read = read_rules({**BASE, **rules})
    event = Event(name="A", start=read.start, players=(Player(1, "Top", None, "GM", 2750, "ESP"),))
    return {one.code: one.severity for one in check_rules(read, event, [edition(one) for one in editions], players)}


def test_rules_that_say_nothing() -> None:
    found = found_in({})
    must = {code for code, severity in found.items() if severity == "error"}
    assert must == {"start-missing", "system-missing", "rounds-missing", "time-control-missing", "tie-breaks-missing"}
    should = {code for code, severity in found.items() if severity == "warning"}
    assert should == {
        "default-minutes-missing", "draw-offers-missing", "devices-missing", "corrections-missing", "appeals-missing",
    }  # fmt: skip


SCHEDULE = [{"round": 1, "pairings": "2026-05-01T10:00", "start": "2026-05-01T16:00"}]


@pytest.mark.parametrize(
    ("rules", "code", "severity"),
    [
        ({"time_class": "rapid", "time_control": "15+10"}, "competition-rules-missing", "error"),
        ({"time_class": "blitz", "time_control": "3+2"}, "competition-rules-missing", "error"),
        ({"time_control": "120"}, "guidelines-missing", "error"),
        ({"time_control": "3+2"}, "time-class-other", "error"),
        ({"time_control": "as usual"}, "time-control-unclear", "error"),
        ({"tie_breaks": ["XYZ"]}, "tie-break-unknown", "error"),
        ({"start": "2026-05-03", "end": "2026-05-01"}, "end-before-start", "error"),
        ({"rounds": 9, "schedule": SCHEDULE}, "schedule-missing", "warning"),
        ({"rounds": 1, "schedule": SCHEDULE}, "results-missing", "warning"),
        ({"rounds": 1, "schedule": SCHEDULE}, "draw-late", "warning"),
        ({"system": "berger", "level": "L2", "schedule": SCHEDULE}, "draw-late", "error"),
        ({"appeals": ["Ana", "Eva"]}, "appeals-even", "warning"),
        ({"appeals": ["Ana"]}, "appeals-few", "warning"),
        ({"appeals": ["Ana"]}, "appeals-chairman", "warning"),
        ({"start": "2026-05-01", "appeals": [{"name": "Ana", "born": 2010}]}, "appeals-young", "warning"),
        (
            {"appeals": [{"name": "Ana", "federation": "ESP"}, {"name": "Eva", "federation": "ESP"}]},
            "appeals-federation",
            "info",
        ),
        ({"scope": "national", "arbiter_level": "provincial"}, "arbiter-level", "error"),
        ({"scope": "provincial"}, "arbiter-level-missing", "info"),
        ({"level": "L1"}, "invitation-empty", "warning"),
        ({}, "invitation-empty", "info"),
        ({}, "scoring-usual", "info"),
    ],
)
def test_findings_on_rules(rules: dict[str, Any], code: str, severity: str) -> None:
    assert found_in(rules)[code] == severity


@pytest.mark.parametrize(
    "rules",
    [
        {"system": "berger", "schedule": SCHEDULE},
        {"rounds": 1, "schedule": [{**SCHEDULE[0], "pairings": "2026-05-01T04:00"}]},
    ],
)
def test_a_draw_in_time(rules: dict[str, Any]) -> None:
    """C.05 6.3: L3 round robins may be drawn at any time; twelve hours are enough."""
    assert "draw-late" not in found_in(rules)


def test_the_counts() -> None:
    assert found_in({"rounds": 9, "system": "dutch"}, 8)["rounds-many"] == "error"
    assert found_in({"rounds": 3, "system": "dutch"}, 60)["rounds-few"] == "warning"
    assert found_in({"arbiters": ["Ana"]}, 60)["arbiters-few"] == "warning"
    assert found_in({"arbiters": ["Ana"], "chief_arbiter": "Eva"}, 40)["arbiters"] == "info"


def test_the_edition_looks_at_registration_and_time() -> None:
    day = {"start": "2024-05-01", "time_control": "90+30"}
    assert found_in({**day, "registered": "2024-04-20"}, None, "fide-2024")["registration-late"] == "error"
    three = [{"round": number, "start": f"2024-05-01T{number * 4:02}:00"} for number in (1, 2, 3, 4)]
    hours = found_in({**day, "rounds": 4, "schedule": three}, None, "fide-2024")
    assert hours["time.hours"] == "error"
    first = found_in({**day, "time_control": "30/60, 30"}, None, "fide-2017")
    assert "time.first-control" in first


def test_the_categories_of_feda() -> None:
    """FEDA 1.11 to 1.13: the first that fits of 13."""
    told = [
        {
            "scope": scope,
            **({} if closed is None else {"by_invitation": closed}),
            **({"qualifies_for": to} if to else {}),
        }
        for scope in ("international", "national", "regional", "provincial")
        for closed in (None, True, False)
        for to in ("", "national", "regional")
    ]
    assert {feda_category(read_rules({**BASE, **one})) for one in told} == set(CATEGORIES)
    assert feda_category(read_rules({**BASE, "scope": "regional", "qualifies_for": "national"})) == "1.11.e"
    assert feda_category(read_rules({**BASE, "scope": "national", "by_invitation": False})) == "1.11.d"
    assert feda_category(read_rules(BASE)) == ""


@pytest.mark.parametrize(
    ("level", "category", "suits"),
    [("national", "1.13.c", True), ("regional", "1.12.a", True), ("regional", "1.11.f", False), ("", "1.11.f", None)],
)
def test_the_arbiter_of_a_category(level: str, category: str, suits: bool | None) -> None:
    told = {"category": category} | ({"arbiter_level": level} if level else {})
    assert arbiter_suits(read_rules({**BASE, **told})) is suits


def test_the_invitation_has_24_items() -> None:
    """C.05 12.3."""
    rules = read_rules(load(EXAMPLE), str(EXAMPLE))
    items = invitation(rules, "en")
    assert items["01"] == "1 May 2026 – 9 May 2026, Valdeoca, ESP"
    assert items["06"] == "Swiss, Dutch system; tie-breaks: BH-C1, BH, SB, DE"
    assert "12" not in items
    found = check_rules(rules, NOBODY)
    empty = [one.key.removeprefix("invitation.") for one in found if one.code == "invitation-empty"]
    assert sorted([*items, *empty, "09"]) == sorted(INVITATION_ITEMS)
    assert invitation_sheet(rules.name, items, "es").startswith(b"%PDF")
    assert invitation(read_rules({**BASE, "invitation": {"05": "90 minutes"}}), "en") == {"05": "90 minutes"}


def test_every_key_is_in_one_section() -> None:
    asked = [name for name, key in KEYS.items() if key.control.kind != "page"]
    assert sorted(key for names in SECTIONS.values() for key in names) == sorted(asked)


def test_every_key_and_item_has_words() -> None:
    for language in LANGUAGES:
        known = keys(language)
        assert {f"tournament.rule.{key}" for key in KEYS} <= known
        assert {f"event-rule.{key}" for names in SECTIONS.values() for key in names} <= known
        assert {f"event-section.{section}" for section in SECTIONS} <= known
        assert {f"tournament.item.{item}" for item in INVITATION_ITEMS} <= known


@pytest.mark.parametrize("name", KEYS)
def test_every_key_knows_its_control(name: str) -> None:
    control = KEYS[name].control
    default = {one.name: one.default for one in fields(EventRules)}[name]
    assert bool(control.choices) == (control.kind in ("select", "time-class"))
    for choice in control.choices:
        assert KEYS[name].maker(choice) == choice
    if control.kind == "select":
        assert default in ("", *control.choices)
    if control.limits is not None:
        least, most = control.limits
        assert [KEYS[name].maker(value) for value in (least, most)] == [least, most]
        for value in (least - 1, most + 1):
            with pytest.raises(ArpadError, match=name):
                read_rules({**BASE, name: value})
    assert (control.limits is not None) == (control.kind == "number" and name != "late_points")


def test_every_example_of_a_key_can_be_read() -> None:
    for name, key in KEYS.items():
        for example in key.example.split(" | "):
            value = tomllib.loads(f"value = {example}", parse_float=Fraction)["value"]
            assert read_rules({**BASE, name: value}), name


def test_before_the_list_is_closed_players_are_entered_and_counted() -> None:
    arbiter = Arbiter({"rounds": 1, "system": "dutch-2017"})
    assert "arpad event enter" in next_step(arbiter.state).text()
    arbiter.enters(2)
    assert "close-list" in next_step(arbiter.state).text()
    arbiter.does(OpenPresence())
    assert "presence for round 1" in next_step(arbiter.state).text()
