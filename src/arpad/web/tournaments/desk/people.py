"""Players at the desk: the entries with a search as you type, one player, and who is there."""

from typing import Annotated, Any

from fastapi import Query
from starlette.responses import HTMLResponse, Response

from arpad.documents.fields import Table
from arpad.office.tournaments.players import office_ratings
from arpad.tournament.acts.absences import expected, missing
from arpad.tournament.acts.checks import entry_at
from arpad.tournament.documents import entry_document, entry_documents, paid_in_all
from arpad.tournament.entries import listed_fields
from arpad.tournament.rules import plain
from arpad.tournament.schedules import plain_name
from arpad.tournament.shapes import EntryDocument
from arpad.web.answers import Answer
from arpad.web.later_routes import LaterRouter
from arpad.web.looking_up import find_players
from arpad.web.tournaments.desk.office_shapes import EntriesDocument, PresenceDocument, PresentPlayerDocument
from arpad.web.tournaments.place import AsArbiter, AsScorer, EntryInPath, EventPlace, staff_pages

people = staff_pages()
searching = LaterRouter(include_in_schema=False)
SUGGESTED = 8
COLUMNS = ("number", "entry", "title", "name", "rating", "federation", "id", "born", "club", "paid", "state")
TOLD = ("title", "rating", "federation", "born", "sex", "club", "family", "table", "paid", "from_round")
Asked = Annotated[str, Query(max_length=80, description="Beginnings of words of a name, or an id.")]


@people.page("/t/{slug}/desk/entries", "event_desk_entries.html", EntriesDocument, table=True)
def entries(place: AsArbiter, q: Asked = "", id: Asked = "") -> Answer:  # noqa: A002
    """The entries, with a form for the next one."""
    rows = entry_documents(place.state)

    def page() -> dict[str, Any]:
        known = {one.id for one in place.state.entries.values() if one.id and one.state != "removed"}
        found = find_players(place.request, q, SUGGESTED) if q else []
        listed = _listed(place, id)
        paid, closed = paid_in_all(place.state), place.state.closed
        given = {"rows": rows, "asked": q, "found": found, "known": known}
        return given | {"listed": listed, "paid": paid, "closed": closed}

    return place.answer(
        lambda: {"event": place.slug, "n": place.state.n, "entries": rows, "paid": plain(paid_in_all(place.state))},
        page,
        lambda: Table(COLUMNS, [[dict(row)[name] for name in COLUMNS] for row in rows]),
    )


def _listed(place: EventPlace, id_: str) -> dict[str, Any]:
    """What the list in force at the start says of a player, to fill the form in."""
    if not id_:
        return {}
    rules = place.state.laws
    ratings = office_ratings(place.site.database, {id_}, rules.start)
    found = None if ratings is None else ratings.get(id_)
    return {"id": id_} if found is None or ratings is None else listed_fields(found, ratings.combined, rules)


@searching.get("/t/{slug}/desk/entries/search")
def search(place: AsArbiter, q: Asked = "") -> Response:
    """A few players, while somebody types."""
    known = {one.id for one in place.state.entries.values() if one.id and one.state != "removed"}
    values = {"frame": place.frame, "found": find_players(place.request, q, SUGGESTED), "asked": q, "known": known}
    return HTMLResponse(place.site.render(place.request, "event_found.html", values))


@people.page("/t/{slug}/desk/entries/{entry}", "event_desk_entry.html", EntryDocument)
def one_entry(place: AsArbiter, entry: EntryInPath) -> Answer:
    """One player: what is known, and what can be done."""
    entry_at(place.state, entry)
    rounds = range(place.state.last_drawn + 1, place.state.laws.rounds + 1)
    to_come = any((entry, number) in place.state.absences for number in rounds)
    return place.answer(
        lambda: entry_document(place.state, entry),
        lambda: {"data": entry_document(place.state, entry), "told": TOLD, "rounds": rounds, "to_come": to_come},
    )


@people.page("/t/{slug}/desk/presence", "event_desk_presence.html", PresenceDocument)
def presence(place: AsScorer) -> Answer:
    """Who is there before the next round: whole rows are pressed."""
    state = place.state
    number = state.presence_open

    def document() -> PresenceDocument:
        if number is None:
            return {"event": place.slug, "n": state.n, "round": None, "players": [], "missing": 0}
        there = state.presence.get(number, frozenset())
        players: list[PresentPlayerDocument] = [
            {
                "entry": entry,
                "name": state.entries[entry].name,
                "club": state.entries[entry].club,
                "paid": plain(state.entries[entry].paid),
                "there": entry in there,
            }
            for entry in sorted(expected(state, number), key=lambda one: plain_name(state.entries[one].name))
        ]
        gone = len(missing(state, number))
        return {"event": place.slug, "n": state.n, "round": number, "players": players, "missing": gone}

    return place.answer(document, lambda: {"data": document(), "paid": paid_in_all(state)})
