"""Public pages of an event: players and their cards, rounds by board and by name, the own board by the address."""

import csv
import datetime as dt
import io
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arbiter import Arbiter
from arpad.formats.read import read_report
from arpad.office.context import Desk, found_system
from arpad.office.periods import import_list
from arpad.office.storage.database import Database
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.players import Contact, contacts_of, erase_contacts, of_entry
from arpad.office.tournaments.store import EventStore
from arpad.regulations.rating_editions import regulations
from arpad.tournament import ending
from arpad.tournament.acts.event import SetRule
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import Confirmation, Journal
from arpad.tournament.public import SeenBefore, public_view
from arpad.tournament.standings import card_rounds
from arpad.web.cache import Cache
from places import FIXTURES
from small_hand_over import on_the_web
from valdeoca import EXPECTED, the_log
from visitor import TestClient
from web_demo import NOW
from web_event import ROUND_5_OUT, SLUG, TOWN, MakeEventOffice

if TYPE_CHECKING:
    from fastapi import FastAPI

PAGE = f"/t/{SLUG}"


def test_players_are_found_by_first_letters_and_put_in_order(event_client: TestClient) -> None:
    everybody = event_client.get(f"{PAGE}/players.json").json()
    assert (everybody["count"], everybody["players"][0]["number"]) == (60, 1)
    found = event_client.get(f"{PAGE}/players.json", params={"q": "EZC die"}).json()["players"]
    assert [one["name"] for one in found] == ["Ézcaray, Diego"]
    by_name = event_client.get(f"{PAGE}/players.csv", params={"order": "name"})
    names = [row["name"] for row in csv.DictReader(io.StringIO(by_name.text))]
    assert names.index("Ézcaray, Diego") < names.index("Zarlanga, Yago")
    assert event_client.get(f"{PAGE}/players", params={"order": "age"}).status_code == 422
    page = event_client.get(f"{PAGE}/players?q=ezc&me=13").text
    assert "Ézcaray" in page
    assert "Zarlanga" not in page


def test_a_round_shows_points_before_it_and_the_own_board_first(event_client: TestClient) -> None:
    document = event_client.get(f"{PAGE}/round/5.json").json()
    assert document["state"] == "published"
    assert [pair["white_points"] for pair in document["pairs"][:2]] == [3.5, 3.5]
    page = event_client.get(f"{PAGE}/round/5").text
    assert 'class="b3"' in page
    assert "?me=" not in page.partition("<main")[2]
    own = event_client.get(f"{PAGE}/round/5?me=13").text
    assert 'class="b3 me"' in own
    assert own.count("?me=13") > 60
    assert "strip own" in own
    by_name = event_client.get(f"{PAGE}/round/5?by=name").text
    assert by_name.index("Abarzo") < by_name.index("Zarlanga")
    assert "half-point bye" in page
    assert event_client.get(f"{PAGE}/round/6").status_code == 404
    assert event_client.get(f"{PAGE}/round/5?me=999999").status_code == 200


def listed_office(folder: Path) -> "FastAPI":
    """The event in an office that has its players on the list of its first day."""
    database = Database(f"sqlite:///{folder / 'office.db'}")
    desk = Desk(database, regulations(), "fide", "Clara Arbizo", NOW)
    found_system(desk, "ESP")
    import_list(desk, FIXTURES / "tournament" / "swiss-60.list.csv", dt.date(2026, 5, 1))
    event_store = EventStore(database)
    restore_log(event_store, list(the_log()[:ROUND_5_OUT]))
    event_store.close()
    database.dispose()
    return on_the_web(folder / "office.db")


