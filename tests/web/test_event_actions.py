"""Every action, sent by everybody: only those who may write do (I-13), and each problem has its answer."""

import re
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts

from arpad.i18n import has
from arpad.tournament.acts.event import CloseLink
from arpad.tournament.acts.rounds import Start
from arpad.tournament.roles import ROLES
from web_demo import NOW, PASSWORD
from web_event import SLUG, MakeEventOffice, at_desk, with_link

EXAMPLES: dict[str, dict[str, Any]] = {
    "result": {"round": 5, "board": 1, "result": "1-0"},
    "results": {"round": 5, "results": "2 1\n3 0"},
    "clear-result": {"round": 5, "board": 1},
    "line": {"round": 5, "keys": "4 1, 5 ="},
    "absent-at": {"round": 5, "entries": "58"},
    "publish-results": {"round": 5},
    "undo-result": {"round": 5, "line": 86},
    "apply": {"player": "Roldán, Eva", "mail": "eva@example.org"},
    "claim": {"table": 1, "round": 5, "code": "000000", "result": "1-0"},
    "contact": {"entry": 3, "mail": "ana@example.org"},
    "contacts-erase": {"entry": 3},
    "undo": {"line": 86, "reason": "wrong board"},
    "enter": {"player": "Roldán, Berta", "from_round": 6},
    "enter-file": {"csv": "name,rating,from_round\nSoto Lara,1800,6\n"},
    "accept": {"entry": 1},
    "refuse": {"entry": 1},
    "remove": {"entry": 1},
    "change": {"entry": 1, "field": "club", "value": "Valdeoca"},
    "pay": {"entry": 1, "amount": "25"},
    "edit": {"entry": 1, "club": "Valdeoca", "born": ""},
    "fees": {"currency": "EUR", "amount": "25", "category1_who": "women", "category1_amount": "20"},
    "check-in": {"entry": 3},
    "absent": {"entry": 4, "round": 6, "kind": "Z"},
    "withdraw": {"entry": 5},
    "return": {"entry": 5},
    "excuse": {"entry": 5},
    "refresh": {},
    "close-list": {"seed": 7},
    "numbers": {},
    "presence-open": {},
    "present": {"players": "3"},
    "presence-close": {"then": "pair"},
    "correct": {"round": 2, "board": 2, "result": "1/2"},
    "colours": {"round": 5, "board": 4},
    "substitute": {"round": 5, "board": 1, "other": 2, "missing": "1 2"},
    "penalty": {"entry": 3, "round": 5, "points": "-1/2"},
    "incident": {"text": "A telephone rang."},
    "appeal": {"text": "Against the forfeit.", "decision": "refused"},
    "notice": {"text": "Round 6 begins later."},
    "moves": {"pgn": '[White "Nobody"]\n[Black "Nobody Else"]\n[Round "1"]\n\n1. e4 *\n'},
    "key-moves": {"round": "5", "board": "1", "moves": "1. e4 e5"},
    "pushes": {"push": "off"},
    "staff": {"account": "Luis", "role": "scorer", "boards": "1-20"},
    "staff-remove": {"account": "Luis"},
    "link": {"label": "door", "role": "scorer"},
    "link-close": {"link": 1},
    "rule": {"rule": "city", "value": "Valdeoca"},
    "tie-break-edition": {"edition": "c07-2024"},
    "rating-edition": {"edition": "fide-2024"},
    "finish": {},
    "reopen": {},
    "lots": {"draw": "1", "yes": "1"},
    "own-list": {"own_list": "liga", "ratings_csv": "id,rating\n1,1800\n"},
    "renounce": {"entry": 1, "what": "all", "reason": "gives it to the club"},
    "hand-over": {},
    "open-period": {"period": "2026-03"},
    "hand-over-part": {"period": "2026-03"},
    "team": {"team_name": "Valdeoca", "list": "1 2 3 4"},
    "team-change": {"team": 1, "nick": "VAL"},
    "team-withdraw": {"team": 1, "round": 6},
    "team-absent": {"team": 1, "round": 6, "kind": "Z"},
    "team-return": {"team": 1},
    "lineup": {"round": 5, "team": 1, "seats": "1 2 3 -"},
    "match-forfeit": {"round": 5, "match": 1, "forfeit": "+-"},
    "tie": {"tie": 1, "seed": 7},
    "play-off": {"players": "1 2", "seed": 7},
    "play-off-result": {"play_off": 1, "game": 1, "result": "1-0"},
    "play-off-next": {"play_off": 1, "seed": 7},
    "draw": {"round": 6, "adjourn_open": "1"},
    "next": {"round": 6, "adjourn_open": "1"},
    "publish-start": {"round": 6},
    "clear": {"round": 6},
    "amend": {"round": 5, "boards": "1 1 2"},
    "mend": {"round": 5, "out": "13"},
    "publish": {"round": 6},
    "start": {"round": 5},
    "recall": {"round": 5, "void_results": "1"},
    "lock": {"round": 9},
    "unlock": {"round": 4},
    "table": {"round": 5, "board": 1, "table": 40},
    "board-add": {"round": 5, "white": 8, "black": 40},
    "forbid": {"players": "3 8", "first": 6},
    "allow": {"restriction": 1},
    "front": {"about": "Welcome to Valdeoca.", "venue": "Plaza Mayor 1"},
    "notices": {"mail": "eva@example.org", "pairings": "1"},
}
"""One of every action, as its form sends it."""
PEOPLE = ("", "stranger", "sector", "scorer", "arbiter", "pairer", "chief", "demo")
"""From the least to the most; the first is nobody, the last the officer."""
ROLE_OF = dict(
    zip(PEOPLE, ("public", "public", "scorer", "scorer", "arbiter", "pairer", "chief", "officer"), strict=True)
)


