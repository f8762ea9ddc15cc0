"""The same games are not rated twice: a report with games that are here already is a question (7.1.3, 8.1).

The files of `office/same-games` hold the July Cup of the town again: with another letter in its name and city, with
another name and date, without its last round; and the same players with other results.
"""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

import arpad
from answers import Arpad
from arpad.office.context import Desk, found_system
from arpad.office.decisions.corrections import CorrectReport, Identify, Withdraw
from arpad.office.decisions.decisions import Merge, decide
from arpad.office.events import list_events, show_event, submit
from arpad.office.examine import PlayedBefore
from arpad.office.periods import close, import_list, publish
from arpad.office.storage._seals import NEW_IN_NOTICES
from arpad.office.storage.database import Database
from arpad.office.tournaments.hand_over import hand_over
from arpad.office.tournaments.store import EventStore
from arpad.regulations.rating_editions import regulations
from arpad.tournament.journal import NotConfirmed
from arpad.tournament.log import LogChange, read_lines
from cli_office_town import FACTS, LIST, REPORTS, Office, caller, copy, prepare, report
from office_databases import BOTH
from places import FIXTURES
from web_desk_office import JSON, Visitor, file, hidden, make_town, open_town

FILES = FIXTURES / "office" / "same-games"
TOLD: dict[str, Any] = {"registered": "2024-06-01", "hybrid": False}
FORM = {"registered": "2024-06-01", "hybrid": "no"}
EVENT = {"name": "Copa de otoño", "start": "2024-10-01"}


def sent(name: str) -> dict[str, Any]:
    return {"file": (name, (FILES / name).read_bytes(), "text/plain")}


@pytest.fixture
def desk(database: Database, tmp_path: Path) -> Desk:
    """The list of July, and the July Cup on the published list of August."""
    desk = Desk(database, regulations(), "fide", "Eva", dt.datetime(2024, 9, 2, 12, tzinfo=dt.UTC))
    found_system(desk, "ESP")
    (tmp_path / "list.csv").write_text(LIST, "utf-8")
    import_list(desk, tmp_path / "list.csv", dt.date(2024, 7, 1))
    assert submit(desk, REPORTS["july.trf"].encode(), facts=TOLD).accepted
    close(desk, dt.date(2024, 8, 1))
    publish(desk, dt.date(2024, 8, 1))
    return desk


def found_in(desk: Desk, data: bytes) -> list[tuple[int, int, int, int, int]]:
    """The events that a report is asked about: number, equal games, games of both, the share."""
    with pytest.raises(PlayedBefore) as asked:
        submit(desk, data, facts=TOLD)
    return [(one.event, one.equal, one.games, one.own, one.share) for one in asked.value.found]


@pytest.mark.parametrize(
    ("name", "games"),
    [("one-letter.trf", 6), ("another-date.trf", 6), ("two-rounds.trf", 4)],
)
def test_equal_and_overlapping_reports_are_asked_about(desk: Desk, name: str, games: int) -> None:
    """Under another name, on another day, or with a part of the rounds: nothing is kept before somebody has said so."""
    assert found_in(desk, (FILES / name).read_bytes()) == [(1, games, games, 6, 100)]
    assert [event.id for event in list_events(desk)] == [1]
    assert submit(desk, (FILES / name).read_bytes(), facts=TOLD, another_event=True).accepted
    assert [event.id for event in list_events(desk)] == [1, 2]


def test_players_who_meet_again_are_not_asked_about(desk: Desk) -> None:
    assert submit(desk, (FILES / "other-results.trf").read_bytes(), facts=TOLD).accepted


def test_one_standard_game_of_the_same_day_is_enough(desk: Desk) -> None:
    """The last round of the July Cup, reported with two rounds of another cup on the same days."""
    assert found_in(desk, report("Copa de julio", 7, "0=0=11").encode())[0][:2] == (1, 3)
    other_days = report("Copa de julio", 7, "0=0=11").replace("24/07/0", "24/07/1").replace("2024/07/0", "2024/07/1")
    assert submit(desk, other_days.encode(), facts=TOLD).accepted


def test_a_withdrawn_event_may_come_again(desk: Desk) -> None:
    decide(desk, Withdraw(1, "wrong report"))
    assert submit(desk, (FILES / "one-letter.trf").read_bytes(), facts=TOLD).accepted


def test_corrections_and_identities_ask_the_same(desk: Desk) -> None:
    """A report that is refused is rated nowhere; it is asked about when it gets its ids, and so is a correction."""
    assert not submit(desk, REPORTS["stranger.trf"].encode(), facts=TOLD).accepted
    with pytest.raises(PlayedBefore):
        decide(desk, Identify(2, {4: "104"}, "married"))
    assert submit(desk, (FILES / "other-results.trf").read_bytes(), facts=TOLD).accepted
    with pytest.raises(PlayedBefore):
        decide(desk, CorrectReport(3, (FILES / "another-date.trf").read_bytes(), "scoresheets"))
    decide(desk, CorrectReport(1, (FILES / "one-letter.trf").read_bytes(), "the name"))
    assert show_event(desk, 1).name == "July Cap"
    decide(desk, CorrectReport(3, (FILES / "another-date.trf").read_bytes(), "scoresheets", another_event=True))


def test_games_of_a_merged_player_are_found_under_both_ids(desk: Desk) -> None:
    other = (FILES / "another-date.trf").read_text("utf-8").replace("        104", "        106")
    other = other.replace("Diez, David ", "Faro, Félix ").replace("1986", "1980")
    decide(desk, Merge("106", "104", "one passport"))
    assert found_in(desk, other.encode())[0][:2] == (1, 6)


