"""Page says = office did: after every act that hands something on, the sentence of the page and the answer of the
command are what the office has stored: its events, reports, lists, decisions and the last lines of its log."""

import datetime as dt
import json
import re
import shutil
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from fastapi.routing import iter_route_contexts

from answers import Answer, Arpad
from arpad.documents.document import document_of, replace
from arpad.i18n import text
from arpad.lists.list_versions import ListVersion
from arpad.office.context import Desk
from arpad.office.decisions.corrections import CORRECTIONS
from arpad.office.decisions.decisions import DECISIONS, Decision, list_decisions
from arpad.office.events import list_events, show_event
from arpad.office.lists import log_lines, versions
from arpad.office.records import EventDetail, KeptDecision, OfficeEvent
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from cli_office_town import LIST, report
from small_hand_over import case, hall
from web_desk_office import NOW, Visitor, make_town, open_town

IMPORT = "/office/import"
WHY = "the scoresheet"
SHARED = "--who Eva --at 2024-09-02T12:00:00Z"
AUGUST = "submit august.trf --registered 2024-06-01 --no-hybrid"
TURNED_AWAY = ""
"""What is said of an act that the office does not do: the form comes back, and nothing is stored."""


# ---------------------------------------------------------------- the acts


@dataclass(frozen=True)
class Act:
    """An act by its form and by its command: what its page says, and the commands that come before it. `sent` is the
    file of the form, `stage` that of a further stage."""

    name: str
    address: str
    line: str
    said: str
    form: Mapping[str, str] = field(default_factory=dict)
    sent: str = ""
    stage: str = ""
    before: tuple[str, ...] = ()

    @property
    def refused(self) -> bool:
        return self.said.endswith("refused")


def correction(
    name: str, line: str, said: str, form: Mapping[str, str] | None = None, event: int = 1, **more: Any
) -> Act:
    """An act about an event; its name begins with its command."""
    command = name.split(maxsplit=1)[0]
    words = f"{command} {event} {line} --reason '{WHY}'"
    return Act(name, f"/office/events/{event}/{command}", words, said, {"reason": WHY, **(form or {})}, **more)


def decision(name: str, line: str, form: Mapping[str, str], said: str = "decided", **more: Any) -> Act:
    """A decision beside the reports; its name begins with its command."""
    command = name.split(maxsplit=1)[0]
    words = f"{command} {line} --reason '{WHY}'"
    return Act(name, f"/office/decide/{command}", words, said, {"reason": WHY, **form}, **more)


