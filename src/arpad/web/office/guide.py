"""The guided office: its pages in four groups with what waits in each, and where every task is done."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from starlette.requests import Request

from arpad.domain.findings import Finding
from arpad.eligibility.facts import facts_asked
from arpad.i18n import Language, text
from arpad.office.accounts.people import Account
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction
from arpad.office.tasks import GROUPS, IN_DOUBT, OfficeTask, counts_of, office_tasks
from arpad.web.office.forms import at_desk
from arpad.web.site import language_of

PAGES: Mapping[str, tuple[str, ...]] = {
    "month": ("", "events", "lists"),
    "people": ("decisions", "arbiters"),
    "checks": ("log", "verify", "scale", "compare", "studies"),
    "settings": ("me", "tokens", "accounts", "backup", "hall"),
}
"""The pages of each group; the first of the month is the first page of the office."""
SUBMITTING = ("submit", "register", "import")
"""Forms whose addresses are not below a page; they belong to the month."""


class NavigationPage(NamedTuple):
    """A page in the navigation of the office."""

    address: str
    words: str
    here: bool


class NavigationGroup(NamedTuple):
    """A group in the navigation: its first page, what waits in it, and its pages."""

    name: str
    address: str
    waiting: int
    here: bool
    pages: tuple[NavigationPage, ...]


class TaskLine(NamedTuple):
    """A task on the first page: in words, the day, and a button."""

    kind: str
    words: str
    until: Any
    address: str
    button: str


def known_tasks(desk: Desk) -> tuple[OfficeTask, ...]:
    """Return what is to be done, kept for a day or until the log of the office has another line."""
    with read_transaction(desk) as repository:
        key = ("tasks", repository.system.id, desk.at.date())
        return repository.known.of(key, lambda: office_tasks(desk))


def navigation(request: Request) -> tuple[NavigationGroup, ...]:
    """Return the groups of the office for the visitor, with what waits in each for those who can do it."""
    account: Account = request.state.account
    tasks = known_tasks(at_desk(request, account)) if account.may_submit else ()
    counts = counts_of([task for task in tasks if may_do(task, account)])
    path = request.url.path.removeprefix("/office").strip("/").partition("/")[0]
    language = language_of(request)
    groups = []
    for group in GROUPS:
        names = [name for name in PAGES[group] if _may_see(name, account)]
        here = path in names or (group == "month" and path in SUBMITTING) or (group == "people" and path in PEOPLE)
        pages = tuple(
            NavigationPage(
                f"/office/{name}".rstrip("/"), text(f"web.desk.{name or 'home'}", language),
                path == name or (name == "decisions" and path in PEOPLE),
            )
            for name in names
        )  # fmt: skip
        groups.append(NavigationGroup(group, pages[0].address, counts[group], here, pages))
    return tuple(groups)


PEOPLE = ("decide", "players", "personal-data")


def _may_see(name: str, account: Account) -> bool:
    return (
        name not in ("accounts", "backup") or account.is_officer or (name == "accounts" and account.role == "auditor")
    )


def may_do(task: OfficeTask, account: Account) -> bool:
    """Whether somebody can do a task: arbiters hand reports in, all others are for officers."""
    return account.is_officer or (account.may_submit and task.kind in ("missing", "mend"))


def task_lines(tasks: tuple[OfficeTask, ...], account: Account, language: Language) -> list[TaskLine]:
    """Return the tasks of somebody in words, each with its button."""
    return [_line(task, language) for task in tasks if may_do(task, account)]


def _line(task: OfficeTask, language: Language) -> TaskLine:
    key = "backup-none" if task.kind == "backup" and not task.count else task.kind
    words = text(f"web.task.{key}", language, count=task.count, name=task.name or str(task.event), list=task.list)
    month = "" if task.list is None else f"{task.list:%Y-%m}"
    address = {
        "identify": f"/office/events/{task.event}/identify", "facts": f"/office/events/{task.event}/facts",
        "mend": f"/office/events/{task.event}", "missing": f"/office/submit?event={task.event}",
        "examine": f"/office/events/{task.event}", "close": f"/office/lists/{month}/closing",
        "close-again": f"/office/lists/{month}/closing", "publish": f"/office/lists/{month}/publishing",
        "backup": "/office/backup",
    }[task.kind]  # fmt: skip
    return TaskLine(task.kind, words, task.until, address, text(f"web.task.{task.kind}-do", language))


def ways_to_act(
    findings: Iterable[Finding], event: int, *, waits: bool, language: Language
) -> dict[str, tuple[str, str]]:
    """Return what somebody can do about findings, by their codes: the words and the address of a button. Players are
    identified, facts are given, errors are mended in the report; what is only good to know has none. `waits`: the event
    waits for another report; one of a list is corrected."""
    ways: dict[str, tuple[str, str]] = {}
    for finding in findings:
        if finding.code in IN_DOUBT:
            name = "identify"
        elif facts_asked([finding]):
            name = "facts"
        elif finding.severity == "error":
            name = "submit" if waits else "correct"
        else:
            continue
        address = f"/office/submit?event={event}" if name == "submit" else f"/office/events/{event}/{name}"
        ways[finding.code] = (text(f"web.form.{name}", language), address)
    return ways
