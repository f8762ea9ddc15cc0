"""4.1: the monthly parts of a long event are one event, for the cap of 2022 (8.3.1) and for a first event (8.2.1).

The cases are `data/long-events`: a league over three months, as one report and as three.
"""

import datetime as dt
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import naive_office
import naive_rules
from arpad.eligibility.facts import Facts
from arpad.formats.trf_event_lines import event_to_trf
from arpad.lists.closing import close_period, explain_player
from arpad.lists.kernel import close_by_kernel
from arpad.lists.manifest import edition_text, edition_then, report_document
from arpad.lists.period import Accepted
from arpad.office.context import Desk, found_system
from arpad.office.events import submit
from arpad.office.periods import close, import_list, publish
from arpad.office.proof.bundle import export_bundle, verify_bundle
from arpad.office.proof.verification import verify
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import edition, regulations
from office_ledgers import ledger_of
from office_world import Person, write_list
from places import FIXTURES
from small_seasons import Season, accept, first_list, plain_event, player, report

CASES = {path.stem: tomllib.loads(path.read_text()) for path in sorted((FIXTURES / "long-events").glob("*.toml"))}


def season_of(case: dict[str, Any]) -> Season:
    return Season(first_list("2023-01-01", [player(id_, rating) for id_, rating in case["rated"].items()]))


def rating_of(season: Season, case: dict[str, Any]) -> int:
    return season.ledger.rows([case["player"]])[case["player"]].standing("standard").rating


def whole_event(case: dict[str, Any]) -> dict[str, Any]:
    """The league as one report, with the dates of its rounds. A round has one game of the player's."""
    games = [(month["date"] + dt.timedelta(days=at), game) for month in case["month"]
             for at, game in enumerate(month["game"].split(", "))]  # fmt: skip
    days = " ".join(day.isoformat() for day, _ in games)
    return plain_event("2023-01-14", games[-1][0].isoformat(), [game for _, game in games], name="League", dates=days)


def monthly_event(month: dict[str, Any]) -> dict[str, Any]:
    rounds = month["game"].split(", ")
    days = [(month["date"] + dt.timedelta(days=at)).isoformat() for at in range(len(rounds))]
    return plain_event(days[0], days[-1], rounds, name=f"League, {month['list']:%Y-%m}", dates=" ".join(days))


@pytest.mark.parametrize("name", CASES)
def test_one_report_of_a_long_event(name: str) -> None:
    case = CASES[name]
    for close_by in (close_period, close_by_kernel):
        season = season_of(case)
        season.idle("2023-02-01", "2023-03-01")
        season.ledger = close_by(season.period("2023-04-01", whole_event(case))).ledger
        assert rating_of(season, case) == case["whole"]


@pytest.mark.parametrize("name", CASES)
def test_the_naive_office_takes_it_for_one_event(name: str) -> None:
    case = CASES[name]
    own = naive_rules.standing() | {"k": 20, "total": 50}
    rows = {id_: naive_office.new_row(1980, standard=own | {"rating": rating}) for id_, rating in case["rated"].items()}
    naive = naive_office.new_office("fide", dt.date(2023, 1, 1), rows)
    for month in (2, 3):
        naive_office.close(naive, dt.date(2023, month, 1), [])
    found = naive_office.close(naive, dt.date(2023, 4, 1), [whole_event(case)])
    assert found[case["player"]]["standard"]["rating"] == case["whole"]


@pytest.mark.parametrize("name", CASES)
def test_monthly_reports_of_a_long_event(name: str) -> None:
    """Each report names the league; those rated for lists before are given along."""
    case = CASES[name]
    season, found = season_of(case), []
    earlier: tuple[Accepted, ...] = ()
    for month in case["month"]:
        accepted = replace(accept(monthly_event(month), facts=Facts(part_of="League 2023")), earlier=earlier)
        season.close(month["list"].isoformat(), accepted)
        earlier = (*earlier, replace(accepted, earlier=()))
        found.append(rating_of(season, case))
    assert found == case["monthly"]


def test_monthly_reports_that_name_no_event_are_events() -> None:
    """Without the name of the league nobody can know: three upgrades, 2 points each."""
    case = CASES["8-3-1-cap-once"]
    season = season_of(case)
    for month in case["month"]:
        season.close(month["list"].isoformat(), monthly_event(month))
    assert rating_of(season, case) == 2386


