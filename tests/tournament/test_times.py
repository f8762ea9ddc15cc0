"""The times of an event are in its own zone, and say so; the log and JSON keep UTC."""

import datetime as dt
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

import arpad as library
from answers import Arpad
from arbiter import AT, Arbiter
from arpad.i18n import ArpadError
from arpad.inputs.times import both_offsets, checked_zone, wall_clock, zone_named, zone_names
from arpad.office.storage.database import Database, office_zone
from arpad.papers.event_papers import event_paper
from arpad.tournament.acts.event import Create, SetRule
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.amendments import results_due
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Journal
from arpad.tournament.rules import read_rules
from arpad.tournament.rules_check import rounds_per_day
from arpad.tournament.teams import due_time
from arpad.tournament.times import event_times, scheduled_instant
from office_databases import url_of
from papers import ReadPaper
from places import FIXTURES
from valdeoca import the_log

HOURS: list[dict[str, Any]] = tomllib.loads((FIXTURES / "tournament" / "time-zones.toml").read_text("utf-8"))["hour"]
BASE = {"slug": "a", "name": "A", "rounds": 3}
ZONES = ("Europe/Madrid", "America/Santiago", "Australia/Lord_Howe", "America/Bogota", "Asia/Kolkata", "UTC")


def rules_with(zone: str, hour: str, **more: Any) -> dict[str, Any]:
    return {**BASE, "time_zone": zone, "schedule": [{"round": 1, "start": hour}], **more}


def refusal(data: dict[str, Any]) -> ArpadError:
    with pytest.raises(ArpadError) as refused:
        Journal().act(Create(data), "me", AT)
    return refused.value


@pytest.mark.parametrize("case", HOURS, ids=lambda case: f"{case['zone']} {case['hour']}")
def test_hours_around_the_changes_of_the_clocks(case: dict[str, Any]) -> None:
    data = rules_with(case["zone"], case["hour"])
    if "once" in case:
        state = Journal().act(Create(data), "me", AT).state
        found = scheduled_instant(state.event_rules, 1)
        assert found is not None
        assert found.astimezone(dt.UTC).isoformat() == case["once"]
        return
    problem = refusal(data)
    if case.get("never"):
        assert problem.key == "event-hour-never"
        return
    assert problem.key == "event-hour-twice"
    assert [problem.values["first"], problem.values["second"]] == case["twice"]
    for spelling in case["twice"]:
        state = Journal().act(Create(rules_with(case["zone"], spelling)), "me", AT).state
        assert event_times(state.event_rules).clock(spelling) == case["hour"][11:]


@drawn(
    st.sampled_from(ZONES),
    st.datetimes(dt.datetime.fromisoformat("1990-01-01"), dt.datetime.fromisoformat("2035-01-01")),
)
def test_an_hour_is_shown_as_often_as_there_are_instants_that_show_it(zone_name: str, hour: dt.datetime) -> None:
    """The law of the wall clock: the instants of the day around an hour that are shown as it are none, one or two."""
    zone = zone_named(zone_name)
    assert zone is not None
    hour = hour.replace(second=0, microsecond=0)
    offsets = {hour.replace(tzinfo=zone) + dt.timedelta(hours=h) for h in (-36, 36)}
    known = {at.utcoffset() for at in offsets} | {hour.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1)}
    instants = {(hour - (offset or dt.timedelta())).replace(tzinfo=dt.UTC) for offset in known}
    showing = {at for at in instants if at.astimezone(zone).replace(tzinfo=None, fold=0) == hour}
    assert {"never": 0, "once": 1, "twice": 2}[wall_clock(hour, zone)] == len(showing)
    if wall_clock(hour, zone) == "twice":
        assert {dt.datetime.fromisoformat(one) for one in both_offsets(hour, zone)} == showing


def test_a_zone_that_is_not_known_is_refused_with_those_like_it() -> None:
    problem = refusal({**BASE, "time_zone": "Europe/Madird"})
    assert (problem.key, str(problem.values["near"]).split(",")[0]) == ("time-zone-unknown", "Europe/Madrid")
    assert refusal({**BASE, "time_zone": "CET"}).key == "time-zone-unknown"
    assert refusal({**BASE, "time_zone": "../etc/passwd"}).key == "event-rules-value"
    assert checked_zone(" europe/madrid ") == "Europe/Madrid"
    assert "Atlantic/Canary" in zone_names()


