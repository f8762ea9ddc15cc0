"""An event from before the first edition of the tie-breaks (July 2017) is taken over, ranked and handed over. Its pages
are there before and after somebody has chosen an edition."""

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from arpad.office.accounts.people import add_account
from arpad.office.context import Desk, found_system
from arpad.office.events import show_event
from arpad.office.periods import close, import_list
from arpad.office.storage.database import Database
from arpad.regulations.rating_editions import regulations
from office_rows import BY
from places import FIXTURES
from small_hand_over import PASSWORD, WHO, on_the_web
from web_desk_office import JSON, Visitor

FILE = FIXTURES / "tournament" / "takeover-2012.trf"
LIST = FIXTURES / "tournament" / "takeover-2012.list.csv"
AT = dt.datetime(2012, 5, 20, 12, tzinfo=dt.UTC)
DESK = "/t/primavera/desk"
OTHER_VIEWS = re.compile(r"[?&](me|lang)=")
"""The same pages in another language, or with a row marked."""
SAID = "ranks by points alone"


def moved(data: bytes, year: int) -> bytes:
    """The event in another year."""
    return data.replace(b"2012/05/", f"{year}/05/".encode())


def hall(path: Path, year: int, edition: str | None = None) -> FastAPI:
    """An office on the web with a list of the year, and an officer."""
    database = Database(f"sqlite:///{path}")
    at = AT.replace(year=year)
    desk = Desk(database, regulations(), "fide", WHO, at)
    found_system(desk, "ESP")
    import_list(desk, LIST, dt.date(year, 4, 1), edition=edition)
    add_account(database, "officer", PASSWORD, "officer", BY)
    database.dispose()
    return on_the_web(path, at)


def taken_over(officer: Visitor, year: int, **more: str) -> None:
    sent = {"file": ("old.trf", moved(FILE.read_bytes(), year), "text/plain")}
    assert officer.done("/t/take-over", {"slug": "primavera", "yes": "1", **more}, files=sent) == DESK


def walked(officer: Visitor, *starts: str) -> Iterator[tuple[str, Any]]:
    """Every page and file of the event that a link leads to."""
    seen: set[str] = set()
    todo = list(starts)
    while todo:
        address = todo.pop()
        answer = officer.client.get(address, headers={"accept-language": "en"})
        yield address, answer
        if answer.status_code == 303:
            todo.append(answer.headers["location"].partition("#")[0])
            continue
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        for link in re.findall(r'href="(/t/primavera[^"#]*)', answer.text):
            clean = link.replace("&amp;", "&")
            if clean not in seen and not OTHER_VIEWS.search(clean):
                seen.add(clean)
                todo.append(clean)


IN_FORCE = (2008, None)
"""A year with an edition for rating, fide-2005."""
IN_THE_GAP = (2012, "fide-2005")
"""A year without one: the edition of the list is named, and so must be that of the event."""


def test_every_page_of_an_event_before_the_first_edition_of_c07_is_there(tmp_path: Path) -> None:
    app = hall(tmp_path / "office.db", *IN_THE_GAP)
    officer = Visitor(app, "officer")
    taken_over(officer, 2012)
    pages = dict(walked(officer, "/t/primavera", DESK))
    assert {address: answer.status_code for address, answer in pages.items() if answer.status_code != 200} == {}
    for address in ("/standings", "/crosstable", "/file.trf", "/desk/papers/form-1.pdf", "/desk/hand-over/papers.zip"):
        assert any(one.startswith(f"/t/primavera{address}") for one in pages), address
    assert "no game so far that can be rated" in officer.page("/t/primavera/players/1/rating")
    assert officer.json("/t/primavera/players/1/rating.json")["ratings"] == []
    assert SAID in pages["/t/primavera/standings"].text
    assert 'href="/t/primavera/do/tie-break-edition"' in pages["/t/primavera/standings"].text
    visitor = Visitor(app)
    assert SAID in visitor.page("/t/primavera/standings")
    assert "do/tie-break-edition" not in visitor.page("/t/primavera/standings")


def test_the_reasons_of_a_table_by_points_cite_no_edition(tmp_path: Path) -> None:
    """They cited c07-2017, which was not in force."""
    officer = Visitor(hall(tmp_path / "office.db", *IN_FORCE), "officer")
    taken_over(officer, 2008)
    for why in ("why/4", "why/2", "why/1"):
        document = officer.json(f"/t/primavera/standings/5/{why}.json")
        assert document["edition"] is None
        assert {(step["article"], step["source"]) for step in every_step(document["steps"])} == {("–", "")}
    assert officer.client.get("/t/primavera/standings/5/why/4.pdf").status_code == 200
    officer.done(f"{DESK}/rules/tie-break-edition", {"edition": "c07-2017"})
    chosen = officer.json("/t/primavera/standings/5/why/4.json")["steps"]
    assert {step["source"] for step in every_step(chosen)} == {"manual-2023-tie-breaks"}


