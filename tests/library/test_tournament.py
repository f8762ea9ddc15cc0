"""A tournament from Python: on the log of the command line, whole or not at all, saved, loaded, reported."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import arpad
from answers import Arpad
from arpad.i18n import ArpadError
from arpad.tournament.acts.results import SetPenalty
from arpad.tournament.journal import NotConfirmed
from places import PROJECT

NAMES = ("Alba, Ana", "Bru, Bo", "Cid, Carla", "Dorado, Diego", "Egea, Elena")
AT = dt.datetime(2026, 5, 1, 10, tzinfo=dt.UTC)


def club(rounds: int = 3, players: int = 5, **rules: Any) -> arpad.Tournament:
    """An open list of players."""
    made = arpad.Tournament("Torneo del Club", rounds=rounds, start="2026-05-01", who="Ana", at=AT, **rules)
    for place, name in enumerate(NAMES[:players]):
        made.enter(name, rating=2200 - 50 * place, federation="ESP", born=1990)
    return made


def played(**rules: Any) -> arpad.Tournament:
    """All rounds played, White wins everything."""
    made = club(**rules)
    for _ in range(3):
        made.results([1] * len(made.pair(initial="w") if not made.rounds else made.pair()))
    return made


def test_the_log_is_the_one_of_the_command_line(arpad: Arpad, tmp_path: Path) -> None:
    """The same acts by commands end in the same event; and an office takes the log, and goes on with it."""
    events = f"--events sqlite:///{tmp_path}/event.db --who Ana --at 2026-05-01T10:00"
    rules = 'name = "Torneo del Club"\nslug = "torneo-del-club"\nsystem = "dutch"\nrounds = 3\nstart = "2026-05-01"\n'
    (tmp_path / "rules.toml").write_text(rules)
    lines = [f"new {tmp_path}/rules.toml"]
    for place, name in enumerate(NAMES):
        lines.append(f"enter torneo-del-club --name '{name}' --rating {2200 - 50 * place} --federation ESP --born 1990")
    lines += ["close-list torneo-del-club --initial w", "draw torneo-del-club 1", "publish torneo-del-club 1"]
    lines += ["result torneo-del-club 1 1 1-0", "result torneo-del-club 1 2 1/2"]
    for line in lines:
        assert arpad(f"event {line} {events}").code == 0, line
    here = club()
    here.pair(initial="w")
    here.result(1, 1)
    here.result(2, "1/2")
    written = tmp_path / "log.jsonl"
    assert arpad(f"event export torneo-del-club --log -o {written} {events}").code == 0
    loaded = type(here).load(written)
    assert loaded.digest == here.digest
    assert loaded.standings() == here.standings()
    here.save(tmp_path / "mine.jsonl")
    other = f"--events sqlite:///{tmp_path}/other.db --who Ana"
    assert arpad(f"event restore {tmp_path}/mine.jsonl {other}").code == 0
    assert arpad(f"event draw torneo-del-club 2 {other}").code == 0
    shown = arpad(f"event standings torneo-del-club 1 --json {other}").json
    assert [row["name"] for row in shown["rows"]] == [place.name for place in here.standings()]


def test_a_tournament_is_played_to_its_report(tmp_path: Path) -> None:
    made = played(prizes={"currency": "EUR", "prizes": ["300", "100"]})
    table = made.standings()
    assert sum(place.points for place in table) == Decimal(2 * 3 + 3), "two games a round, and three byes"
    assert {one.number: one.points for one in made.players} == {place.number: place.points for place in table}
    assert [row[:4] for row in made.crosstable()] == [(one.rank, one.number, one.name, one.points) for one in table]
    assert made.prizes().provisional
    made.finish()
    assert sum(prize.amount for prize in made.prizes()) == made.prizes().total == Decimal("400.00")
    assert made.prizes()[table.rows[0].name].why()
    report = made.report()
    assert len(report.games) == 6
    assert report.rate().to_dict()["players"] == made.rate().to_dict()["players"]
    again = arpad.Tournament.take_over(made.to_trf(), rounds=3)
    assert [(one.rank, one.name, one.points) for one in again.standings()] == [
        (one.rank, one.name, one.points) for one in table
    ]
    assert arpad.read(made.to_trf("trf16", tmp_path / "club.trf", round=2)).format == "trf16"
    assert (tmp_path / "club.trf").exists()


def test_what_is_refused_writes_nothing() -> None:
    made = played()
    before = made.digest
    refused: dict[str, Any] = {
        "event-rounds-over": made.pair,
        "event-board-unknown": lambda: made.result(9, 1),
        "surface.player-unknown": lambda: made.withdraw("Nadie"),
        "event-result-points": lambda: made.result(1, "2-0"),
        "event-round-unknown": lambda: made.standings(7),
        "event-no-prizes": made.prizes,
        "event-name-missing": lambda: made.enter(""),
        "event-points": lambda: arpad.Tournament("T", rounds=3, points={"win": 0}),
    }
    for key, call in refused.items():
        with pytest.raises(ArpadError) as problem:
            call()
        assert problem.value.key == key
        assert "arpad event" not in str(problem.value)
        assert "--" not in str(problem.value)
    assert made.digest == before
    with pytest.raises(ArpadError, match="initial="):
        club().pair()


def test_an_act_asks_for_a_reason_and_takes_it() -> None:
    made = club(correction_minutes=15)
    made.pair(initial="w")
    made.results([1, 1])
    made.pair()
    with pytest.raises(NotConfirmed, match="reason="):
        made.result(1, 0, round=1)
    changed = made.result(1, 0, round=1, reason="entered the wrong way round")
    assert changed.result == "0-1"
    assert "Round 2 is published" in made.notes()[0]
    assert made.notes("es") != made.notes("en")
    with pytest.raises(NotConfirmed):
        made.do(SetPenalty(1, 1, Fraction(-1, 2)))
    before = made.players[0].points
    made.do(SetPenalty(1, 1, Fraction(-1, 2)), reason="a telephone rang")
    assert before is not None
    assert made.players[0].points == before - Decimal("0.5")


def test_players_who_do_not_play() -> None:
    made = club(half_point_byes=1)
    made.close(initial="w")
    assert [one.number for one in made.players] == [1, 2, 3, 4, 5]
    made.absent(5, 1, "H")
    first = made.pair()
    assert first.bye is None
    assert first.state == "published"
    made.results({1: "1-0", 2: "-/+"})
    assert made.players["Egea, Elena"].points == Decimal("0.5")
    assert made.players[0].points == Decimal(1)
    made.withdraw("Egea, Elena")
    assert made.players["Egea, Elena"].state == "withdrawn"
    assert "1" in made.pair(yes=True).why()


def test_a_round_robin_is_drawn_whole_and_published_round_by_round() -> None:
    made = club(rounds=3, players=4, system="berger")
    made.close(seed=7)
    assert len(made.rounds) == 3
    for number in range(1, 4):
        assert made.pair().number == number
        made.results(["1/2", "1/2"])
    made.finish()
    assert {place.points for place in made.standings()} == {Decimal("1.5")}
    assert {place.tie_breaks["SB"] for place in made.standings()} == {Decimal("2.25")}


def test_a_list_says_what_is_not_given() -> None:
    made = arpad.Tournament("Open", rounds=5, start="2023-10-01", at=AT)
    listed = arpad.read_list(PROJECT / "examples" / "federation" / "list-2023-09.csv")
    player = made.enter(id="99000138", ratings=listed)
    assert (player.name, player.title, player.rating) == ("Barcena, Olga", "IM", 2418)
    assert made.enter("Otra, Olga", id="99000101", ratings=listed, club="Soria").name == "Otra, Olga"
    with pytest.raises(ArpadError) as problem:
        made.enter(id="1", ratings=listed)
    assert problem.value.key == "event-not-listed"


def test_a_log_that_was_changed_is_refused(tmp_path: Path) -> None:
    made = played()
    file = tmp_path / "club.jsonl"
    made.save(file)
    assert arpad.Tournament.load(file).digest == made.digest
    text = file.read_text("utf-8")
    broken = {
        text.replace("Alba, Ana", "Alba, Eva"): "event-chain",
        text + "no line\n": "event-log-line",
        "": "event-log-empty",
    }
    for content, key in broken.items():
        with pytest.raises(ArpadError) as problem:
            arpad.Tournament.load(content.encode())
        assert problem.value.key == key
