"""Card, `arpad event ratings` and office rate by one function (7.3.1): what is told on the way is what is rated."""

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.office.periods import close, publish
from arpad.office.proof.sheets import view_event
from small_hand_over import AT, hall, on_the_web
from web_desk_office import JSON, Visitor

TOLD = ("rating", "k", "games", "change", "new_rating")
JUNE = dt.date(2026, 6, 1)


def told(own: dict[str, Any]) -> tuple[Any, ...]:
    """What is told of a player, numbers as exact text."""
    return tuple(None if own[name] is None else Decimal(str(own[name])) for name in TOLD)


def by_office(app: Any) -> dict[str, tuple[Any, ...]]:
    """Every player as the office rated them for its list."""
    desk = app.state.site.desk(who="officer")
    close(desk, JUNE)
    publish(desk, JUNE)
    (part,) = view_event(desk, 1).parts
    return {one.name: told(one.document("en")) for one in part.rating.players}


@pytest.mark.parametrize("name", ["opponents-by-hand", "all-listed"])
def test_7_3_1_what_is_told_on_the_way_is_what_the_office_rates(name: str, tmp_path: Path, arpad: Arpad) -> None:
    path = tmp_path / "office.db"
    app = hall(path, name)
    officer = Visitor(app, "officer")
    slug = "a-mano" if name == "opponents-by-hand" else "en-lista"
    cards = [officer.json(f"/t/{slug}/players/{entry}.json") for entry in range(1, 5)]
    assert all(card["listed"] for card in cards)
    on_cards = {card["name"]: told(card["ratings"][0]) for card in cards}
    command = arpad(f"event ratings {slug} --events sqlite:///{path} --json").json
    assert command["listed"]
    by_command = {own["name"]: told(own) for own in command["reports"][0]["players"]}
    assert officer.send(f"/t/{slug}/desk/hand-over", headers=JSON).json()["accepted"]
    assert on_cards == by_command == by_office(app)
    app.state.site.close()


def test_7_3_1_the_card_says_who_is_on_no_list(tmp_path: Path) -> None:
    app = hall(tmp_path / "office.db", "opponents-by-hand")
    officer = Visitor(app, "officer")
    card = officer.json("/t/a-mano/players/1.json")
    assert (card["ratings"][0]["games"], card["not_listed"]) == (0, [2, 3, 4])
    page = officer.page("/t/a-mano/players/1")
    assert "0 of 3 games rated" in page
    assert "Not on the office&#39;s list" in page
    assert "Olmo, Olga; Pino, Pío; Roble, Rosa" in page
    for change in ("+", "−", "-"):
        assert f">{change}" not in page.partition('class="strip"')[2].partition("</section>")[0]
    assert card["ratings"][0]["rating"] == 2100
    app.state.site.close()


def test_without_a_list_it_is_said_whose_ratings_count(tmp_path: Path, arpad: Arpad) -> None:
    from arpad.office.storage.database import Database
    from arpad.office.tournaments.store import EventStore
    from small_hand_over import case, played

    path = tmp_path / "events.db"
    assert arpad(f"office init --federation ESP --db sqlite:///{path}").code == 0
    event_store = EventStore(Database(f"sqlite:///{path}"))
    played(event_store, case("opponents-by-hand"))
    event_store.close()
    line = f"event ratings a-mano --events sqlite:///{path}"
    assert "No list of an office is known here" in arpad(line).out
    assert arpad(f"{line} --json").json["listed"] is False
    app = on_the_web(path, AT)
    visitor = Visitor(app)
    assert visitor.json("/t/a-mano/players/1.json")["listed"] is False
    assert "The office has no list yet" in visitor.page("/t/a-mano/players/1")
    app.state.site.close()


def test_a_new_list_changes_the_card(tmp_path: Path) -> None:
    """A page that was sent before is not sent again once the office has the list."""
    path = tmp_path / "office.db"
    app = hall(path, "opponents-by-hand")
    visitor = Visitor(app)
    first = visitor.client.get("/t/a-mano/players/1", headers=JSON)
    again = visitor.client.get("/t/a-mano/players/1", headers=JSON | {"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    desk = app.state.site.desk(who="officer")
    close(desk, JUNE)
    publish(desk, JUNE)
    later = visitor.client.get("/t/a-mano/players/1", headers=JSON | {"if-none-match": first.headers["etag"]})
    assert later.status_code == 200
    app.state.site.close()