def test_the_keys_follow_from_the_reports_when_an_office_is_upgraded(desk: Desk) -> None:
    with desk.database.writing() as connection:
        for table in ("event_games", *NEW_IN_NOTICES):
            connection.exec_driver_sql(f"DROP TABLE {table}")
        connection.exec_driver_sql("UPDATE arpad_revision SET version_num = '0009'")
    desk.database.upgrade()
    assert found_in(desk, (FILES / "another-date.trf").read_bytes()) == [(1, 6, 6, 6, 100)]


def test_the_command_asks_and_leads_to_the_event(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "town").mkdir()
    prepare(tmp_path / "town")
    run: Office = caller(arpad, copy(tmp_path / "town", tmp_path), monkeypatch)
    line = f"submit {FILES / 'one-letter.trf'} {FACTS}"
    answer = run(line)
    assert (answer.code, answer.out) == (2, "")
    assert "6 of the 6 games" in answer.err
    assert "correct event 1" in answer.err
    assert run(f"{line} --another-event --json").json["event"]["id"] == 2
    first = "register --name 'Copa de otoño' --start 2024-10-01"
    assert run(first).code == 0
    again = run("register --name 'COPA DE OTONO' --start 2024-10-01")
    assert again.code == 2
    assert "event 3" in again.err
    assert run(f"{first} --another-event").code == 0


def test_the_library_asks_the_same(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text(LIST, "utf-8")
    with arpad.Office.memory(federation="ESP") as office:
        office.import_list(tmp_path / "list.csv", "2024-07")
        office.submit(REPORTS["july.trf"].encode(), **TOLD)
        with pytest.raises(arpad.ArpadError, match="another_event"):
            office.submit(FILES / "one-letter.trf", **TOLD)
        assert office.submit(FILES / "one-letter.trf", another_event=True, **TOLD).accepted


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    (tmp_path / "town").mkdir()
    return open_town(make_town(tmp_path / "town"), tmp_path)


def test_the_page_asks_and_carries_the_report_to_the_correction(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    page = officer.send("/office/submit", FORM, files=sent("one-letter.trf"))
    assert page.status_code == 409
    assert "6 of the 6 games" in page.text
    assert "--" not in page.text.split("<main")[1]
    correct = page.text.split('action="/office/events/1/correct"')[1].split("</form>")[0]
    carried = {"carried": correct.split('name="carried" value="')[1].split('"')[0], "step": "preview", "reason": "name"}
    preview = officer.send("/office/events/1/correct", carried)
    assert preview.status_code == 200
    assert officer.done("/office/events/1/correct", hidden(preview.text)).endswith("done=corrected")
    rest = page.text.split('action="/office/submit"')[1].split("</form>")[0]
    again = {"report": rest.split('name="report" value="')[1].split('"')[0], "another_event": "true"} | FORM
    assert officer.send("/office/submit", again).status_code == 400  # the very bytes are event 1 now
    assert "tell them" in Visitor(app, "arbiter").send("/office/submit", FORM, files=sent("another-date.trf")).text


def test_programs_are_told_the_events_and_the_share(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    answer = officer.send("/office/submit", FORM, files=sent("another-date.trf"), headers=JSON)
    assert (answer.status_code, answer.json()["key"]) == (409, "event-played-before")
    assert answer.json()["same_games"] == [
        {"event": 1, "name": "July Cup", "start": "2024-07-05", "equal": 6, "games": 6, "own": 6, "share": 100}
    ]
    done = officer.send("/office/submit", FORM | {"another_event": "1"}, files=sent("another-date.trf"), headers=JSON)
    assert done.json()["accepted"] is True


def test_a_form_that_is_changed_after_going_back_is_another_form(app: FastAPI) -> None:
    """What was typed anew is never answered with what became of the form before."""
    officer = Visitor(app, "officer")
    mark = {"once": "the same form"}
    first = officer.done("/office/register", EVENT | mark)
    assert officer.done("/office/register", EVENT | mark) == first
    asked = officer.send("/office/register", EVENT | mark | {"city": "Soria"})
    assert (asked.status_code, 'name="another_event"' in asked.text) == (400, True)
    other = officer.done("/office/register", EVENT | mark | {"name": "Copa de invierno"})
    assert other != first
    assert len(officer.json("/office/events.json")) == 3
    assert officer.done("/office/submit", FORM | mark, files=file("august.trf"))
    assert officer.send("/office/submit", FORM | mark, files=sent("one-letter.trf")).status_code == 409


@pytest.mark.parametrize("kind", BOTH[:1])
def test_an_event_that_is_run_here_asks_when_it_is_handed_over(new_database: Any, kind: str) -> None:
    at = dt.datetime(2026, 5, 10, 12, tzinfo=dt.UTC)
    desk = Desk(new_database(kind, office=False), regulations(), "fide", "Clara", at)
    found_system(desk, "ESP")
    folder = FIXTURES / "tournament"
    import_list(desk, folder / "swiss-60.list.csv", dt.date(2026, 5, 1))
    lines = tuple(read_lines((folder / "swiss-60.log.jsonl").read_text("utf-8")))
    event_store = EventStore(desk.database)
    for slug in ("valdeoca-2026", "valdeoca-again"):
        event_store.create(
            slug, lambda _state, _confirmations: [LogChange(line.kind, line.data) for line in lines], "Clara", at
        )
    first = hand_over(event_store, desk, "valdeoca-2026", at)
    assert first.accepted
    decide(desk, CorrectReport(1, first.reports[0].file.data.replace(b"012 ", b"012 X", 1), "the name"))
    with pytest.raises(NotConfirmed) as asked:
        hand_over(event_store, desk, "valdeoca-again", at)
    assert asked.value.warnings[0].code == "played-before"
    assert [event.id for event in list_events(desk)] == [1]
    assert hand_over(event_store, desk, "valdeoca-again", at, yes=True).accepted
