"""The players of an event: a list to search and to sort."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from fastapi import Query
from markupsafe import Markup

from arpad.documents.fields import by_key
from arpad.tournament.standings import begins_with, in_order, player_summary
from arpad.tournament.state import Entry
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.place import Seen, SeenEvent
from arpad.web.tournaments.shapes import EventPlayersDocument

players = Pages("event")

Order = Literal["number", "name", "rating"]
ORDERS: tuple[Order, ...] = ("number", "name", "rating")
PLAYERS = by_key("number", "entry", "title", "name", "federation", "rating", "born", "club", "team", "state")


@players.page("/t/{slug}/players", "event_players.html", EventPlayersDocument, table=True)
def all_players(
    event: Seen,
    q: Annotated[str, Query(max_length=80, description="Beginnings of words of the name.")] = "",
    order: Annotated[Order, Query(description="The order of the list.")] = "number",
) -> Answer:
    """The players of an event, by number, name or rating."""

    def page() -> dict[str, Any]:
        data = players_document(event, q, order)
        return {"data": data, "orders": ORDERS, "order": order, "rows": _rows(event, q, order, data["players"])}

    return event.answer(
        lambda: players_document(event, q, order),
        page,
        lambda: PLAYERS.table([{**one} for one in players_document(event, q, order)["players"]]),
    )


def _rows(event: SeenEvent, typed: str, order: Order, players: Sequence[Mapping[str, Any]]) -> Markup:
    """The table as a part of a page, the own row marked."""
    view = event.view

    def values() -> dict[str, Any]:
        return {"players": players, "clubs": any(one.club for one in view.entries.values())}

    own = "" if event.frame.me is None else f"e{event.frame.me}"
    return event.fragment("event_players_rows.html", (typed, order), (view.entries, view.numbers), values, own)


def players_document(event: SeenEvent, typed: str, order: Order) -> EventPlayersDocument:
    """Return the players whose names begin with what was typed; all players if nothing was."""
    everybody: list[Entry] = event.kept(
        ("players", order), (event.view.entries, event.view.numbers), lambda: list(in_order(event.view, order))
    )
    places = {entry: place for place, entry in enumerate(event.view.numbers, 1)}
    found = [one for one in everybody if not typed.strip() or begins_with(one, typed)]
    return {
        "query": typed,
        "count": len(everybody),
        "players": [player_summary(one, places.get(one.entry)) for one in found],
    }
