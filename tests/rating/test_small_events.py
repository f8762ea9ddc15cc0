"""Events of a few players, each the smallest that shows an article: as `arpad rate` rates it, and as an office does.

A file under `tests/data/events` gives the players with their ratings (0: none), the rounds as `ana-bea 1`, what is
known beside the report, and the ratings after the event. `says` is a reason that must be among those of the players.
"""

import datetime as dt
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arpad.bulk.replay import by_date
from arpad.cli.main import main
from arpad.eligibility.facts import Facts
from arpad.examination import examine
from arpad.lists.closing import explain_player
from arpad.lists.kernel import close_by_kernel
from arpad.regulations.rating_editions import edition, regulations
from drawn_seasons import close_over_columns, columns_of
from places import FIXTURES
from small_seasons import Season, accept, first_list, plain_event, player

FILES = sorted((FIXTURES / "events").glob("*.toml"))
LINE = by_date(regulations())
Told = dict[str, Any]


def told(file: Path) -> Told:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def report(file: Path) -> Any:
    """The event as an accepted report, everybody's rating in it."""
    case = told(file)
    people = {id_: {"rating": rating or None} for id_, rating in case["players"].items()}
    event = plain_event(case["start"], case["end"], case["rounds"], name=file.stem)
    known = {"arbiter_titled": True, **case.get("facts", {})}
    return accept(event, people, system=case["format"], facts=Facts(system=case["format"], **known))


@pytest.mark.parametrize("file", FILES)
def test_the_report_alone(file: Path) -> None:
    case, accepted = told(file), report(file)
    rated = examine(accepted.report, accepted.facts, regulations(), edition=edition(case["edition"])).rated()
    found, steps = {}, set()
    for line in rated.rating.players:
        first = line.initial
        found[line.participant.player.id] = line.new_rating if first is None else first.publishable and first.rating
        steps |= {(step.what, step.article.number) for step in line.steps}
    assert {id_: found[id_] or 0 for id_ in case["after"]} == case["after"]
    assert "says" not in case or (case["says"], case["article"]) in steps


@pytest.mark.parametrize("file", FILES)
def test_the_office(file: Path) -> None:
    """The list after the event, made by the reference engine and by the kernel; and its reasons."""
    case, accepted = told(file), report(file)
    rows = [player(id_, rating, k=15) for id_, rating in case["players"].items() if rating]
    season = Season(first_list(case["list"], rows), case["edition"].partition("-")[0])
    period = season.period(case["next_list"], accepted)
    assert period.date == dt.date.fromisoformat(case["next_list"])
    ledger = close_by_kernel(period).ledger
    season.close(case["next_list"], accepted)
    assert ledger.players.equals(season.ledger.players)
    assert ledger.newcomers.equals(season.ledger.newcomers)
    assert {id_: season.rating(id_) for id_ in case["after"]} == case["after"]
    if "says" in case:
        steps = {(step.what, step.article.number) for id_ in case["after"] for step in explained(period, id_)}
        assert (case["says"], case["article"]) in steps


@pytest.mark.parametrize("file", [path for path in FILES if "2005-6.42" in path.stem], ids=lambda file: file.stem)
def test_the_columns(file: Path) -> None:
    """The same event over columns."""
    case = told(file)
    ids, date = list(case["players"]), dt.date.fromisoformat(case["list"])
    state = columns_of([player(id_, rating, k=15) for id_, rating in case["players"].items()], date, LINE.on(date))
    event = plain_event(case["start"], case["end"], case["rounds"])
    after = close_over_columns(LINE, state, dt.date.fromisoformat(case["next_list"]), [event], ids)
    assert {id_: int(after.rating[ids.index(id_)]) for id_ in case["after"]} == case["after"]


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    """FEDA 9.4: `arpad rate` of the report of a national championship gives what `arpad calc initial` gives."""
    file = FIXTURES / "events" / "1996-9.4-national.trf"
    assert main(["rate", str(file), "--edition", "feda-1996", "--format", "swiss", "--championship", "--json"], {}) == 0
    players = json.loads(capsys.readouterr().out)["players"]
    (rated,) = (one["initial"] for one in players if one["name"] == "Xim")
    games = ["--game", "1900:=:C", *["--game", "unrated:=:C"] * 4]
    assert main(["calc", "initial", "--edition", "feda-1996", *games, "--championship", "C", "--json"], {}) == 0
    told_so = json.loads(capsys.readouterr().out)
    for name in ("rating", "publishable", "games_counted"):
        assert rated[name] == told_so[name]
    assert (rated["rating"], rated["publishable"], rated["games_counted"]) == (1820, True, 5)


def explained(period: Any, id_: str) -> Any:
    """All reasons of a player's period, including those of the events."""
    found = explain_player(period, id_, "standard")
    return [*found.steps, *(step for outcome in (*found.outcomes, *found.left_out) for step in outcome.line.steps)]