def test_every_action_has_an_example_and_words() -> None:
    from arpad.web.tournaments.actions import form_inputs
    from arpad.web.tournaments.desk.acts import ACTIONS
    from arpad.web.tournaments.perform import braces

    assert {kind.name for kind in ACTIONS} == set(EXAMPLES)
    assert len({kind.path for kind in ACTIONS}) == len(ACTIONS)
    for kind in ACTIONS:
        assert has(f"event-action.{kind.name}"), kind.name
        names = {one.name for one in form_inputs(kind)}
        assert set(braces(kind.path)) | set(braces(kind.back)) <= names, kind.name
        for one in form_inputs(kind):
            assert one.kind == "hidden" or has(f"event-field.{one.name}"), (kind.name, one.name)


def test_an_action_is_refused_to_everybody_who_may_not(event_office: MakeEventOffice) -> None:
    from arpad.web.tournaments.desk.acts import ACTIONS

    app = event_office()
    people = {name: at_desk(app, name) for name in PEOPLE}
    event_store = app.state.site.events
    for kind in ACTIONS:
        given = EXAMPLES[kind.name] | {"yes": "1", "reason": "a reason", "outside_rules": "1"}
        path = kind.path.format(**given)
        for name, somebody in people.items():
            before = event_store.open(SLUG).state
            answer = somebody.post(path, json=True, **given)
            after = event_store.open(SLUG).state
            if ROLES.index(ROLE_OF[name]) < ROLES.index(kind.least):
                assert answer.status_code in (401, 403), (kind.name, name, answer.text)
                assert after.head == before.head
            form = somebody.get(f"do/{kind.name}", params=given, follow_redirects=False)
            allowed = ROLES.index(ROLE_OF[name]) >= ROLES.index(kind.least)
            shown = form.status_code == 200 or "/desk/rules" in form.headers.get("location", "")
            assert shown == allowed, (kind.name, name)


def test_no_form_is_taken_that_is_not_ours(event_office: MakeEventOffice) -> None:
    from arpad.web.tournaments.desk.acts import ACTIONS

    app = event_office()
    chief = at_desk(app)
    head = app.state.site.events.open(SLUG).state.head
    for kind in ACTIONS:
        given = EXAMPLES[kind.name]
        assert chief.post(kind.path.format(**given), **given | {"csrf": "x"}).status_code == 403, kind.name
    assert app.state.site.events.open(SLUG).state.head == head


