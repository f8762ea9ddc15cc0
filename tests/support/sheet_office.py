"""A little office for the tests of the claim sheet: a list, reports of one hero's games, closed periods."""

import datetime as dt
import json
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from arpad.documents.json import dumps
from arpad.domain.event import HALF_POINTS_OF, Event, Player, ResultCode, RoundResult
from arpad.formats.trf_event_lines import event_to_trf
from arpad.i18n import Language
from arpad.office.context import Desk, found_system
from arpad.office.events import submit
from arpad.office.periods import close, import_list, publish
from arpad.office.proof.sheets import PeriodSheet, sheet, sheet_document
from arpad.office.storage.database import Database
from arpad.papers.period_sheet import period_sheet
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_editions import regulations
from office_ledgers import ledger_of
from pdf_pages import page_texts

MIRROR: dict[str, ResultCode] = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
POINTS = {"1": "1", "=": "0.5", "0": "0"}
COLUMNS = "id,name,federation,sex,title,rating,games,k,born,flag"
STANDARD = "90 min + 30 sec increment from move one"
HERO, NEW = 1000, 77
"""The one whose sheet it is, and one who is on no list yet."""

Met = list[tuple[int, str]]
"""Opponents by their ids, and the results against them."""


def list_of(period: str) -> dt.date:
    return dt.date.fromisoformat(f"{period}-01")


class Office:
    """An office in a file of a folder."""

    def __init__(self, folder: Path, system: str = "fide") -> None:
        self.folder, self.url = folder, f"sqlite:///{folder / 'office.db'}"
        noon = dt.datetime(2024, 1, 1, 12, tzinfo=dt.UTC)
        self.desk = Desk(Database(self.url), regulations(), system, "Eva", noon)
        self.ratings: dict[int, int] = {}
        self.names: dict[int, str] = {}
        found_system(self.desk, "ESP")

    def founded_on(self, period: str, ratings: dict[int, int], k: int = 20) -> "Office":
        """The first list: ids and ratings; everybody has the same K."""
        self.ratings = ratings
        rows = [f'{id_},"{self.name(id_)}",ESP,M,,{rating},0,{k},1980,' for id_, rating in ratings.items()]
        path = self.folder / "list.csv"
        path.write_text("\n".join([COLUMNS, *rows]), "utf-8")
        import_list(self.desk, path, list_of(period))
        return self

    def name(self, id_: int) -> str:
        return self.names.get(id_, f"Player, No {id_}")

    def event(
        self, name: str, start: str, met: Met, *, hero: int = HERO, received: str = "", control: str = STANDARD
    ) -> None:
        """An event in which one plays these games, a round a day, and nobody else plays each other."""
        first = dt.date.fromisoformat(start)
        days = tuple(first + dt.timedelta(days=day) for day in range(len(met)))
        own = [RoundResult(at, at + 1, "w", result) for at, (_, result) in enumerate(met, 1)]  # type: ignore[arg-type]
        players = [self._player(1, hero, own)]
        for at, (id_, result) in enumerate(met, 1):
            players.append(self._player(at + 1, id_, [RoundResult(at, 1, "b", MIRROR[result])]))
        event = Event(
            name, "Soria", "ESP", first, days[-1], "Individual: Swiss-System", rounds=len(met), chief_arbiter="Gil, A",
            time_control=control, round_dates=days, players=tuple(players),
        )  # fmt: skip
        when = dt.date.fromisoformat(received) if received else days[-1]
        done = submit(self.desk, event_to_trf(event, "trf16"), received=when, system="swiss", another_event=True)
        assert done.accepted, done.findings

    def _player(self, rank: int, id_: int, rounds: list[RoundResult]) -> Player:
        halves = sum(HALF_POINTS_OF[round_.result or "0"] for round_ in rounds)
        points = Fraction(halves, 2)
        rating = self.ratings.get(id_)
        return Player(rank, self.name(id_), "m", "", rating, "ESP", str(id_), 1980, points=points, rounds=tuple(rounds))

    def published(self, *periods: str) -> "Office":
        for period in periods:
            close(self.desk, list_of(period))
            publish(self.desk, list_of(period))
        return self

    def rating(self, period: str, id_: int) -> int:
        """What the list says."""
        rows = ledger_of(self.desk, list_of(period)).rows([str(id_)])
        return rows[str(id_)].standing("standard").rating

    def sheet(
        self, period: str, id_: int = HERO, number: int | None = None, time_class: TimeClass = "standard"
    ) -> PeriodSheet:
        return sheet(self.desk, str(id_), list_of(period), number, time_class)

    def document(self, period: str, id_: int = HERO, **chosen: Any) -> Any:
        """The sheet as JSON, its decimals exact."""
        found = sheet_document(self.sheet(period, id_, **chosen), "en").document()
        return json.loads(dumps(found), parse_float=Decimal)

    def pdf(self, period: str, id_: int = HERO, language: Language = "en", **chosen: Any) -> bytes:
        found = self.sheet(period, id_, **chosen)
        return period_sheet(found, found.version, regulations().sources, language)

    def pages(self, period: str, id_: int = HERO, language: Language = "en", **chosen: Any) -> list[str]:
        """The text of each page, spaces made one."""
        return [one_space(text) for text in page_texts(self.pdf(period, id_, language, **chosen))]

    def page(self, period: str, id_: int = HERO, language: Language = "en", **chosen: Any) -> str:
        return " ".join(self.pages(period, id_, language, **chosen))


def one_space(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def holds(text: str, *parts: str) -> None:
    for part in parts:
        assert part in text, (part, text)


RATINGS = {HERO: 2000, 2: 2100, 3: 1950, 4: 2450, 5: 1580, 6: 2050, 7: 1900, 8: 1990}
FIRST: Met = [(2, "1"), (3, "="), (4, "0"), (5, "1")]
SECOND: Met = [(6, "="), (7, "0"), (4, "="), (3, "+")]


def two_events(folder: Path) -> Office:
    """2000 beats 2100, draws 1950, loses to 2450*, beats 1580*; then draws 2050, loses to 1900, draws 2450*; the last
    one did not come."""
    office = Office(folder).founded_on("2024-07", RATINGS)
    office.event("First Open", "2024-07-02", FIRST)
    office.event("Second Open", "2024-07-12", SECOND)
    return office.published("2024-08")


def games(*events: Met) -> str:
    """The games that count, as the calculator takes them."""
    return " ".join(
        f"--game {RATINGS[id_]}:{POINTS[result]}:E{at}"
        for at, met in enumerate(events)
        for id_, result in met
        if result in POINTS
    )
