"""No public answer shows a draft, a line-up before its time, a day of birth, a contact, an incident or a secret (I-14).

Every public address is asked before and after secret acts: the answers must not differ.
"""

import datetime as dt
import re
from typing import TYPE_CHECKING, Any

from fastapi.routing import iter_route_contexts

from arbiter import Arbiter
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.store import add_link
from arpad.tournament.acts.absences import SetAbsence
from arpad.tournament.acts.event import AddStaff, LinkWanted, NoteAppeal, NoteIncident, SetRule
from arpad.tournament.acts.players import ApplyFor, ChangeFields, Enter
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.acts.teams import AddTeam, SetLineUp
from arpad.tournament.journal import Confirmation
from valdeoca import entered
from visitor import TestClient
from web_demo import NOW
from web_event import SLUG, TOWN, MakeEventOffice

if TYPE_CHECKING:
    from fastapi import FastAPI

SECRET = "Zzsecretum"
BIRTHDAY = "1987-06-05"
NOT_PUBLIC = ("/desk", "/do/", "/link/", "/again", "/claim")
FILLED = {"round": 6, "entry": 13, "player": 13, "team": 1, "match": 1, "table": 1, "group": "u18"}
FILLED |= {"name": "photo", "number": 1, "secret": "0" * 32}
SCREENS = ("pairings", "names", "results", "standings")


def public_addresses(slug: str, number: int) -> list[str]:
    """Every address below an event that everybody may open, in every form."""
    from arpad.web.app import _pages

    found = set()
    for route in iter_route_contexts(_pages()):
        path = str(route.path)
        if path.startswith("/t/{slug}") and "GET" in (route.methods or ()) and not any(p in path for p in NOT_PUBLIC):
            for what in SCREENS if "{what}" in path or "{screen}" in path else ("",):
                given = {**FILLED, "round": number, "slug": slug, "what": what, "screen": what}
                found.add(path.format(**given))
    return sorted(one for one in found if not one.endswith(".pdf"))


def answers(app: "FastAPI", slug: str, numbers: tuple[int, ...]) -> dict[str, tuple[int, str]]:
    """What everybody is told, without the number of the log's last line."""
    found = {}
    with TestClient(app, raise_server_exceptions=False, headers={"accept-language": "en"}) as visitor:
        for address in {one: 0 for number in numbers for one in public_addresses(slug, number)}:
            answer = visitor.get(address, follow_redirects=False)
            text = re.sub(rf'{slug}-\d+-en|"n": \d+|s(?:ecret)?-\d+', "", answer.text)
            found[address] = (answer.status_code, text)
    return found


def differing(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [address for address in before if before[address] != after[address]]


SECRET_ACTS = (
    DrawNext(6),
    NoteIncident(f"{SECRET} incident", 5, 1),
    NoteAppeal(f"{SECRET} appeal", "dismissed"),
    AddStaff(SECRET, "arbiter"),
    ChangeFields(14, {"birthday": BIRTHDAY, "family": SECRET}),
    ApplyFor({"name": f"{SECRET}, Ana", "rating": 1800}),
    SetAbsence(20, 7, "Z"),
)
"""What nobody but the staff may know of."""


def test_no_public_answer_changes_by_what_is_secret(event_office: MakeEventOffice) -> None:
    app = event_office()
    event_store = app.state.site.events
    event_store.act(SLUG, entered(5).command, TOWN, NOW)
    event_store.act(SLUG, SetRule("open", "true"), TOWN, NOW, Confirmation(True, "x", True))
    before = answers(app, SLUG, (5, 6))
    assert sum(status == 200 for status, _ in before.values()) > 25
    assert before[f"/t/{SLUG}/round/6.json"][0] == 404
    for command in SECRET_ACTS:
        event_store.act(SLUG, command, TOWN, NOW, Confirmation(True, SECRET, True))
    wanted = LinkWanted(SECRET, "scorer", NOW + dt.timedelta(hours=8))
    secret = add_link(event_store, SLUG, wanted, TOWN, NOW).secret
    assert secret is not None
    after = answers(app, SLUG, (5, 6))
    assert differing(before, after) == []
    assert not any(one in text for _, text in after.values() for one in (SECRET, BIRTHDAY, secret, "1987-06"))
    event_store.act(SLUG, Publish(6), TOWN, NOW, Confirmation(True, SECRET, True))
    out = answers(app, SLUG, (6,))
    assert out[f"/t/{SLUG}/round/6.json"][0] == 200
    assert not any(one in text for _, text in out.values() for one in (SECRET, BIRTHDAY, secret))


def test_a_line_up_is_secret_until_both_are_there(event_office: MakeEventOffice) -> None:
    app = event_office()
    event_store = app.state.site.events
    league = small_league()
    restore_log(event_store, league.journal.lines)
    _, white, black = event_store.open("liga").state.rounds[1].matches[0]
    lists = {team: event_store.open("liga").state.teams[team].players for team in (white, black)}
    before = answers(app, "liga", (1,))
    event_store.act("liga", SetLineUp(white, 1, lists[white][1:3]), TOWN, NOW, Confirmation(True, "x", True))
    assert differing(before, answers(app, "liga", (1,))) == []
    event_store.act("liga", SetLineUp(black, 1, lists[black][:2]), TOWN, NOW, Confirmation(True, "x", True))
    shown = answers(app, "liga", (1,))
    assert "/t/liga/round/1" in differing(before, shown)
    assert shown["/t/liga/teams/1"][0] == 200


def small_league() -> Arbiter:
    """Four teams on two boards, the first round published."""
    arbiter = Arbiter({"slug": "liga", "kind": "team", "system": "dutch-2017", "rounds": 3, "boards": 2})
    for team in range(1, 5):
        entries = []
        for place in (1, 2, 3):
            done = arbiter.does(Enter({"name": f"T{team} {place}", "rating": 2300 - 10 * team - place}))
            entries.append(done.lines[-1].data["entry"])
        arbiter.does(AddTeam(f"Team {team}", entries))
    arbiter.closes()
    arbiter.does(DrawNext(1))
    arbiter.does(Publish(1))
    return arbiter