CUP = "register --name 'August Cup' --start 2024-08-05 --federation ESP"
FACTS = {"registered": "2024-06-01", "hybrid": "no"}
RATING = {"id": "105", "period": "2024-08", "rating": "2050"}
ACTS = (
    Act("register", "/office/register", CUP, "registered",
        {"name": "August Cup", "start": "2024-08-05", "federation": "ESP"}),
    Act("register twice", "/office/register", CUP, TURNED_AWAY,
        {"name": "August Cup", "start": "2024-08-05", "federation": "ESP"}, before=(CUP,)),
    Act("submit accepted", "/office/submit", AUGUST, "accepted", FACTS, "august.trf"),
    Act("submit refused", "/office/submit", "submit twice.trf", "refused", sent="twice.trf"),
    Act("submit for a registered event", "/office/submit", f"{AUGUST} --event 2", "accepted",
        FACTS | {"event": "2"}, "august.trf", before=(CUP,)),
    Act("submit refused for a registered event", "/office/submit", "submit twice.trf --event 2", "refused",
        {"event": "2"}, "twice.trf", before=(CUP,)),
    Act("submit with a stage", "/office/submit", f"{AUGUST} --stage final.trf", "refused", FACTS, "august.trf",
        stage="final.trf"),
    Act("submit no report", "/office/submit", "submit list.csv", TURNED_AWAY, sent="list.csv"),
    Act("submit the same games", "/office/submit", "submit july-corrected.trf", TURNED_AWAY, sent="july-corrected.trf"),
    correction("correct accepted", "july-corrected.trf", "corrected", sent="july-corrected.trf"),
    correction("correct refused", "twice.trf", "correction-refused", sent="twice.trf"),
    correction("correct refused before any list", "twice.trf", "correction-refused", event=2, sent="twice.trf",
               before=(AUGUST,)),
    correction("correct a refused event", "august.trf", "corrected", event=2, sent="august.trf",
               before=("submit twice.trf",)),
    correction("correct without a report", "august.trf", TURNED_AWAY, event=2, sent="august.trf", before=(CUP,)),
    correction("identify without a report", "--player 4=106", TURNED_AWAY, {"players": "4=106"}, 2, before=(CUP,)),
    correction("correct refused of a refused event", "twice.trf", "refused", event=2, sent="twice.trf",
               before=("submit stranger.trf --another-event", "identify 2 --player 4=103 --reason first")),
    correction("withdraw", "", "withdrawn"),
    correction("withdraw a registered event", "", "withdrawn", event=2, before=(CUP,)),
    correction("withdraw before any list", "", "withdrawn", event=2, before=(AUGUST,)),
    correction("withdraw twice", "", TURNED_AWAY, before=("withdraw 1 --reason first",)),
    correction("identify", "--player 4=106", "identified", {"players": "4=106"}),
    correction("identify refused", "--player 4=103", "correction-refused", {"players": "4=103"}),
    correction("identify refused before any list", "--player 4=103", "refused", {"players": "4=103"}, 2,
               before=(AUGUST,)),
    correction("identify accepted at last", "--player 4=104 --another-event", "identified",
               {"players": "4=104", "another_event": "true"}, 2, before=("submit twice.trf",)),
    correction("identify the same games", "--player 4=104", TURNED_AWAY, {"players": "4=104"}, 2,
               before=("submit twice.trf",)),
    correction("facts", "--norms", "facts-given", {"norms": "yes"}),
    correction("facts refused", "--registered 2024-07-04", "correction-refused", {"registered": "2024-07-04"}),
    correction("facts refused before any list", "--registered 2024-08-04", "refused", {"registered": "2024-08-04"}, 2,
               before=(AUGUST,)),
    correction("facts before the report", "--norms", "facts-given", {"norms": "yes"}, 2, before=(CUP,)),
    correction("base", "101 2350", "base", {"id": "101", "rating": "2350"}),
    correction("base of nobody", "106 2350", TURNED_AWAY, {"id": "106", "rating": "2350"}),
    correction("base without a report", "101 2350", TURNED_AWAY, {"id": "101", "rating": "2350"}, 2, before=(CUP,)),
    correction("base before any list", "101 2350", "base", {"id": "101", "rating": "2350"}, 2, before=(AUGUST,)),
    correction("base of a refused event", "101 2350", "base", {"id": "101", "rating": "2350"}, 2,
               before=("submit twice.trf",)),
    correction("facts accepted at last", "--registered 2024-06-01", "facts-given", {"registered": "2024-06-01"}, 2,
               before=(AUGUST, "facts 2 --registered 2024-08-04 --reason first")),
    decision("person", "106 --from 2024-08 --title fm", {"id": "106", "period": "2024-08", "title": "FM"}),
    decision("erase", "106 --from 2024-08", {"id": "106", "period": "2024-08"}),
    decision("rating", "105 2024-08 2050", RATING),
    decision("merge", "104 106", {"keep": "104", "drop": "106"}),
    decision("unmerge", "104 106", {"keep": "104", "drop": "106"}, "undone", before=("merge 104 106 --reason first",)),
    decision("unmerge nothing", "104 106", {"keep": "104", "drop": "106"}, TURNED_AWAY),
    decision("exclude", "POR --from 2024-08", {"federation": "POR", "period": "2024-08"}),
    decision("readmit", "POR --from 2024-08", {"federation": "POR", "period": "2024-08"},
             before=("exclude POR --from 2024-08 --reason first",)),
    decision("undo", "1", {"decision": "1"}, "undone", before=("rating 105 2024-08 2050 --reason first",)),
    Act("import", IMPORT, "import-list list.csv --date 2024-09", "imported-provisional",
        {"date": "2024-09-01"}, "list.csv"),
    Act("import again", IMPORT, f"import-list changed.csv --date 2024-07 --reason '{WHY}'", "imported",
        {"date": "2024-07-01", "reason": WHY}, "changed.csv"),
    Act("import with a decided rating", IMPORT, f"import-list changed.csv --date 2024-07 --reason '{WHY}'", "imported",
        {"date": "2024-07-01", "reason": WHY}, "changed.csv", before=("rating 105 2024-07 2050 --reason first",)),
    Act("import without a reason", IMPORT, "import-list changed.csv --date 2024-07", TURNED_AWAY,
        {"date": "2024-07-01"}, "changed.csv"),
    Act("close", "/office/lists/2024-09/close", "close 2024-09", "closed", before=(AUGUST,)),
    Act("close again", "/office/lists/2024-09/close", "close 2024-09", "closed", before=("close 2024-09", AUGUST)),
    Act("close a published list", "/office/lists/2024-08/close", "close 2024-08", TURNED_AWAY),
    Act("publish", "/office/lists/2024-09/publish", "publish 2024-09", "published", before=("close 2024-09",)),
    Act("publish an import", "/office/lists/2024-09/publish", "publish 2024-09", "published",
        before=("import-list list.csv --date 2024-09",)),
    Act("discard", "/office/lists/2024-09/discard", "discard 2024-09", "discarded", before=(AUGUST, "close 2024-09")),
    Act("discard an import", "/office/lists/2024-09/discard", "discard 2024-09", "discarded",
        before=("import-list list.csv --date 2024-09",)),
    Act("discard a published list", "/office/lists/2024-08/discard", "discard 2024-08", TURNED_AWAY),
    Act("publish without a late report", "/office/lists/2024-09/publish", "publish 2024-09", TURNED_AWAY,
        before=("close 2024-09", AUGUST)),
    Act("publish as closed", "/office/lists/2024-09/publish", "publish 2024-09 --as-closed", "published",
        {"as_closed": "true"}, before=("close 2024-09", AUGUST)),
)  # fmt: skip
HANDED_OVER = {"all-listed": True, "players-without-id": False, "id-of-another": False}
"""Tournaments that were run here, and whether the office accepts their report."""

