"""Accounts on the web: administrators, your own account, the second factor, tokens, and what is left after signing
out."""

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pyotp
import pytest
from fastapi import FastAPI
from playwright.sync_api import expect

from arpad.office.accounts.people import set_role
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting, log_entries
from web_demo import OpenPage
from web_desk_office import JSON, NOW, PASSWORD, Visitor, file, make_town, open_town
from web_findings import NOTHING, look
from web_visits import at_the_desk

OTHER = "another password"
FACTS = {"registered": "2024-06-01", "hybrid": "no"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


class Clock:
    """The time of an office, which tests move on."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> dt.datetime:
        return self.now

    def later(self, **by: int) -> None:
        self.now += dt.timedelta(**by)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(town: Path, tmp_path: Path, clock: Clock) -> FastAPI:
    return open_town(town, tmp_path, now=clock)


@pytest.fixture
def administrator(app: FastAPI) -> Visitor:
    return Visitor(app, "administrator")


def database_of(app: FastAPI) -> Database:
    found: Database = app.state.site.database
    return found


# ------------------------------------------------------------------ administrators


def test_a_new_password_looks_like_a_link(administrator: Visitor) -> None:
    """Links of tables look like their text; one that does something has the look of a link."""
    page = administrator.page("/office/accounts")
    assert page.count('<a class="ask" href="/office/accounts/password?name=') == page.count(
        "/office/accounts/password?"
    )


def test_an_administrator_opens_and_closes_accounts(app: FastAPI, administrator: Visitor) -> None:
    new = {"name": "Inés", "role": "arbiter", "password": PASSWORD}
    assert "Inés" in administrator.refused("/office/accounts/new", new | {"password": "short"})
    administrator.refused("/office/accounts/new", new | {"role": "king"})
    administrator.refused("/office/accounts/new", new | {"password": "Password123"})
    assert administrator.done("/office/accounts/new", new) == "/office/accounts?done=account-added"
    administrator.refused("/office/accounts/new", new)
    ines = Visitor(app, "Inés")
    administrator.done("/office/accounts/password", {"name": "Inés", "password": OTHER})
    assert ines.client.get("/office").status_code == 303
    assert ines.sign_in("Inés").status_code == 401
    assert ines.sign_in("Inés", OTHER).status_code == 303
    administrator.done("/office/accounts/role", {"name": "Inés", "role": "auditor"})
    assert "Inés" in ines.page("/office/accounts")
    administrator.done("/office/accounts/close", {"name": "Inés"})
    assert ines.client.get("/office").status_code == 303
    administrator.done("/office/accounts/open", {"name": "Inés"})
    assert ines.sign_in("Inés", OTHER).status_code == 303
    administrator.refused("/office/accounts/password", {"name": "Nobody", "password": PASSWORD})
    assert administrator.send("/office/accounts/close", {"name": "administrator"}).status_code == 400
    assert administrator.send("/office/accounts/role", {"name": "administrator", "role": "officer"}).status_code == 400
    with database_of(app).reading() as connection:
        told = [line.action for line in log_entries(connection, subject="Inés", who="administrator")]
    assert told == ["account-added", "account-password", "account-role", "account-closed", "account-opened"]


def test_officers_look_after_accounts_while_there_is_no_administrator(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    assert officer.send("/office/accounts/close", {"name": "arbiter"}).status_code == 403
    assert "/office/accounts/new" not in officer.page("/office/accounts")
    with database_of(app).writing() as connection:
        connection.exec_driver_sql("UPDATE accounts SET role = 'officer' WHERE name = 'administrator'")
    assert "no administrator yet" in officer.page("/office/accounts")
    officer.done("/office/accounts/close", {"name": "arbiter"})
    set_role(database_of(app), "administrator", "administrator", Acting("Ada", NOW))
    assert officer.send("/office/accounts/open", {"name": "arbiter"}).status_code == 403


# ------------------------------------------------------------------ your own account


def test_a_password_of_your_own(app: FastAPI) -> None:
    here, elsewhere = Visitor(app, "arbiter"), Visitor(app, "arbiter")
    token = _token(here, ["read"])
    wrong = here.refused("/office/me/password", {"old_password": "not mine", "password": OTHER})
    assert "not your present password" in wrong
    assert OTHER not in wrong
    here.refused("/office/me/password", {"old_password": PASSWORD, "password": "short"})
    done = here.done("/office/me/password", {"old_password": PASSWORD, "password": OTHER})
    assert "your tokens have ended" in here.page(done)
    assert elsewhere.client.get("/office").status_code == 303
    assert Visitor(app).client.get("/office.json", headers=token).status_code == 401
    assert Visitor(app).sign_in("arbiter").status_code == 401
    assert Visitor(app).sign_in("arbiter", OTHER).status_code == 303


def test_signing_out_everywhere_else(app: FastAPI) -> None:
    here, elsewhere = Visitor(app, "arbiter"), Visitor(app, "arbiter")
    here.done("/office/me/sessions/end")
    here.page("/office")
    assert elsewhere.client.get("/office").status_code == 303


def _secret(page: str) -> str:
    found = re.search(r'name="secret" value="([A-Z2-7]{32})"', page)
    assert found is not None
    return found[1]


def set_up(visitor: Visitor, clock: Clock) -> tuple[str, list[str]]:
    """Turn the second factor on. Returns its secret and the recovery codes."""
    secret = _secret(visitor.page("/office/me/second-factor"))
    typed = {"csrf": visitor.csrf("/office/me"), "secret": secret, "code": pyotp.TOTP(secret).at(clock.now)}
    shown = visitor.client.post("/office/me/second-factor", data=typed)
    assert shown.status_code == 200, shown.text
    return secret, re.findall(r"<code>([A-Z2-7]{5}-[A-Z2-7]{5})</code>", shown.text)


def test_a_second_factor(app: FastAPI, clock: Clock) -> None:
    officer = Visitor(app, "officer")
    page = officer.page("/office/me/second-factor")
    assert "<svg" in page
    again = officer.send("/office/me/second-factor", {"secret": _secret(page), "code": "000000"})
    assert (again.status_code, _secret(again.text)) == (400, _secret(page))
    secret, codes = set_up(officer, clock)
    assert len(codes) == 10
    assert "10 recovery codes are left" in officer.page("/office/me")
    clock.later(minutes=1)

    visitor = Visitor(app)
    asked = visitor.sign_in("officer")
    assert asked.status_code == 200
    assert 'autocomplete="one-time-code"' in asked.text
    assert visitor.client.get("/office").status_code == 303, "half a sign-in opens nothing"
    csrf = visitor.client.cookies["arpad_form"]
    wrong = visitor.client.post("/login", data={"csrf": csrf, "code": "000000", "after": "/office/log"})
    assert wrong.status_code == 401
    assert "This code is not right" in wrong.text
    assert 'autocomplete="one-time-code"' in wrong.text
    code = pyotp.TOTP(secret).at(clock.now)
    entered = visitor.client.post("/login", data={"csrf": csrf, "code": code, "after": "/office/log"})
    assert (entered.status_code, entered.headers["location"]) == (303, "/office/log")
    visitor.page("/office/log")

    lost = Visitor(app)
    lost.sign_in("officer")
    csrf = lost.client.cookies["arpad_form"]
    assert lost.client.post("/login", data={"csrf": csrf, "code": codes[0]}).status_code == 303
    lost.refused("/office/me/recovery-codes", {"old_password": "not mine"})
    assert codes[1] not in lost.send("/office/me/recovery-codes", {"old_password": PASSWORD}).text
    lost.refused("/office/me/second-factor/off", {"old_password": "not mine"})
    lost.done("/office/me/second-factor/off", {"old_password": PASSWORD})
    assert Visitor(app).sign_in("officer").status_code == 303


def test_half_a_sign_in_that_takes_too_long_begins_again(app: FastAPI, clock: Clock) -> None:
    set_up(Visitor(app, "officer"), clock)
    visitor = Visitor(app)
    visitor.sign_in("officer")
    clock.later(minutes=10)
    late = visitor.client.post("/login", data={"csrf": visitor.client.cookies["arpad_form"], "code": "123456"})
    assert late.status_code == 401
    assert "sign in once more" in late.text
    assert 'name="password"' in late.text


def test_a_form_that_waits_goes_on_after_the_code(app: FastAPI, clock: Clock) -> None:
    """The session ended while somebody typed; they sign in with both factors, and what they typed is still there."""
    officer = Visitor(app, "officer")
    secret, _ = set_up(officer, clock)
    csrf = officer.csrf("/office/register")
    clock.later(hours=13)
    typed = {"csrf": csrf, "name": "Night Cup", "start": "2024-08-20", **FACTS}
    asked = officer.client.post("/office/register", data=typed)
    assert asked.status_code == 401
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', asked.text.split("<main")[1]))
    half = officer.client.post("/login/again", data=fields | {"name": "officer", "password": PASSWORD})
    assert 'autocomplete="one-time-code"' in half.text
    assert "Night Cup" in half.text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', half.text.split("<main")[1]))
    whole = officer.client.post("/login/again", data=fields | {"code": pyotp.TOTP(secret).at(clock.now)})
    assert whole.status_code == 200
    assert "Night Cup" in whole.text
    officer.page("/office")


def test_an_office_wants_a_second_factor_of_its_officers(app: FastAPI, administrator: Visitor, clock: Clock) -> None:
    set_up(administrator, clock)
    administrator.done("/office/accounts/policy", {"second_factor": "officers", "sign_in_days": "30"})
    officer, arbiter = Visitor(app, "officer"), Visitor(app, "arbiter")
    arbiter.page("/office")
    led = officer.client.get("/office/log")
    assert (led.status_code, led.headers["location"]) == (303, "/office/me/second-factor")
    assert officer.client.get("/office/log.json").status_code == 403
    csrf = officer.csrf("/office/me")
    assert officer.client.post("/office/lists/2024-09/close", data={"csrf": csrf}).status_code == 403
    assert officer.client.get("/t/new").status_code == 303
    assert "You can go on when it is set up" in officer.page("/office/me/second-factor")
    set_up(officer, clock)
    officer.page("/office/log")
    administrator.page("/office/accounts")
    administrator.done("/office/accounts/second-factor/off", {"name": "officer"})
    assert officer.client.get("/office/log").status_code == 303


def test_a_known_browser_is_not_locked_out(app: FastAPI) -> None:
    officer = Visitor(app, "officer")
    assert "arpad_device" in officer.client.cookies
    stranger = Visitor(app)
    for _ in range(5):
        assert stranger.sign_in("officer", "a wrong guess").status_code == 401
    assert stranger.sign_in("officer").status_code == 429
    del officer.client.cookies["arpad_session"]
    assert officer.sign_in("officer").status_code == 303


# ------------------------------------------------------------------ tokens


def _token(visitor: Visitor, scopes: list[str], **more: Any) -> dict[str, str]:
    made = visitor.send("/office/tokens", {"label": "a program", "scopes": scopes, **more}, headers=JSON)
    assert made.status_code == 200, made.text
    return {"authorization": f"Bearer {made.json()['token']}"}


def test_a_token_is_for_what_it_is_for(app: FastAPI) -> None:
    officer, program = Visitor(app, "officer"), Visitor(app).client
    doing = {
        "read": ("get", "/office/log.json", {}),
        "reports": ("post", "/office/register", {"name": "Night Cup", "start": "2024-08-20"}),
        "events": ("post", "/t/new", {"slug": "night", "name": "Night Cup", "start": "2024-08-20", "rounds": "3"}),
        "office": ("post", "/office/lists/2024-09/close", {}),
    }
    for scope in doing:
        header = _token(officer, [scope])
        for other, (method, path, data) in doing.items():
            answer = program.request(method, path, headers=header, data=data or None)
            assert (answer.status_code == 403) == (scope != other), (scope, other, answer.text)
    everything = _token(officer, list(doing))
    for path in ("/office/accounts/new", "/office/me/password", "/office/tokens", "/office/me/second-factor"):
        assert program.post(path, headers=everything).status_code == 403, path
    assert program.get("/office/me/password", headers=everything).status_code == 403


def test_a_token_ends_and_officers_take_any_back(app: FastAPI, clock: Clock) -> None:
    arbiter, officer, program = Visitor(app, "arbiter"), Visitor(app, "officer"), Visitor(app).client
    short, long = _token(arbiter, ["read"], days=7), _token(arbiter, ["read"], days=30)
    page = arbiter.send("/office/tokens", {"label": "endless", "days": "4000", "scopes": "read"})
    assert page.status_code == 400
    assert "4000" in page.text
    clock.later(days=8)
    assert [program.get("/office.json", headers=one).status_code for one in (short, long)] == [401, 200]
    officer.sign_in("officer")
    found = officer.json("/office/accounts/tokens.json")
    assert [(one["account"], one["scopes"], one["used"] is None) for one in found] == [
        ("arbiter", ["read"], one["used"] is None) for one in found
    ]
    (used,) = [one for one in found if one["used"]]
    page_of_all = officer.page("/office/accounts/tokens")
    assert "over" in page_of_all
    assert "a program" in officer.page(f"/office/accounts/tokens/drop?beginning={used['beginning']}")
    arbiter.sign_in("arbiter")
    drop = {"beginning": used["beginning"], "account": "arbiter"}
    assert arbiter.send("/office/accounts/tokens/drop", drop).status_code == 403
    officer.done("/office/accounts/tokens/drop", drop)
    assert program.get("/office.json", headers=long).status_code == 401


# ------------------------------------------------------------------ what is left in a browser


def test_nothing_that_is_private_is_kept(app: FastAPI) -> None:
    """Pages for everybody too, while somebody is signed in: they carry the name."""
    officer, visitor = Visitor(app, "officer"), Visitor(app)
    for path in ("/office", "/office/log.json", "/", "/players/101", "/events/1", "/t", "/nothing"):
        answer = officer.client.get(path)
        assert answer.headers["cache-control"] == "no-store", path
        assert "cookie" in answer.headers["vary"], path
        answer = visitor.client.get(path)
        assert answer.headers["cache-control"] in ("no-cache", "no-store"), path
        assert "cookie" in answer.headers["vary"], path
    assert "no-store" not in officer.client.get("/static/style.css").headers.get("cache-control", "")
    left = officer.send("/logout")
    assert left.headers["clear-site-data"] == '"cache"'
    assert left.headers["cache-control"] == "no-store"


def test_over_https_the_browser_guards_the_session(town: Path, tmp_path: Path) -> None:
    app = open_town(town, tmp_path)
    visitor = Visitor(app)
    visitor.client.base_url = "https://office.example"
    entered = visitor.sign_in("officer")
    set_cookies = entered.headers.get_list("set-cookie")
    (session,) = [one for one in set_cookies if "arpad_session" in one]
    assert session.startswith("__Host-arpad_session=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(session.split("; "))
    assert visitor.client.get("/office").headers["strict-transport-security"] == "max-age=31536000"


def test_a_withdrawn_event_is_seen_by_the_office_alone(app: FastAPI) -> None:
    officer, visitor = Visitor(app, "officer"), Visitor(app)
    addresses = ("/events/1", "/events/1.json", "/events/1/standings", "/events/1/standings/crosstable.json")
    for address in addresses:
        assert visitor.client.get(address).status_code == 200, address
    officer.done("/office/events/1/withdraw", {"reason": "it was played twice", "step": "do"})
    for address in addresses:
        assert visitor.client.get(address).status_code == 404, address
    officer.page("/events/1")
    officer.done("/office/submit", FACTS, files=file("august.trf"))
    visitor.page("/events/2")


def test_back_shows_nothing_after_signing_out(open_page: OpenPage) -> None:
    """In a real browser, which could keep pages as it likes."""
    page = at_the_desk(open_page)
    page.goto("/office/log")
    page.goto("/lists")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    for _ in range(3):
        page.go_back()
        expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
        assert "Signed in as" not in page.content()


def test_the_pages_of_accounts_are_accessible_and_narrow(open_page: OpenPage) -> None:
    page = at_the_desk(open_page, color_scheme="light")
    pages = (
        "/office/me",
        "/office/me/second-factor",
        "/office/tokens",
        "/office/accounts",
        "/office/accounts/sign-ins",
    )
    assert look(page, pages) == NOTHING