def test_a_card_tells_rounds_points_and_the_change_so_far(tmp_path: Path) -> None:
    event_client = TestClient(listed_office(tmp_path), headers={"accept-language": "en"})
    card = event_client.get(f"{PAGE}/players/13.json").json()
    assert (card["points"], card["rank"], len(card["rounds"])) == (3, 6, 5)
    assert card["rounds"][4]["kind"] == "open"
    assert card["rounds"][4]["table"] == 3
    own = card["ratings"][0]
    assert (own["edition"], own["rating"], own["games"]) == ("fide-2025", 2460, 4)
    page = event_client.get(f"{PAGE}/players/13").text
    assert "Why?" in page
    assert f"{PAGE}/players/13/rating" in page
    why = event_client.get(f"{PAGE}/players/13/rating")
    assert "400*" in why.text
    assert event_client.get(f"{PAGE}/players/13/rating.json").json()["ratings"][0]["steps"]
    assert event_client.get(f"{PAGE}/players/13/rating.pdf").content.startswith(b"%PDF")
    assert event_client.get(f"{PAGE}/players/999").status_code == 404


def test_a_norm_is_told_when_few_rounds_are_left(event_client: TestClient) -> None:
    early = event_client.get(f"{PAGE}/players/13/norms")
    assert early.status_code == 400
    assert "/norms" not in event_client.get(f"{PAGE}/players/13").text


@pytest.mark.parametrize("upto", [86, 110])
def test_a_player_rated_alone_changes_as_in_the_whole_event(monkeypatch: pytest.MonkeyPatch, upto: int) -> None:
    view = public_view(Journal(list(the_log()[:upto])).state)
    books = regulations()
    whole = ending.rate_so_far(view, ending.by_ratings(view, books))[0].rating
    monkeypatch.setattr(ending, "LARGE", 0)
    for number, entry in enumerate(view.numbers, 1):
        (found,) = ending.rate_player_so_far(view, entry, ending.by_ratings(view, books))
        own, expected = found.rated.rating.player(found.rank), whole.player(number)
        assert own is not None
        assert expected is not None
        assert (own.change, own.k, own.games, own.new_rating, own.average, own.score) == (
            expected.change, expected.k, expected.games, expected.new_rating, expected.average, expected.score,
        )  # fmt: skip
        assert (own.initial and own.initial.rating) == (expected.initial and expected.initial.rating)


def test_the_points_on_a_card_are_those_of_the_event() -> None:
    view = public_view(Journal(list(the_log())).state)
    told = {entry: card_rounds(view, entry)[-1].points for entry in view.entries}
    assert told == {int(entry): points for entry, points in EXPECTED["points_by_entry"].items()}


def test_a_view_keeps_what_did_not_change() -> None:
    lines = list(the_log())
    before = Journal(lines[:86]).state
    after = Journal(lines[:87]).state
    known = SeenBefore(before, public_view(before))
    again = public_view(before, known)
    assert all(again.rounds[number] is known.view.rounds[number] for number in again.rounds)
    assert again.entries is known.view.entries
    assert public_view(after, known) == public_view(after)


def test_a_value_is_made_once_of_the_same_parts() -> None:
    kept, numbers = Cache(most=2), count(1)

    def of(key: str, *parts: object) -> int:
        return kept.of(key, parts, lambda: next(numbers))

    one, other = object(), object()
    assert [of("a", one), of("a", one), of("a", other), of("a", one)] == [1, 1, 2, 3]
    assert [of("b", one), of("c", one), of("a", one)] == [4, 5, 6]


def test_standings_explain_themselves_after_any_round(event_client: TestClient) -> None:
    now = event_client.get(f"{PAGE}/standings.json").json()
    assert (now["round"], now["rows"][0]["entry"], now["provisional"]) == (4, 5, False)
    page = event_client.get(f"{PAGE}/standings?me=13").text
    assert "/standings/4/why/13?me=13" in page
    assert 'class="p2 me"' in page
    why = event_client.get(f"{PAGE}/standings/4/why/13")
    assert "Navajo" in why.text
    assert event_client.get(f"{PAGE}/standings/4/why/13.json?against=5").json()["steps"]
    assert event_client.get(f"{PAGE}/standings/4/why/13?against=5").status_code == 200
    assert event_client.get(f"{PAGE}/standings/1.csv").text.startswith("rank,number,name,points")
    assert event_client.get(f"{PAGE}/standings/4.pdf").content.startswith(b"%PDF")
    assert event_client.get(f"{PAGE}/crosstable?round=2").status_code == 200
    for nothing in ("standings/6", "standings/4/why/999", "groups/nobody", "teams/1", "round/5/match/1", "bracket"):
        assert event_client.get(f"{PAGE}/{nothing}").status_code in (400, 404), nothing