NOT_WALKED = {
    "/office/accounts/": "who may sign in: tests/web/test_accounts.py",
    "/office/me/": "one's own account: tests/web/test_accounts.py",
    "/office/tokens": "programs of an account: tests/web/test_accounts.py",
    "/office/time-zone": "a setting: tests/web/test_event_times.py",
    "/office/details": "a setting: tests/web/test_sharing.py",
    "/office/arbiters/record/": "records of arbiters, which are part of no list: tests/web/test_arbiters.py",
    "/office/hall": "opens the office to the telephones in a hall, stores nothing: tests/web/test_hall.py",
    "/office/backup": "gives a file, stores nothing",
    "/office/import/leave": "forgets the file that waits, stores nothing",
    "/office/events/{number}/identify/players": "shows what identify would do, stores nothing",
}
"""The addresses of the desk that hand nothing on, by their beginnings, and why."""


# ---------------------------------------------------------------- what the office has stored


@dataclass(frozen=True)
class Stored:
    """Everything of an office that an act can change; the log is the newest first."""

    events: Mapping[int, EventDetail]
    versions: tuple[ListVersion, ...]
    decisions: tuple[KeptDecision, ...]
    log: tuple[dict[str, Any], ...]


def stored(folder: Path) -> Stored:
    """Read an office anew, past the pages and the commands."""
    database = Database(f"sqlite:///{folder / 'office.db'}")
    desk = Desk(database, regulations(), "fide", "reader", NOW)
    log = (one.document() for one in log_lines(desk, limit=1000))
    found = Stored(
        {one.id: show_event(desk, one.id) for one in list_events(desk)},
        tuple(versions(desk)),
        tuple(list_decisions(desk)),
        tuple({name: one[name] for name in ("action", "subject", "details")} for one in log),
    )
    database.dispose()
    return found