def test_monthly_reports_rated_for_one_list() -> None:
    """All three for the list of April: the upgrade is for the game with the largest difference, whatever the order."""
    case = CASES["8-3-1-cap-once"]
    season = season_of(case)
    season.idle("2023-02-01", "2023-03-01")
    reports = [accept(monthly_event(month), facts=Facts(part_of="League 2023")) for month in reversed(case["month"])]
    period = season.period("2023-04-01", *reports)
    assert close_period(period).ledger.rows(["p"])["p"].standing("standard").rating == 2383
    details = [outcome.line.detail for outcome in explain_player(period, "p", "standard").outcomes]
    games = [game for detail in details if detail is not None for game in detail.games]
    assert [(game.difference, game.capped) for game in games] == [(600, True), (550, False), (500, False)]


def test_the_lower_rated_keeps_the_cap_in_every_part() -> None:
    """8.3.1 as it is read: only the higher rated is limited to one game. a (1780) draws with p, q and r (2380) in three
    months: each counts as −400: 20 × 3 × .42 = 25.2."""
    case = {"rated": {"a": 1780, "p": 2380, "q": 2380, "r": 2380}, "player": "a"}
    months = zip(CASES["8-3-1-cap-once"]["month"], ("a-p =", "a-q =", "a-r ="), strict=True)
    season = season_of(case)
    season.idle("2023-02-01", "2023-03-01")
    season.close("2023-04-01", whole_event({"month": [month | {"game": game} for month, game in months]}))
    assert rating_of(season, case) == 1805


def test_a_list_of_before_is_proved_with_parts_as_events() -> None:
    """A list made before `lists.parts`: three upgrades, 20 × .24 = 4.8."""
    case, rules = CASES["8-3-1-cap-once"], edition("fide-2022")
    text = "\n".join(line for line in edition_text(rules).splitlines() if "lists.parts" not in line)
    season = season_of(case)
    season.rules = regulations().with_editions([edition_then(text, rules)])
    season.idle("2023-02-01", "2023-03-01")
    season.close("2023-04-01", whole_event(case))
    assert rating_of(season, case) == 2385


def test_a_manifest_names_the_parts_before() -> None:
    """And nothing new of a report that is no part."""
    alone = accept(monthly_event(CASES["8-3-1-cap-once"]["month"][0]))
    assert "earlier" not in report_document(alone)
    assert "part_of" not in report_document(alone)["facts"]
    part = replace(alone, facts=Facts(part_of="League"), earlier=(alone,))
    assert report_document(part)["facts"] == {"part_of": "League"}
    assert report_document(part)["earlier"] == [report_document(alone)]


@pytest.mark.parametrize("name", CASES)
def test_the_office_takes_monthly_reports_for_one_event(name: str, database: Database, tmp_path: Path) -> None:
    """Reports handed in month by month with the league's name; every version is proved, also from its bundle."""
    case = CASES[name]
    desk = Desk(database, regulations(), "fide", "officer", dt.datetime(2023, 5, 1, tzinfo=dt.UTC))
    found_system(desk, "ESP")
    ids = {id_: str(1001 + at) for at, id_ in enumerate(dict.fromkeys([case["player"], *case["rated"]]))}
    persons = [Person(ids[id_], f"Player, {id_}", "m", 1980, rating) for id_, rating in case["rated"].items()]
    import_list(desk, write_list(persons, tmp_path / "list.csv"), dt.date(2023, 1, 1))
    found = []
    for month in case["month"]:
        told = replace(report(monthly_event(month)).event, time_control="90'+30\"", federation="ESP", city="Soria")
        players = tuple(one._replace(federation="ESP", id=ids[one.id], born=1980) for one in told.players)
        known = {"arbiter_titled": True, "arbiters_licensed": True, "equal_times": True, "part_of": "League 2023"}
        done = submit(desk, event_to_trf(replace(told, players=players), "trf16"), facts=known, system="swiss")
        assert done.event.state == "accepted", done.findings
        close(desk, month["list"])
        publish(desk, month["list"])
        row = ledger_of(desk, month["list"]).rows([ids[case["player"]]]).get(ids[case["player"]])
        found.append(row.standing("standard").rating if row else 0)
    assert found == case["monthly"]
    assert all(proof.sound for proof in verify(desk))
    export_bundle(desk, dt.date(2023, 4, 1), None, tmp_path / "april.zip")
    assert all(proof.sound for proof in verify_bundle(tmp_path / "april.zip", regulations()))
