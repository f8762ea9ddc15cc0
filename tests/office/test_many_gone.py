"""A wrong import does not empty a federation: many players gone is an error, and nobody loses their page."""

import datetime as dt
import html
import re
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy import select

import arpad
from answers import Arpad
from arpad.i18n import ArpadError
from arpad.office.context import Desk, found_system
from arpad.office.decisions.decisions import SetRating, decide
from arpad.office.events import list_events, submit
from arpad.office.lists import overview, versions
from arpad.office.periods import close, discard, import_list, publish
from arpad.office.proof.verification import verify
from arpad.office.storage.database import Database
from arpad.office.storage.schema import players
from arpad.regulations.rating_editions import regulations
from cli_office_town import LIST, REPORTS, caller
from places import FIXTURES
from web_desk_office import JSON, Visitor, make_town, open_town

FILES = FIXTURES / "office" / "many-gone"


def test_many_players_gone_want_their_own_consent(
    arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three players into a list of 105: refused, and nothing is kept; those who left keep their history."""
    run = caller(arpad, tmp_path, monkeypatch)
    assert run("init --federation ESP").code == 0
    assert run(f"import-list {FILES / 'hundred-and-five.csv'} --date 2024-07").code == 0
    for day, more in (("2024-08", ""), ("2024-07", "--reason again")):
        answer = run(f"import-list {FILES / 'three.csv'} --date {day} {more}")
        assert (answer.code, answer.out) == (2, "")
        assert "102 of the 105" in answer.err
        assert "--many-gone" in answer.err
    assert run("lists --json").json[-1]["players"] == 105
    shown = run(f"import-list {FILES / 'three.csv'} --date 2024-08 --many-gone")
    assert shown.code == 0
    assert "Changes from the list of 1 July 2024" in shown.out
    assert " ".join(("Standard", "2", "0", "102")) in " ".join(shown.out.split())
    assert "office publish 2024-08" in shown.out
    assert run("publish 2024-08").code == 0
    left = run("player 150 --json").json
    assert (left["name"], [one["period"] for one in left["history"]]) == ("Player, 050", ["2024-07-01"])
    assert left["last_list"] == "2024-07-01"
    assert "the last list with this player is that of 1 July 2024" in run("player 150").out
    assert run("player 101 --json").json["last_list"] is None
    assert run("player 999").code == 2


def test_the_library_asks_the_same() -> None:
    with arpad.Office.memory(federation="ESP") as office:
        office.import_list(FILES / "hundred-and-five.csv", "2024-07")
        with pytest.raises(arpad.ArpadError, match="102"):
            office.import_list(FILES / "three.csv", "2024-08")
        three = office.import_list(FILES / "three.csv", "2024-08", many_gone=True)
        assert three.players == 3
        assert three.changes["against"]["period"] == dt.date(2024, 7, 1)
        assert three.changes["counts"]["standard"] == {"changed": 2, "first": 0, "gone": 102}
        largest = three.changes["largest"]["standard"]
        assert [(one["id"], one["change"]) for one in largest["changed"]] == [("103", -98), ("102", -19)]
        assert [one["id"] for one in largest["gone"]] == [str(id_) for id_ in range(104, 114)]
        assert office.player("150").last_list == dt.date(2024, 7, 1)
        assert office.player("150").rating is None


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    (tmp_path / "town").mkdir()
    return open_town(make_town(tmp_path / "town"), tmp_path)


def test_the_page_and_programs_ask_the_same(app: FastAPI) -> None:
    """The page of a player who left the list is still there."""
    officer = Visitor(app, "officer")
    (whole, three) = ((FILES / name).read_bytes() for name in ("hundred-and-five.csv", "three.csv"))
    form = {"date": "2024-09-01", "step": "do"}

    def sent(data: bytes, **more: str) -> int:
        file = {"list": ("list.csv", data, "text/csv")}
        return int(officer.send("/office/import", form | more, files=file, headers=JSON).status_code)

    assert sent(whole, publish="true") == 200
    assert sent(three, date="2024-10-01") == 400
    officer.send(
        "/office/import", form | {"date": "2024-10-01", "step": "preview"}, files={"list": ("list.csv", three)}
    )
    page = officer.client.get("/office/import/waiting").text
    assert "102 of the 105" in page
    assert 'name="many_gone"' in page
    assert sent(three, date="2024-10-01", many_gone="true") == 200
    assert "On no list" not in officer.page("/players/150"), "provisional: everybody sees the list before"
    officer.done("/office/lists/2024-10/publish")
    page = officer.page("/players/150")
    assert "Player, 050" in page
    assert "On no list since that of 1 September 2024, the last one with this player" in page
    assert "inactive" not in page, "the player left the list, and may play"


def test_the_preview_of_an_import_shows_what_it_changes(app: FastAPI) -> None:
    """Changed, first and gone ratings and the largest changes, as at a closing; for an import again, against the
    version in whose place it comes."""
    officer = Visitor(app, "officer")
    file = {"list": ("list.csv", (FILES / "three.csv").read_bytes(), "text/csv")}
    form = {"date": "2024-09-01", "many_gone": "true", "step": "preview"}
    document = officer.send("/office/import", form, files=file, headers=JSON).json()
    counts = document["counts"]["standard"]
    assert document["against"]["period"] == "2024-08-01"
    assert counts["gone"] > 0
    assert {kind: min(10, count) for kind, count in counts.items()} == {
        kind: len(rows) for kind, rows in document["largest"]["standard"].items()
    }
    officer.send("/office/import", form, files=file)
    page = officer.client.get("/office/import/waiting").text
    assert "Changes from the list of 1 August 2024" in page
    assert document["largest"]["standard"]["gone"][0]["name"] in page
    officer.send("/office/import", form | {"step": "do", "publish": "true"}, files=file, headers=JSON)
    again = form | {"reason": "again"}
    assert officer.send("/office/import", again, files=file, headers=JSON).json()["against"]["version"] == 1


JULY, AUGUST, SEPTEMBER = (dt.date(2024, month, 1) for month in (7, 8, 9))


@pytest.fixture
def desk(database: Database) -> Desk:
    """An office with the list of 105 players."""
    desk = Desk(database, regulations(), "fide", "Eva", dt.datetime(2024, 9, 2, 12, tzinfo=dt.UTC))
    found_system(desk, "ESP")
    assert import_list(desk, FILES / "hundred-and-five.csv", JULY).state == "published", "a first list replaces nothing"
    return desk


def _registered(desk: Desk) -> list[tuple[str, str]]:
    with desk.database.reading() as connection:
        return [tuple(row) for row in connection.execute(select(players.c.id, players.c.name).order_by(players.c.id))]


def _three(desk: Desk, date: dt.date, reason: str = "") -> str:
    return import_list(desk, FILES / "three.csv", date, reason=reason, many_gone=True).state


@pytest.mark.parametrize("date", [JULY, AUGUST])
def test_a_provisional_import_is_discarded_as_if_it_had_never_come(desk: Desk, date: dt.date) -> None:
    """Of a new list, and of one in whose place another is imported: versions and register are as before."""
    before, people = versions(desk), _registered(desk)
    assert _three(desk, date, "again") == "provisional"
    assert len(_registered(desk)) == 3
    assert versions(desk, published=True) == before
    discard(desk, date)
    assert (versions(desk), _registered(desk)) == (before, people)
    with pytest.raises(ArpadError, match="is published"):
        discard(desk, JULY)
    assert all(one.sound for one in verify(desk))
    assert (
        import_list(desk, FILES / "three.csv", date, reason="again", many_gone=True, publish=True).state == "published"
    )


def test_nothing_is_made_upon_a_provisional_import(desk: Desk) -> None:
    _three(desk, AUGUST)
    acts = (
        lambda: close(desk, AUGUST),
        lambda: close(desk, SEPTEMBER),
        lambda: _three(desk, AUGUST, "again"),
        lambda: _three(desk, SEPTEMBER),
        lambda: decide(desk, SetRating("101", AUGUST, 2310, "seen")),
    )
    for act in acts:
        with pytest.raises(ArpadError, match="2024-08 is provisional: publish or discard it first"):
            act()
    publish(desk, AUGUST)
    assert close(desk, SEPTEMBER).state == "provisional"
    with pytest.raises(ArpadError, match="2024-09 is provisional"):
        _three(desk, dt.date(2024, 10, 1))
    discard(desk, SEPTEMBER)
    assert all(one.sound for one in verify(desk))


def test_ratings_decided_for_a_list_are_on_the_one_that_comes_in_its_place(desk: Desk) -> None:
    decide(desk, SetRating("101", JULY, 2350, "seen"))
    _three(desk, JULY, "again")
    publish(desk, JULY)
    assert [(one.number, one.state) for one in versions(desk)] == [(number, "published") for number in range(1, 5)]
    assert all(one.sound for one in verify(desk))


def test_a_list_that_later_lists_follow_is_recomputed_with_them_at_once(desk: Desk) -> None:
    close(desk, AUGUST)
    publish(desk, AUGUST)
    assert _three(desk, JULY, "again") == "published"
    assert [(one.period, one.number) for one in versions(desk)] == [(JULY, 1), (JULY, 2), (AUGUST, 1), (AUGUST, 2)]


def test_reports_wait_for_the_list_after_a_provisional_import(desk: Desk, tmp_path: Path) -> None:
    """Publishing an import does not ask for them; those of a discarded closing wait again."""
    (tmp_path / "six.csv").write_text(LIST, "utf-8")
    import_list(desk, tmp_path / "six.csv", JULY, reason="six players", many_gone=True, publish=True)
    assert submit(desk, REPORTS["july.trf"].encode(), facts={"registered": "2024-06-01", "hybrid": False}).accepted
    close(desk, AUGUST)
    discard(desk, AUGUST)
    assert [event.state for event in list_events(desk)] == ["accepted"]
    _three(desk, AUGUST)
    assert overview(desk).late == ()
    assert publish(desk, AUGUST).state == "published"
    assert [event.id for event in overview(desk).due] == [1]


def test_the_page_of_an_imported_list_names_the_way_back(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    file = {"list": ("list.csv", (FILES / "hundred-and-five.csv").read_bytes(), "text/csv")}
    form = {"date": "2024-09-01", "many_gone": "true"}
    assert officer.send("/office/import", form, files=file, headers=JSON).json()["state"] == "provisional"
    page = officer.page("/office/lists/2024-09")
    assert "Discard the list" in page
    assert "Close again" not in page
    assert officer.done("/office/lists/2024-09/discard") == "/office/lists?done=discarded"
    officer.send("/office/import", form | {"publish": "true"}, files=file, headers=JSON)
    page = officer.page("/office/lists/2024-09")
    assert "If it is the wrong file" in page
    (address,) = re.findall(r'href="(/office/import\?[^"]*)"', page)
    filled = officer.page(html.unescape(address))
    assert 'value="2024-09-01"' in filled
    assert "Version 1 was the wrong file" in filled