@dataclass(frozen=True)
class Change:
    """What an act changed."""

    before: Stored
    after: Stored

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The new lines of the log, the oldest first."""
        return list(reversed(self.after.log[: len(self.after.log) - len(self.before.log)]))

    @property
    def versions(self) -> list[ListVersion]:
        known = {(one.period, one.number) for one in self.before.versions}
        return [one for one in self.after.versions if (one.period, one.number) not in known]

    @property
    def gone(self) -> list[ListVersion]:
        """The versions that are no longer there, or no longer what they were."""
        return [one for one in self.before.versions if one not in self.after.versions]

    def newest(self, period: dt.date) -> ListVersion:
        return [one for one in self.after.versions if one.period == period][-1]


def plain(value: Any) -> Any:
    """A document as it is after its way through JSON."""
    return json.loads(json.dumps(value, default=str))


# ---------------------------------------------------------------- the law, word by word


@dataclass(frozen=True)
class AboutEvent:
    """What is stored if a page says a word about an event: its state, the verdict on its newest report (None: no report
    came with it), and the line of the log."""

    states: tuple[str, ...]
    verdict: bool | None
    actions: tuple[str, ...]


ABOUT_EVENTS = {
    "registered": AboutEvent(("registered",), None, ("registered",)),
    "accepted": AboutEvent(("accepted",), True, ("accepted",)),
    "refused": AboutEvent(("refused",), False, ("refused", "correction-refused", "identified", "facts-given")),
    "corrected": AboutEvent(("accepted", "corrected"), True, ("corrected",)),
    "correction-refused": AboutEvent(
        ("accepted", "rated", "corrected"), False, ("correction-refused", "identification-refused", "facts-refused")
    ),
    "withdrawn": AboutEvent(("withdrawn",), None, ("withdrawn",)),
    "identified": AboutEvent(("accepted", "corrected"), True, ("identified",)),
    "facts-given": AboutEvent(("registered", "accepted", "corrected"), True, ("facts-given",)),
    "base": AboutEvent(("accepted", "refused", "rated", "corrected"), None, ("base-rating",)),
}
ABOUT_LISTS = {
    "closed": "provisional", "published": "published", "imported": "published", "imported-provisional": "provisional",
}  # fmt: skip
"""The state of a list of which a page says a word."""
DISCARDED = "discarded"
ABOUT_DECISIONS = ("decided", "undone")


def hold_event(said: str, number: int, change: Change) -> None:
    """The word that a page says about an event is what is stored of it."""
    law, now, then = ABOUT_EVENTS[said], change.after.events[number], change.before.events.get(number)
    first = change.lines[0]
    assert (first["action"] in law.actions, first["subject"]) == (True, str(number))
    assert now.state in law.states
    came = now.revisions[len(then.revisions) if then else 0 :]
    examined = law.verdict is not None and now.state != "registered"
    assert [one.accepted for one in came] == ([law.verdict] if examined else [])
    others = {one: detail for one, detail in change.after.events.items() if one != number}
    assert others == {one: detail for one, detail in change.before.events.items() if one != number}
    if said == "correction-refused":
        assert then is not None
        assert replace(now, revisions=then.revisions) == then, "the event stays as it was"
        assert change.versions == []
    elif said in ("identified", "facts-given", "base"):
        assert then is not None
        assert now.facts != then.facts, "what was given is kept"


def hold_list(said: str, period: dt.date, change: Change) -> None:
    """The word that a page says about a list is what is stored of it."""
    made, first = change.newest(period), change.lines[0]
    action = said.partition("-")[0]
    assert (first["action"], first["subject"]) == (action, f"{period:%Y-%m}")
    number = first["details"].get("version", made.number)
    (meant,) = (one for one in change.after.versions if (one.period, one.number) == (period, number))
    assert first["details"]["digest"] == meant.digest
    assert made.number == number or change.lines[1]["subject"] == first["subject"], "amended by decisions"
    assert made.state == ABOUT_LISTS[said]
    if said != "published":
        assert made.made == ("import" if action == "imported" else "closed")
        assert change.before.versions != change.after.versions
    else:
        assert change.gone == [replace(made, state="provisional")]


def hold_discarded(period: dt.date, change: Change) -> None:
    """The list that a page calls discarded is gone, and its events wait for a list again."""
    (gone,) = change.gone
    assert (gone.period, gone.state, change.versions) == (period, "provisional", [])
    (line,) = change.lines
    told = [line["action"], line["subject"], line["details"]["version"], line["details"]["digest"]]
    assert told == ["discarded", f"{period:%Y-%m}", gone.number, gone.digest]
    assert [detail for detail in change.after.events.values() if detail.period == period] == []


def hold_decision(said: str, command: str, change: Change) -> None:
    """The word that a page says about a decision is what is stored of it."""
    taken = change.after.decisions[len(change.before.decisions) :]
    assert [one.reason for one in taken] == [WHY]
    actions = [line["action"] for line in change.lines]
    if said == "undone":
        assert actions[0] == "undone"
        was = {one.id for one in change.before.decisions if one.undone}
        assert len({one.id for one in change.after.decisions if one.undone} - was) == 1
    else:
        assert actions[0] in (f"decided-{command}", f"{command}d")
        assert (taken[0].kind, taken[0].undone) == (command, False)


# ---------------------------------------------------------------- the walk


Run = Callable[[Path, str], Answer]


@pytest.fixture
def run(arpad: Arpad, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A command about the office of a folder."""

    def call(folder: Path, line: str) -> Answer:
        monkeypatch.chdir(folder)
        return arpad(f"office {line} --db sqlite:///office.db {SHARED}")

    return call