def test_a_scorer_has_the_own_boards_and_changes_nothing(event_office: MakeEventOffice) -> None:
    app = event_office()
    sector = at_desk(app, "sector")
    assert sector.post("desk/results/5", json=True, board=10, result="1").status_code == 200
    other = sector.post("desk/results/5", json=True, board=11, result="1")
    assert (other.status_code, other.json()["key"]) == (403, "event-not-your-board")
    changed = sector.post("desk/results/5", json=True, board=10, result="0")
    assert (changed.status_code, changed.json()["key"]) == (403, "event-not-allowed")
    forfeit = sector.post("desk/results/5", json=True, board=9, result="+")
    assert forfeit.status_code == 403
    many = sector.post("desk/results/5/many", json=True, results="9 1\n11 1")
    assert many.status_code == 403
    assert app.state.site.events.open(SLUG).state.rounds[5].boards[9].result is None


def test_somebody_with_a_link_stands_in_the_log_with_name_and_link_until_it_ends(event_office: MakeEventOffice) -> None:
    app = event_office()
    ana = with_link(app, "scorer", boards=(1, 5))
    answer = ana.post("desk/results/5", json=True, board=2, result="=")
    link = max(app.state.site.events.open(SLUG).state.links)
    assert answer.json()["board"]["history"][-1]["who"] == f"Ana Sol (link {link})"
    assert ana.post("desk/results/5", json=True, board=6, result="=").status_code == 403
    app.state.site.events.act(SLUG, CloseLink(link), "Clara", NOW)
    over = ana.post("desk/results/5", json=True, board=3, result="=")
    assert (over.status_code, over.json()["key"]) == (403, "event-link-ended")


def test_what_is_asked_comes_back_with_what_was_typed(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office())
    asked = chief.post("desk/results/5", board=4, result="1/2-0")
    assert asked.status_code == 400
    assert 'name="reason"' in asked.text
    assert 'name="board" value="4"' in asked.text
    done = chief.post("desk/results/5", board=4, result="1/2-0", reason="telephone rang")
    assert done.status_code == 303
    wrong = chief.post("desk/results/5", board="four", result="3-0")
    assert wrong.status_code == 400
    assert wrong.text.count('role="alert"') == 2
    assert 'value="four"' in wrong.text
    assert 'value="3-0"' in wrong.text


def test_a_request_that_is_sent_again_is_answered_as_the_first_time(event_office: MakeEventOffice) -> None:
    scorer = at_desk(event_office(), "scorer")
    given = {"board": 7, "result": "1", "request": "phone-1"}
    first, again = (scorer.post("desk/results/5", json=True, **given) for _ in range(2))
    assert first.json() == again.json()
    other = scorer.post("desk/results/5", json=True, **given | {"result": "0"})
    assert (other.status_code, other.json()["key"]) == (409, "event-request-other")


def test_a_clash_shows_both_values_and_replaces_what_was_seen(event_office: MakeEventOffice) -> None:
    app = event_office()
    seen = app.state.site.events.open(SLUG).state.rounds[5].boards[1].version
    assert at_desk(app, "scorer").post("desk/results/5", board=1, result="1", version=seen).status_code == 303
    arbiter = at_desk(app, "arbiter")
    page = arbiter.post("desk/results/5", board=1, result="0", version=seen)
    assert page.status_code == 409
    assert "1–0" in page.text
    now = arbiter.post("desk/results/5", json=True, board=1, result="0", version=seen).json()["now"]
    assert (now["result"], now["who"]) == ("1-0", "scorer")
    done = arbiter.post("desk/results/5", json=True, board=1, result="0", version=now["version"], replace=1)
    assert done.json()["board"]["result"] == "0-1"


