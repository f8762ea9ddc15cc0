"""A little office on the web for the tests of the desk: an account of each role, and visitors with a browser."""

import datetime as dt
import itertools
import re
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from arpad.office.accounts.people import ROLES, add_account
from arpad.office.storage.database import Database
from cli_office_town import REPORTS, prepare
from copied_office import copy_office
from described_once import described_once
from office_rows import BY
from visitor import TestClient

NOW = dt.datetime(2024, 9, 2, 12, tzinfo=dt.UTC)
PASSWORD = "a long password"
JSON = {"accept": "application/json"}


def make_town(folder: Path) -> Path:
    """The list of July, one report, the published list of August, and an account for each role, named as the role."""
    prepare(folder)
    database = Database(f"sqlite:///{folder / 'office.db'}")
    for role in ROLES:
        add_account(database, role, PASSWORD, role, BY)
    database.dispose()
    return folder


def open_town(town: Path, folder: Path, address: str = "", **more: Any) -> FastAPI:
    """The office once more, on the web, to be changed; or one at another address. `more` are settings."""
    from arpad.web.app import create_app
    from arpad.web.site import Settings

    if not address:
        copy_office(town / "office.db", folder / "office.db")
        address = f"sqlite:///{folder / 'office.db'}"
    numbers = itertools.count(1)
    ticks = itertools.count(0, 5)
    given: dict[str, Any] = {"now": lambda: NOW, "secret": lambda: f"secret-{next(numbers)}"} | more
    settings = Settings(address, milliseconds=lambda: next(ticks), **given)
    return described_once(create_app(settings))


def file(name: str) -> dict[str, Any]:
    """A report to be sent with a form."""
    return {"file": (name, REPORTS[name].encode(), "text/plain")}


class Visitor:
    """Somebody with a browser, who follows no redirect unasked."""

    def __init__(self, app: FastAPI, name: str = "") -> None:
        self.client = TestClient(app, follow_redirects=False)
        if name:
            assert self.sign_in(name).status_code == 303

    def csrf(self, path: str = "/login") -> str:
        found = re.search(r'name="csrf" value="([^"]*)"', self.client.get(path).text)
        assert found is not None
        return found[1]

    def sign_in(self, name: str, password: str = PASSWORD) -> Any:
        return self.client.post("/login", data={"csrf": self.csrf(), "name": name, "password": password})

    def page(self, path: str, status: int = 200, language: str = "en") -> str:
        answer = self.client.get(path, headers={"accept-language": language})
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.text

    def json(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        return answer.json()

    def send(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> Any:
        return self.client.post(path, data={"csrf": self.csrf("/office"), **(data or {})}, **more)

    def done(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> str:
        """Send a form that is accepted, and return the next address."""
        answer = self.send(path, data, **more)
        assert answer.status_code == 303, (path, answer.status_code, answer.text)
        return str(answer.headers["location"])

    def refused(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> str:
        """Send a form that comes back with what is wrong."""
        answer = self.send(path, data, **more)
        assert answer.status_code == 400, (path, answer.status_code, answer.text)
        assert 'role="alert"' in answer.text
        return str(answer.text)


def hidden(page: str) -> dict[str, Any]:
    """The hidden fields of a page's last form, as a browser sends them."""
    form = page[page.rindex('<form method="post"') :]
    found: dict[str, Any] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form.split("</form>")[0]):
        found[name] = [*found[name], value] if name == "carried" and name in found else value
    return found
