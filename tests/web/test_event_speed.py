"""What public pages keep in memory is never shown longer than it holds: the tables of pages, by their language."""

from collections.abc import Mapping
from typing import Any

import pytest
from starlette.requests import Request

from arpad.tournament.acts.results import SetResult
from arpad.web.site import Site
from visitor import TestClient
from web_demo import NOW
from web_event import SLUG, TOWN, at_desk

PAGE = f"/t/{SLUG}"


def test_a_table_is_made_once_for_everybody_until_the_event_changes(
    event_client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    render = Site.render

    def counted(site: Site, request: Request, template: str, values: Mapping[str, Any]) -> str:
        made.append(template)
        return render(site, request, template, values)

    monkeypatch.setattr(Site, "render", counted)
    first = event_client.get(f"{PAGE}/round/5").text
    assert made.count("event_boards.html") == 1
    assert event_client.get(f"{PAGE}/round/5").text == first
    assert made.count("event_boards.html") == 1
    in_spanish = event_client.get(f"{PAGE}/round/5", headers={"accept-language": "es"}).text
    assert "Ronda 5" in in_spanish
    assert event_client.get(f"{PAGE}/round/5?me=13").text != first
    assert '"arpad_form' not in first
    event_store = event_client.app.state.site.events  # type: ignore[attr-defined]
    event_store.act(SLUG, SetResult(5, 3, "1/2"), TOWN, NOW)
    after = event_client.get(f"{PAGE}/round/5").text
    before_row, row = (page.partition('class="b3"')[2].partition("</tr>")[0] for page in (first, after))
    assert before_row != row
    assert "½" in row.partition('class="r"')[2][:20]
    rows = [[line for line in page.split("\n") if line.startswith('<tr class="b')] for page in (first, after)]
    assert [one for one, other in zip(*rows, strict=True) if one != other] == [rows[0][2]]


def test_a_page_of_the_staff_is_not_kept_for_anybody(event_client: TestClient) -> None:
    desk = at_desk(event_client.app, "chief")  # type: ignore[arg-type]
    own = desk.get("round/5").text
    assert "chief" in own
    assert "chief" not in event_client.get(f"{PAGE}/round/5").text


def test_a_card_and_the_standings_follow_the_results(event_client: TestClient) -> None:
    event_store = event_client.app.state.site.events  # type: ignore[attr-defined]
    board = event_store.open(SLUG).state.rounds[5].boards[3]
    before = event_client.get(f"{PAGE}/players/{board.white}").text
    table = event_client.get(f"{PAGE}/standings/5").text
    event_store.act(SLUG, SetResult(5, 3, "1-0"), TOWN, NOW)
    assert event_client.get(f"{PAGE}/players/{board.white}").text != before
    other = event_client.get(f"{PAGE}/standings/5").text
    number = event_store.open(SLUG).state.number_of(board.white)
    rows = [page.partition(f'class="p{number}"')[2].partition("</tr>")[0] for page in (table, other)]
    assert rows[0] != rows[1]