class Prepared(NamedTuple):
    """An office to which some commands were done, and what it has stored."""

    folder: Path
    stored: Stored


class Offices:
    """Offices to be copied: each is prepared once. The officer has signed in before, and stays so in every copy."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.made = folder, dict[tuple[str, ...], Prepared]()
        (folder / "town").mkdir()
        (folder / "first").mkdir()
        town, first = make_town(folder / "town"), folder / "first"
        app = open_town(town, first)
        officer = Visitor(app, "officer")
        self.cookies, self.csrf = dict(officer.client.cookies), officer.csrf("/office")
        app.state.site.close()
        for path in (*town.glob("*.trf"), *town.glob("*.csv")):
            shutil.copy(path, first)
        (first / "changed.csv").write_text(LIST.replace(",1900,", ",1910,"), "utf-8")
        (first / "final.trf").write_text(report("August Cup", 8, "111111").replace("24/08/0", "24/08/1"), "utf-8")
        self.made[()] = Prepared(first, stored(first))

    def prepared(self, commands: tuple[str, ...], run: Run) -> Prepared:
        if commands not in self.made:
            earlier = self.prepared(commands[:-1], run)
            folder = self.folder / str(len(self.made))
            shutil.copytree(earlier.folder, folder)
            assert run(folder, commands[-1]).code in (0, 1), commands
            self.made[commands] = Prepared(folder, stored(folder))
        return self.made[commands]


@pytest.fixture(scope="module")
def offices(tmp_path_factory: pytest.TempPathFactory) -> Offices:
    return Offices(tmp_path_factory.mktemp("offices"))


def sent(act: Act, folder: Path) -> dict[str, Any]:
    """The file of a form."""
    if not act.sent:
        return {}
    if act.address == IMPORT:
        return {"files": {"list": (act.sent, (folder / act.sent).read_bytes(), "text/csv")}}
    chosen = {"file": act.sent} | ({"stages": act.stage} if act.stage else {})
    return {"files": {name: (one, (folder / one).read_bytes(), "text/plain") for name, one in chosen.items()}}


def by_form(act: Act, officer: Visitor, csrf: str, folder: Path) -> Any:
    """Send a form as a browser does, and return the last answer: that of an import comes on its own page."""
    answer = officer.client.post(act.address, data={"csrf": csrf, "step": "do", **act.form}, **sent(act, folder))
    if act.address == IMPORT:
        assert answer.headers["location"] == f"{IMPORT}/waiting"
        while (answer := officer.client.get(f"{IMPORT}/waiting")).status_code == 200:
            time.sleep(0.05)
    return answer


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.name)
def test_the_page_and_the_command_say_what_the_office_did(act: Act, offices: Offices, tmp_path: Path, run: Run) -> None:
    line, form = tmp_path / "line", tmp_path / "form"
    prepared = offices.prepared(act.before, run)
    shutil.copytree(prepared.folder, line)
    form.mkdir()
    app, before = open_town(prepared.folder, form), prepared.stored

    told = run(line, f"{act.line} --json")
    change = Change(before, stored(line))
    assert told.code == (2 if act.said == TURNED_AWAY else 1 if act.refused else 0), told.err
    if act.said == TURNED_AWAY:
        assert (told.out, change.after == before) == ("", True), "nothing is stored"
    else:
        hold_document(told.json, change)

    officer = Visitor(app)
    officer.client.cookies.update(offices.cookies)
    answer = by_form(act, officer, offices.csrf, line)
    assert stored(form) == change.after, "the form and the command do the same"
    if act.said == TURNED_AWAY:
        assert answer.status_code in (400, 409), answer.text
        assert 'role="status"' not in answer.text
    else:
        assert answer.status_code == 303, answer.text
        hold_page(act, officer, str(answer.headers["location"]), change)
    app.state.site.close()


def hold_page(act: Act, officer: Visitor, location: str, change: Change) -> None:
    """Hold the page to which an act leads, and its sentence, to what is stored."""
    address = urlsplit(location)
    told = parse_qs(address.query)
    assert told["done"] == [act.said]
    hold(act, address.path, change)
    words = [text(f"web.done.{act.said}")]
    if "lists" in told:
        count = len(change.versions)
        assert told["lists"] == [str(count)]
        replayed = [line["subject"] for line in change.lines if line["action"] == "replayed"]
        assert replayed == [f"{one.period:%Y-%m}" for one in change.versions]
        words.append(text("web.done.lists", count=count) if count else text("label.office-no-list-changes"))
    status = re.search(r'<p class="message ([a-z]*)" role="status">(.*?)</p>', officer.page(location))
    assert status is not None
    assert status.groups() == ("warning" if act.refused else "", " ".join(words))

    document = officer.json(f"{address.path}.json")
    assert officer.json("/office/log.json")[0].items() >= plain(change.after.log[0]).items()
    if address.path == "/office/decisions":
        assert document == plain([one.document() for one in reversed(change.after.decisions)])
    elif address.path == "/office/lists":
        assert document == plain([one.document() for one in reversed(change.after.versions)])
    elif address.path.startswith("/office/lists/"):
        newest = plain(change.newest(period_in(address.path)).document())
        names = ("period", "version", "state")
        assert [document[name] for name in names] == [newest[name] for name in names]
    else:
        assert document == plain(change.after.events[document["id"]].document())


def hold(act: Act, path: str, change: Change) -> None:
    """Hold the word of an act, said on a page, to what is stored."""
    last = path.rpartition("/")[2]
    if act.said in ABOUT_EVENTS:
        hold_event(act.said, int(last), change)
    elif act.said == DISCARDED:
        hold_discarded(period_in(act.address.rpartition("/")[0]), change)
    elif act.said in ABOUT_LISTS:
        hold_list(act.said, period_in(path), change)
    else:
        assert last == "decisions"
        hold_decision(act.said, act.name.split()[0], change)


def period_in(path: str) -> dt.date:
    return dt.date.fromisoformat(f"{path.rpartition('/')[2]}-01")


def hold_document(document: Mapping[str, Any], change: Change) -> None:
    """Hold the answer to a program to what is stored: the event, the verdict on its report, and the lists."""
    held = False
    if "versions" in document:
        held = True
        assert document["versions"] == plain([one.document() for one in change.versions])
        assert len(document["changed"]) == len(change.versions)
    if "accepted" in document:
        held = True
        detail = change.after.events[document["event"]["id"]]
        newest = detail.revisions[-1]
        assert document["event"] == plain(document_of(OfficeEvent, detail))
        told = [document[name] for name in ("accepted", "revision", "sha256")]
        assert told == [newest.accepted, newest.number, newest.sha256]
        assert [one["code"] for one in document["findings"]] == [one.code for one in newest.findings]
    if "version" in document:
        held = True
        gone = change.lines[0]["action"] == "discarded"
        meant = change.gone[0] if gone else change.newest(dt.date.fromisoformat(document["period"]))
        made = plain(meant.document())
        assert {name: document[name] for name in made} == made
    if "id" in document:
        held = True
        assert document == plain(document_of(OfficeEvent, change.after.events[document["id"]]))
    assert held, document


@pytest.mark.parametrize("name", HANDED_OVER)
def test_a_hand_over_says_what_the_office_did(
    name: str, tmp_path: Path, arpad: Arpad, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page, its step, programs and the command: each of them says what the office says of the event."""
    slug, accepted = case(name)["rules"]["slug"], HANDED_OVER[name]
    app = hall(tmp_path / "office.db", name)
    shutil.copy(tmp_path / "office.db", tmp_path / "line.db")
    officer, desk = Visitor(app, "officer"), f"/t/{slug}/desk"
    assert officer.done(f"{desk}/hand-over").startswith(f"{desk}/hand-over")
    page, after = officer.page(f"{desk}/hand-over"), stored(tmp_path)
    state = after.events[1].state
    assert [state, after.events[1].revisions[-1].accepted] == ["accepted" if accepted else "refused", accepted]
    assert (after.log[0]["action"], after.log[0]["subject"]) == (state, "1")
    assert [f"Handed over and {word}" in page for word in ("accepted", "refused")] == [accepted, not accepted]
    (step,) = officer.json(f"{desk}.json")["next"]
    assert (step["step"], step["done"]) == ("hand-over" if accepted else "hand-over-refused", accepted)
    document = officer.json(f"{desk}/hand-over.json")
    assert [one["state"] for one in document["office"]] == [state]
    assert [one["accepted"] for one in document["handed_over"]] == [accepted]
    app.state.site.close()

    monkeypatch.setenv("ARPAD_DB", f"sqlite:///{tmp_path / 'line.db'}")
    events = f"--events sqlite:///{tmp_path / 'line.db'} --who Clara --at 2026-05-13T12:00"
    done = arpad(f"event hand-over {slug} {events} --json")
    (report,) = done.json["reports"]
    event = arpad("office event 1 --json").json
    assert [done.code, done.json["accepted"], report["accepted"]] == [0 if accepted else 1, accepted, accepted]
    assert [event["state"], event["revisions"][-1]["accepted"]] == [state, accepted]
    names = ("office_event", "sha256", "due", "late_for")
    assert [report[one] for one in names] == [1, event["revisions"][-1]["sha256"], event["due"], event["late_for"]]