def test_a_zone_or_a_schedule_that_is_set_later_is_checked_too() -> None:
    arbiter = Arbiter({"rounds": 3, "schedule": [{"round": 1, "start": "2026-03-29T02:30"}]})
    with pytest.raises(ArpadError) as refused:
        arbiter.does(SetRule("time_zone", "Europe/Madrid"))
    assert refused.value.key == "event-hour-never"
    arbiter.does(SetRule("schedule", '[{round = 1, start = "2026-03-29T03:30"}]'))
    arbiter.does(SetRule("time_zone", "Europe/Madrid"))
    assert event_times(arbiter.state.event_rules).name == "Europe/Madrid"
    with pytest.raises(ArpadError):
        arbiter.does(SetRule("schedule", '[{round = 1, start = "2026-10-25T02:30"}]'))


def test_a_log_without_a_zone_is_read_as_it_was() -> None:
    """The log of a release before there were zones: nothing is added to its rules, and its times are UTC."""
    state = Journal(list(the_log())).state
    assert "time_zone" not in state.data
    assert event_times(state.event_rules).day_and_clock("2026-05-01T16:00:00+00:00") == "2026-05-01 16:00 UTC"
    naive = read_rules({**BASE, "schedule": [{"round": 1, "start": "2026-05-01T16:00"}]})
    assert scheduled_instant(naive, 1) is None, "the hour of a hall that nobody knows is no instant"


def test_a_schedule_that_names_its_distance_from_utc_is_shown_there() -> None:
    rules = read_rules({**BASE, "schedule": [{"round": 1, "start": "2026-05-01T16:00+02:00"}]})
    assert event_times(rules).day_and_clock("2026-05-01T14:30:00+00:00") == "2026-05-01 16:30 UTC+02:00"


def test_the_schedule_of_an_event_with_a_zone_is_followed() -> None:
    """Line-ups are due, results are published and days are counted by the clocks of the event."""
    schedule = [
        {"round": 1, "start": "2026-05-01T16:00", "results": "2026-05-01T21:00"},
        {"round": 2, "start": "2026-05-01T22:30Z"},
    ]
    arbiter = Arbiter({"system": "berger", "rounds": 3, "time_zone": "Europe/Madrid", "schedule": schedule})
    assert due_time(arbiter.state, 1) == "2026-05-01T13:45:00+00:00"
    assert rounds_per_day(arbiter.state.event_rules) == 1, "22:30 UTC is half past midnight in Madrid"
    arbiter.enters(4)
    arbiter.closes(seed=1)
    arbiter.does(Publish(1))
    for board in (1, 2):
        arbiter.does(SetResult(1, board, "1-0"))
    before, after = (dt.datetime(2026, 5, 1, hour, minute, tzinfo=dt.UTC) for hour, minute in ((18, 59), (19, 0)))
    assert (results_due(arbiter.state, before), results_due(arbiter.state, after)) == (None, 1)
    days = next(
        line for line in export_trf(arbiter.state, "trf26").data.decode().splitlines() if line.startswith("132")
    )
    assert days.split() == ["132", "26/05/01", "26/05/02"]


def test_papers_name_the_zone() -> None:
    arbiter = Arbiter(
        {"rounds": 3, "time_zone": "Europe/Madrid", "schedule": [{"round": 1, "start": "2026-05-01T14:00Z"}]}
    )
    arbiter.enters(4)
    arbiter.closes()
    arbiter.does(DrawNext(1))
    arbiter.does(Publish(1))
    assert "1 May 2026, 16:00 (Europe/Madrid)" in ReadPaper(event_paper(arbiter.state, "pairings", 1)).flat


