"""No public answer shows a draft, a line-up before its time, a day of birth, a contact, an incident or a secret (I-14).

Every public address is asked before and after secret acts: the answers must not differ.
"""

import datetime as dt
import re
import struct
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from fastapi.routing import iter_route_contexts

from arbiter import Arbiter
from arpad.office.tournaments.copies import restore_log
from arpad.office.tournaments.store import add_link
from arpad.tournament.acts.absences import SetAbsence
from arpad.tournament.acts.event import AddStaff, LinkWanted, NoteAppeal, NoteIncident, SetRule
from arpad.tournament.acts.players import ApplyFor, ChangeFields, Enter
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.acts.teams import AddTeam, SetLineUp
from arpad.tournament.export import export_trf
from arpad.tournament.journal import Confirmation, fold_log
from arpad.tournament.log import write_lines
from places import FIXTURES
from proofs import TIMES
from valdeoca import entered
from visitor import TestClient
from web_demo import NOW
from web_event import SLUG, TOWN, MakeEventOffice, at_desk

if TYPE_CHECKING:
    from fastapi import FastAPI

SAMPLES = sorted(path for path in (FIXTURES / "swiss_manager").iterdir() if path.suffix in (".TUNX", ".TURX", ".TUMX"))
NOT_TAKEN = ("a05-team-roundrobin-empty",)
"""Files of which no tournament can be made: without players."""
OPENED = ("a01-swiss-unfinished", "a03-roundrobin-six", "a04-team-swiss")
"""Files of each kind, of whose tournaments all pages are opened."""
SECRET = "Zzsecretum"
BIRTHDAY = "1987-06-05"
NOT_PUBLIC = ("/desk", "/do/", "/link/", "/again", "/claim")
FILLED = {"round": 6, "entry": 13, "player": 13, "team": 1, "match": 1, "table": 1, "group": "u18"}
FILLED |= {"name": "photo", "number": 1, "secret": "0" * 32}
SCREENS = ("pairings", "names", "results", "standings")


def hidden_in(data: bytes) -> list[re.Pattern[str]]:
    """What a file of Swiss-Manager says of the computer on which it was made: its licence with the signatures, paths,
    mail, and the internal code."""
    (licence,) = struct.unpack_from("<I", data, 36)
    texts, at = [], 108
    for _ in range(132):
        (length,) = struct.unpack_from("<H", data, at)
        texts.append(data[at + 2 : at + 2 + 2 * length].decode("utf-16-le"))
        at += 2 + 2 * length
    written = [texts[place] for place in (7, 8, 11, 23) if texts[place].strip()]
    signed = [data[8:28].hex(), data[52:108].hex()]
    found = [re.compile(re.escape(one), re.IGNORECASE) for one in [*written, *signed]]
    return [*found, re.compile(rf"(?<![\w.-]){licence}(?![\w.-])")]


@pytest.mark.proof
@pytest.mark.long
@pytest.mark.parametrize("file", SAMPLES, ids=lambda file: file.stem)
def test_nothing_of_the_computer_of_a_file_is_anywhere(event_office: MakeEventOffice, file: Path) -> None:
    """Of a tournament that is taken over from a file of Swiss-Manager: no page of the desk or of everybody, no file, no
    line of the log. All is made from the log, so only one tournament of each kind has its pages opened, and all of them
    in `make prove`."""
    app, data = event_office(), file.read_bytes()
    hidden = hidden_in(data)
    officer = at_desk(app, "demo", "taken")
    sent = {"csrf": officer.csrf, "slug": "taken", "rounds": "9", "yes": "1"}
    sent |= {"system": "team-2026"} if file.suffix == ".TUMX" else {}
    looked = officer.visitor.post("/t/take-over", data=sent | {"look": "1"}, files={"file": (file.name, data)})
    made = officer.visitor.post("/t/take-over", data=sent, files={"file": (file.name, data)}, follow_redirects=False)
    answers = {"looked": looked.text, "made": made.text}
    if made.status_code != 303:
        assert file.stem in NOT_TAKEN, made.text
    else:
        lines = app.state.site.events.lines("taken")
        state = fold_log(lines)
        answers["log"] = write_lines(lines)
        answers |= {version: export_trf(state, version).data.decode() for version in ("trf16", "trf26")}
        if TIMES > 1 or file.stem in OPENED:
            for address in public_addresses("taken", max(1, state.last_published), ("/do/", "/link/", "/again")):
                answers[address] = officer.visitor.get(address).content.decode("utf-8", "replace")
            assert sum(len(text) > 500 for text in answers.values()) > 30
    assert [(where, one.pattern) for where, text in answers.items() for one in hidden if one.search(text)] == []


def public_addresses(slug: str, number: int, without: tuple[str, ...] = NOT_PUBLIC) -> list[str]:
    """Every address below an event that everybody may open, in every form; or all but those `without`."""
    from arpad.web.app import _pages

    found = set()
    for route in iter_route_contexts(_pages()):
        path = str(route.path)
        if path.startswith("/t/{slug}") and "GET" in (route.methods or ()) and not any(p in path for p in without):
            for what in SCREENS if "{what}" in path or "{screen}" in path else ("",):
                given = {**FILLED, "round": number, "slug": slug, "what": what, "screen": what}
                found.add(path.format_map(defaultdict(lambda: 1, given)))
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