# ---------------------------------------------------------------- nothing is forgotten


def test_every_decision_is_walked() -> None:
    """A class that examines a report is walked accepted and refused."""
    kinds: dict[str, type[Decision]] = {kind.command: kind for kind in (*CORRECTIONS, *DECISIONS)}
    for command, kind in kinds.items():
        said = {act.said for act in ACTS if act.address.rpartition("/")[2] == command}
        assert kind.outcome in said, command
        assert not kind.examines or any(one.endswith("refused") for one in said), command
    assert {act.said for act in ACTS} == {*ABOUT_EVENTS, *ABOUT_LISTS, DISCARDED, *ABOUT_DECISIONS, TURNED_AWAY}


def test_every_form_of_the_office_is_walked_or_hands_nothing_on(offices: Offices, tmp_path: Path) -> None:
    app = open_town(offices.made[()].folder, tmp_path)
    posts = {str(one.path) for one in iter_route_contexts(app.routes) if "POST" in (one.methods or ())}
    forms = {path for path in posts if path.startswith("/office")}
    app.state.site.close()
    assert "/t/{slug}/desk/hand-over" in posts
    left_out = {path for path in forms if path.startswith(tuple(NOT_WALKED))}
    patterns = {path: re.compile(re.sub(r"\{\w+\}", "[^/]+", path)) for path in forms - left_out}
    assert [path for path, like in patterns.items() if not any(like.fullmatch(act.address) for act in ACTS)] == []
    assert [start for start in NOT_WALKED if not any(path.startswith(start) for path in left_out)] == []