def every_step(steps: list[Any]) -> Iterator[Any]:
    for step in steps:
        yield step
        yield from every_step(step.get("steps", []))


def test_an_unfinished_event_says_that_there_are_no_title_regulations(tmp_path: Path) -> None:
    officer = Visitor(hall(tmp_path / "office.db", *IN_FORCE), "officer")
    lines = [line[: 91 + 30] if line.startswith("001") else line for line in FILE.read_text().splitlines()]
    sent = {"file": ("old.trf", moved("\n".join(lines).encode(), 2008), "text/plain")}
    officer.done("/t/take-over", {"slug": "primavera", "yes": "1"}, files=sent)
    assert officer.json(f"{DESK}.json")["round"] == 3
    assert "no title regulations" in officer.page("/t/primavera/players/1/norms")
    assert officer.json("/t/primavera/players/1/norms.json")["edition"] is None
    assert SAID in officer.page("/t/primavera/standings")


def test_the_edition_of_the_tie_breaks_is_chosen_in_the_browser(tmp_path: Path) -> None:
    officer = Visitor(hall(tmp_path / "office.db", *IN_FORCE), "officer")
    taken_over(officer, 2008)
    before = officer.json("/t/primavera/standings.json")
    assert [before["edition"], before["list_from"], before["tie_breaks"]] == [None, "score", []]
    assert [(row["rank"], row["number"]) for row in before["rows"][:4]] == [(1, 1), (2, 2), (2, 4), (4, 3)]
    form = officer.page("/t/primavera/do/tie-break-edition")
    assert 'value="c07-2017"' in form
    assert "the one in force on the first day" in form
    assert officer.done(f"{DESK}/rules/tie-break-edition", {"edition": "c07-2017"}).startswith(f"{DESK}/rules")
    after = officer.json("/t/primavera/standings.json")
    assert [after["edition"], after["rows"][1]["values"]["BH"]] == ["c07-2017", "13.5"]
    assert [(row["rank"], row["number"]) for row in after["rows"][:4]] == [(1, 1), (2, 2), (3, 4), (4, 3)]
    assert SAID not in officer.page("/t/primavera/standings")
    assert officer.json(f"{DESK}.json").get("outside_rules") is None, "no file says the edition: this is no breach"
    assert "   3" in next(line for line in officer.page("/t/primavera/file.trf").splitlines() if "Duna" in line)[84:90]
    officer.done(f"{DESK}/rules/tie-break-edition", {"edition": "by-date"})
    assert officer.json("/t/primavera/standings.json")["edition"] is None
    assert officer.send(f"{DESK}/rules/tie-break-edition", {"edition": "c07-1999"}).status_code == 400


@pytest.mark.parametrize(("year", "edition"), [IN_FORCE, IN_THE_GAP])
def test_it_is_handed_over_and_rated(year: int, edition: str | None, tmp_path: Path) -> None:
    app = hall(tmp_path / "office.db", year, edition)
    officer = Visitor(app, "officer")
    taken_over(officer, year, tie_break_edition="c07-2017")
    assert officer.json("/t/primavera/standings.json")["edition"] == "c07-2017"
    officer.done(f"{DESK}/hand-over/finish")
    if edition is not None:
        tried = officer.json(f"{DESK}/hand-over.json")["reports"][0]
        assert [tried["accepted"], [one["code"] for one in tried["findings"] if one["severity"] == "error"]] == [
            False, ["no-edition"],
        ]  # fmt: skip
        assert tried["mend"] == [{"page": "do/rating-edition", "player": None, "rule": None}]
        assert 'href="/t/primavera/do/rating-edition">Choose the edition for rating</a>' in officer.page(
            f"{DESK}/hand-over"
        )
        officer.done(f"{DESK}/rules/rating-edition", {"edition": edition})
    live = officer.json("/t/primavera/players/2/rating.json")["ratings"][0]
    assert [live["edition"], live["rating"], live["new_rating"]] == ["fide-2005", 2021, 2020]
    answer = officer.send(f"{DESK}/hand-over", headers=JSON).json()
    assert answer["accepted"], answer["reports"][0]["findings"]
    event = show_event(app.state.site.desk(), 1)
    assert [event.state, event.revisions[0].accepted] == ["accepted", True]
    period = dt.date(year, 7, 1)
    closed = close(app.state.site.desk(), period, edition=edition)
    assert [closed.reports, closed.games, closed.findings] == [1, 20, ()]
    pages = dict(walked(officer, "/events/1", "/events/1/standings"))
    assert {address: one.status_code for address, one in pages.items() if one.status_code != 200} == {}