def test_an_expired_session_signs_in_and_goes_on_with_what_was_typed(event_office: MakeEventOffice) -> None:
    app = event_office()
    ana = at_desk(app, "arbiter")
    del ana.visitor.cookies["arpad_session"]
    asked = ana.post("desk/results/5", board=3, result="1-0", reason="late <b>")
    assert asked.status_code == 401
    assert 'name="kept-board" value="3"' in asked.text
    assert "late &lt;b&gt;" in asked.text
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', asked.text))
    assert fields["address"] == f"/t/{SLUG}/desk/results/5"
    wrong = ana.visitor.post("/login/again", data=fields | {"name": "arbiter", "password": "wrong-password"})
    assert wrong.status_code == 401
    assert 'name="kept-board" value="3"' in wrong.text
    again = ana.visitor.post("/login/again", data=fields | {"name": "arbiter", "password": PASSWORD})
    assert again.status_code == 200, again.text
    waiting: dict[str, Any] = dict(
        re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', again.text.partition('id="content"')[2])
    )
    assert ana.post("desk/results/5", **waiting).status_code == 303
    assert app.state.site.events.open(SLUG).state.rounds[5].boards[3].result == "1-0"


@pytest.mark.parametrize(
    "address", ["//evil.example", "/t/valdeoca-2026/..//evil", "https://evil.example", "/t\\\\evil"]
)
def test_what_waits_is_sent_to_this_site_only(event_office: MakeEventOffice, address: str) -> None:
    nobody = at_desk(event_office(), "")
    nobody.visitor.get("/login")
    given: dict[str, Any] = {
        "csrf": nobody.visitor.cookies["arpad_form"],
        "name": "arbiter",
        "password": PASSWORD,
        "address": address,
    }
    page = nobody.visitor.post("/login/again", data=given)
    assert 'action="/office"' in page.text
    assert "evil" not in page.text


def test_a_value_that_is_too_long_comes_back(event_office: MakeEventOffice) -> None:
    page = at_desk(event_office()).post("desk/results/5", board="1", result="1" * 30)
    assert page.status_code == 400
    assert "Result is too long" in page.text
    assert "1" * 30 in page.text


def test_every_address_of_the_desk_is_closed_to_strangers(event_office: MakeEventOffice) -> None:
    """I-13: every route below an event that is of its desk, or that takes a form, by the routes themselves."""
    app = event_office()
    nobody, stranger = at_desk(app, ""), at_desk(app, "stranger")
    head = app.state.site.events.open(SLUG).state.head
    seen = 0
    for route in iter_route_contexts(app.routes):
        path = str(route.path)
        if not path.startswith("/t/{slug}/") or "{secret}" in path:
            continue
        address = re.sub(r"{[^}]*}", "1", path.removeprefix("/t/{slug}/"))
        if "POST" in (route.methods or ()):
            seen += 1
            assert nobody.post(address).status_code in (401, 403), path
            assert stranger.post(address, csrf="x").status_code == 403, path
        elif path.startswith("/t/{slug}/desk"):
            seen += 1
            for accept in ("text/html", "application/json"):
                headers = {"accept": accept}
                refused = nobody.get(address, headers=headers, follow_redirects=False)
                assert refused.status_code in (303, 401), path
                assert "/login" in refused.headers.get("location", "/login"), path
                assert stranger.get(address, headers=headers).status_code == 403, path
    assert seen > 10
    assert app.state.site.events.open(SLUG).state.head == head


def test_the_desk_tells_what_to_do_next_and_hides_what_is_not_for_the_seat(event_office: MakeEventOffice) -> None:
    app = event_office()
    chief, scorer = at_desk(app), at_desk(app, "scorer")
    steps = [(one["step"], one["done"]) for one in chief.get("desk.json").json()["next"]]
    assert steps == [("publish", True), ("start", False), ("results", False)]
    event_store = app.state.site.events
    event_store.act(SLUG, Start(5, "2023-03-02T11:00:00+00:00"), "Clara", NOW)
    assert [one["step"] for one in chief.get("desk.json").json()["next"]] == ["publish", "start", "absent", "results"]
    assert "11:30" in chief.get("desk").text
    told = scorer.get("desk.json").json()
    assert [one["step"] for one in told["next"]] == ["results"]
    assert not {"breaches", "unexplained", "adjourned"} & set(told)
    assert told["staff"] == told["active"] == []
    assert scorer.get("desk").status_code == 200
    told = chief.get("desk.json").json()
    assert {one["name"] for one in told["staff"]} >= {"chief", "sector"}
    assert "Clara" in {one["name"] for one in told["active"]}
    assert "At work in the last half hour" in chief.get("desk").text