def test_files_hold_published_rounds_and_years_of_birth(event_client: TestClient) -> None:
    trf = event_client.get(f"{PAGE}/file.trf")
    assert trf.headers["content-disposition"] == f'attachment; filename="{SLUG}.trf"'
    assert read_report(trf.content).event.players[0].born is not None
    assert event_client.get(f"{PAGE}/file.trf?version=trf16").status_code == 200
    tag = trf.headers["etag"]
    assert event_client.get(f"{PAGE}/file.trf", headers={"if-none-match": tag}).status_code == 304
    whole = event_client.get(f"{PAGE}/file.json").json()
    assert (len(whole["entries"]), len(whole["played"]), whole["standings"]["round"]) == (60, 5, 4)
    assert event_client.get(f"{PAGE}/file.json", headers={"if-none-match": tag}).status_code == 304


def test_somebody_applies_and_nobody_else_sees_how_to_reach_them(event_office: MakeEventOffice) -> None:
    app = event_office()
    event_store = app.state.site.events
    with TestClient(app, headers={"accept-language": "en"}) as visitor:
        assert "takes no applications" in visitor.get(f"{PAGE}/apply").text
        event_store.act(SLUG, SetRule("open", "true"), TOWN, NOW, Confirmation(True, "late places", True))
        page = visitor.get(f"{PAGE}/apply")
        assert page.headers["cache-control"] == "no-store"
        given = {"player": "Roldán, Eva", "mail": "eva@example.org", "telephone": "+34 600 00 00 00", "rating": "1800"}
        token = {"csrf": visitor.cookies["arpad_form"]}
        wrong = visitor.post(f"{PAGE}/apply", data=given | token | {"mail": "eva"})
        assert wrong.status_code == 400
        assert 'value="Roldán, Eva"' in wrong.text
        done = visitor.post(f"{PAGE}/apply", data=given | token, follow_redirects=False)
        assert (done.status_code, done.headers["location"]) == (303, f"{PAGE}/players")
        assert "with the organisers" in visitor.get(f"{PAGE}/players").text
        assert "Roldán, Eva" not in visitor.get(f"{PAGE}/players").text
    entry = max(event_store.open(SLUG).state.entries)
    assert contacts_of(event_store, SLUG) == {of_entry(entry): Contact("eva@example.org", "+34 600 00 00 00")}
    assert not any("eva@" in str(line.data) for line in event_store.lines(SLUG))
    assert (erase_contacts(event_store, SLUG), contacts_of(event_store, SLUG)) == (1, {})


def test_a_group_without_players_says_so_and_one_of_families_tells_nobody(event_office: MakeEventOffice) -> None:
    groups = {"alfil": 'club = "Club Alfil"', "torre": "club = Torre", "ruiz": "family = Ruiz"}
    arbiter = Arbiter({"slug": "grupos", "system": "dutch", "rounds": 3, "groups": groups})
    arbiter.enters(4, club="Club Alfil", family="Ruiz")
    arbiter.closes()
    arbiter.does(DrawNext(1))
    arbiter.does(Publish(1))
    app = event_office()
    restore_log(app.state.site.events, arbiter.journal.lines)
    visitor = TestClient(app, headers={"accept-language": "en"})
    of_club = visitor.get("/t/grupos/groups/alfil").text
    assert all(f"Player 00{number}" in of_club for number in (1, 2, 3, 4))
    assert "No player of this tournament is in this group." in visitor.get("/t/grupos/groups/torre").text
    of_family = visitor.get("/t/grupos/groups/ruiz").text
    assert "Families are not public" in of_family
    assert "Player 001" not in of_family