def test_an_office_gives_its_zone_to_events_that_name_none(arpad: Arpad, database: Database, tmp_path: Path) -> None:
    """By commands, on both databases: the event's own zone goes before that of the office."""
    office, events = f"--db {url_of(database)} --who me", f"--events {url_of(database)} --who me"
    if database.is_empty():
        assert arpad(f"office init {office}").code == 0
    assert arpad(f"office time-zone {office} --json").json == {"time_zone": None}
    assert "Europe/Madrid" in arpad(f"office time-zone europe/madrid {office}").out
    wrong = arpad(f"office time-zone Madrid {office}")
    assert (wrong.code, "Europe/Madrid" in wrong.err) == (2, True)
    assert office_zone(database) == "Europe/Madrid"
    own, none = tmp_path / "own.toml", tmp_path / "none.toml"
    own.write_text('slug = "own"\nname = "Own"\nrounds = 3\ntime_zone = "America/Bogota"\n')
    none.write_text('slug = "none"\nname = "None"\nrounds = 3\ndefault_minutes = 30\n')
    for file in (own, none):
        assert arpad(f"event new {file} {events}").code == 0
    zones = [arpad(f"event show {slug} {events} --json").json["time_zone"] for slug in ("own", "none")]
    assert zones == ["America/Bogota", "Europe/Madrid"]
    taken = arpad(
        f"event take-over {FIXTURES / 'tournament' / 'takeover-26.trf'} --system dutch-2017 --slug taken {events}"
    )
    assert taken.code == 0
    assert arpad(f"event show taken {events} --json").json["time_zone"] == "Europe/Madrid"
    assert arpad(f"event verify none {events}").code == 0


def test_commands_show_the_times_of_the_event_and_json_keeps_utc(arpad: Arpad, tmp_path: Path) -> None:
    events = f"--events sqlite:///{tmp_path}/events.db --who me --at 2026-07-15T14:00:00Z"
    rules, players = tmp_path / "e.toml", tmp_path / "p.csv"
    rules.write_text(
        'slug = "e"\nname = "E"\nrounds = 1\ninitial = "w"\ndefault_minutes = 30\ntime_zone = "Europe/Madrid"\n'
    )
    players.write_text("name,rating\nA,2000\nB,1900\n")
    for command in (f"new {rules}", f"enter e --csv {players}", "close-list e --seed 1", "draw e", "publish e 1"):
        assert arpad(f"event {command} {events}").code == 0, command
    assert "2026-07-15 16:00 Europe/Madrid" in arpad(f"event start e 1 {events}").out
    shown = arpad(f"event defaults e 1 {events}").out
    assert "2026-07-15 16:30 Europe/Madrid" in shown
    assert "UTC" not in shown
    document = arpad(f"event defaults e 1 {events} --json").json
    assert (document["lost_at"], document["time_zone"]) == ("2026-07-15T14:30:00+00:00", "Europe/Madrid")
    assert "2026-07-15 16:00 Europe/Madrid" in arpad(f"event log e {events}").out
    log = arpad(f"event log e {events} --json").json
    assert (log["lines"][0]["at"], log["time_zone"]) == ("2026-07-15T14:00:00+00:00", "Europe/Madrid")
    link = arpad(f"event link make e Ana --ends 2026-07-15T20:00 {events} --json").json
    assert link["ends"] == "2026-07-15T18:00:00+00:00", "an hour that names no zone is one of the event"
    assert "2026-07-15 20:00 Europe/Madrid" in arpad(f"event staff list e {events}").out
    unclear = arpad(f"event link make e Eva --ends 2026-10-25T02:30 {events}")
    assert (unclear.code, "Europe/Madrid" in unclear.err) == (2, True)


def test_the_library_sets_the_zone_of_an_office() -> None:
    with library.Office.memory() as office:
        assert office.time_zone() == ""
        assert office.time_zone("atlantic/canary") == "Atlantic/Canary"
        assert office.time_zone() == "Atlantic/Canary"
        with pytest.raises(library.ArpadError):
            office.time_zone("Canary")
        assert office.time_zone() == "Atlantic/Canary"


def test_zones_are_known_on_a_system_without_a_database_of_them() -> None:
    """The package tzdata has them."""
    code = "from arpad.inputs.times import zone_named; print(zone_named('Europe/Madrid'))"
    found = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONTZPATH": ""}, capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "Europe/Madrid"
