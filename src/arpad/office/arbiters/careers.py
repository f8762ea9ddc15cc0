"""An arbiter's career as the office recorded it, with its wording, JSON and CSV."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import structs

from arpad.arbiters.application_files import application_of, person_of, seminar_of
from arpad.arbiters.categories import (
    ActivityStatus,
    UpgradeAnswer,
    UpgradeApplication,
    UpgradeEvent,
    activity_facts,
    judge_upgrade,
    status_on,
)
from arpad.arbiters.model import ArbiterPerson, SeminarNorm
from arpad.arbiters.needs import ApplicationAnswer, judge_application
from arpad.documents.document import Document, ShownAs, TableColumn
from arpad.documents.schema import Bag
from arpad.i18n import ArpadError, Language, date_text, text
from arpad.office._list_repository import ListRepository
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction
from arpad.office.records import IN_A_LIST
from arpad.office.storage._tables import KeptArbiterRecord, arbiter_records_kept
from arpad.office.storage.schema import events
from arpad.regulations.arbiter_editions import ARBITER_CATEGORIES, ArbiterTitle, UpgradeTo

# The career of an arbiter: everything that the office noted, and what follows from it on a day.

TITLES = ("IA", "FA", "NA")
"""The titles of arbiters, the highest first."""
CATEGORIES = ("A", "B", "C")
NORMS = ("norm", "certificate")
"""The records that are a norm: of another event, or a certificate of the office."""
FOR_A_CATEGORY = ("role", "category", "positive")
"""What only an application for a category asks for."""
OF_THE_OFFICE = ("title", "number", "place", "most", "signing", "day")
"""What only the office's own certificates have."""


def norm_table(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a norm as the file of an application states it. Certificates of earlier releases say of every event that
    it is not double; that carries no information, so it is left out."""
    stated = {name: value for name, value in data.items() if name not in (*FOR_A_CATEGORY, *OF_THE_OFFICE)}
    return {name: value for name, value in stated.items() if name != "double" or value}


@dataclass(frozen=True, slots=True)
class ArbiterCareer:
    """An arbiter with all records, in their order; those that were revoked count for nothing."""

    id: str
    records: tuple[KeptArbiterRecord, ...]
    rated_events: frozenset[int] = frozenset()
    """Events of the office that were rated: their certificates are not void (6.2)."""

    def standing(self, *kinds: str) -> list[KeptArbiterRecord]:
        """Return the records of some kinds that were not revoked."""
        return [record for record in self.records if record.kind in kinds and not record.revoked]

    @property
    def awards(self) -> dict[str, dt.date]:
        """The titles and categories with the days of their awards; of one that was noted twice the later day."""
        noted = self.standing("award")
        return {record.data["title"]: dt.date.fromisoformat(record.data["day"]) for record in noted}

    @property
    def title(self) -> str:
        """The highest title, or "" if there is none."""
        return next((title for title in TITLES if title in self.awards), "NA" if self.person.national_arbiter else "")

    @property
    def category(self) -> str:
        """The category of an International Arbiter: D with the title, then what was awarded."""
        if "IA" not in self.awards:
            return ""
        return next((category for category in CATEGORIES if category in self.awards), ARBITER_CATEGORIES[-1])

    @property
    def person(self) -> ArbiterPerson:
        """Who it is: the newest value of each field."""
        return person_of(self._person(), self.id)

    def _person(self, day: dt.date = dt.date.max) -> dict[str, Any]:
        """The person as the file of an application states it, with the awards up to a day."""
        values: dict[str, Any] = {"id": self.id}
        for record in self.standing("person"):
            values |= record.data
        awards = {title: award for title, award in self.awards.items() if award <= day}
        values |= {title.lower(): awards[title] for title in ("FA", "IA") if title in awards}
        return values | ({"national_arbiter": True} if {"NA", "FA"} & set(awards) else {})

    @property
    def seminars(self) -> tuple[SeminarNorm, ...]:
        return tuple(seminar_of(record.data, self.id, record.id) for record in self.standing("seminar"))

    def status(self, day: dt.date) -> ActivityStatus:
        """B.06.3, 2: whether the arbiter is active on a day."""
        return status_on(day, activity_facts(self.person, self.seminars))

    @property
    def next_title(self) -> ArbiterTitle | None:
        """The title that the arbiter can apply for next."""
        return None if "IA" in self.awards else "IA" if "FA" in self.awards else "FA"

    def application(self, title: ArbiterTitle, day: dt.date) -> ApplicationAnswer:
        """Judge the application that these records make on a day. For IA, norms from before the FA title, and those
        that were used for it, are left out (4.12)."""
        return judge_application(application_of(self._table(title, day), self.id, day, title=title))

    def _table(self, title: ArbiterTitle, day: dt.date) -> dict[str, Any]:
        """The records as the file of an application states them."""
        after = self.awards.get("FA") if title == "IA" else None
        norms = [record.data for record in self.standing(*NORMS) if _counts_for(record.data, title, after, day)]
        seminars = [
            record.data for record in self.standing("seminar") if dt.date.fromisoformat(record.data["end"]) <= day
        ]
        return {"person": self._person(day), "seminar": seminars, "norm": [self._norm(norm) for norm in norms]}

    def _norm(self, data: Mapping[str, Any]) -> dict[str, Any]:
        rated = data.get("number") in self.rated_events
        return norm_table(data) | ({"event_rated": True} if rated else {})

    @property
    def next_category(self) -> UpgradeTo | None:
        """The category that an International Arbiter can apply for next."""
        steps: Mapping[str, UpgradeTo] = {"D": "C", "C": "B", "B": "A"}
        return steps.get(self.category)

    def upgrade(self, to: UpgradeTo, day: dt.date) -> UpgradeAnswer:
        """Judge the application for a category that these records make on a day."""
        awards, person = self.awards, self.person
        worked = [
            record.data for record in self.standing(*NORMS) if record.data.get("category") and record.data.get("role")
        ]
        return judge_upgrade(
            UpgradeApplication(
                to, day, awards.get("IA"), awards.get(self.category, awards.get("IA")), self.status(day).active,
                events=tuple(_worked(one) for one in worked if dt.date.fromisoformat(one["end"]) <= day),
                last_name=person.last_name, first_name=person.first_name, id=self.id, federation=person.federation,
            )
        )  # fmt: skip


def _counts_for(data: Mapping[str, Any], title: ArbiterTitle, after: dt.date | None, day: dt.date) -> bool:
    if data.get("title", title) != title or dt.date.fromisoformat(data["end"]) > day:
        return False
    if after is not None and (dt.date.fromisoformat(data["start"]) < after or data.get("used_for") == "FA"):
        return False
    return title == "IA" or data.get("used_for") in (None, "none")


def _worked(data: Mapping[str, Any]) -> UpgradeEvent:
    return UpgradeEvent(
        category=data["category"],
        role=data["role"],
        start=dt.date.fromisoformat(data["start"]),
        end=dt.date.fromisoformat(data["end"]),
        name=data["event"],
        positive=data.get("positive"),
        used=data.get("used_for"),
        link=data.get("link", ""),
    )


def careers_in(records: Iterable[KeptArbiterRecord], rated: frozenset[int] = frozenset()) -> dict[str, ArbiterCareer]:
    """Return the careers that records make, by the ids of the arbiters."""
    found: dict[str, list[KeptArbiterRecord]] = {}
    for record in records:
        found.setdefault(record.arbiter, []).append(record)
    return {id_: ArbiterCareer(id_, tuple(own), rated) for id_, own in found.items()}


def all_careers(desk: Desk) -> list[ArbiterCareer]:
    """Return all arbiters that the office knows, by name."""
    with read_transaction(desk) as repository:
        careers = careers_in(arbiter_records_kept(repository.connection), rated_events(repository)).values()
    return sorted(careers, key=lambda career: (career.person.name, career.id))


def career_of(desk: Desk, id_: str) -> ArbiterCareer:
    """Return an arbiter; refused if the office knows nobody with this id."""
    with read_transaction(desk) as repository:
        records, rated = arbiter_records_kept(repository.connection, id_), rated_events(repository)
    if not records:
        raise ArpadError("office-arbiter-unknown", id=id_)
    return ArbiterCareer(id_, tuple(records), rated)


def rated_events(repository: ListRepository) -> frozenset[int]:
    """Return the events of a system that are in a list."""
    return frozenset(row.id for row in repository.events(events.c.state.in_(IN_A_LIST)))


# Arbiters of the office for JSON and CSV.


class ListedArbiter(Document, frozen=True):
    """An arbiter on a day, for the list of all. `active` None: it is not known."""

    columns = (
        TableColumn("id", "fide-id"),
        TableColumn("active", words="web.arbiters.active."),
        TableColumn("ends", "active-until"),
    )
    id: str
    name: str
    federation: str
    title: str
    category: str
    active: bool | None
    ends: dt.date | None


class NotedRecord(Document, frozen=True):
    """Something that was noted about an arbiter."""

    id: int
    kind: str
    at: dt.datetime
    data: Bag
    reason: str
    revoked: bool


class CareerOnDay(ListedArbiter, frozen=True, kw_only=True):
    """Everything about an arbiter on a day: records, activity, and what the next applications lack."""

    date: dt.date
    born: dt.date | None
    languages: tuple[str, ...] | None
    awards: dict[str, dt.date]
    status: ActivityStatus
    records: tuple[Annotated[KeptArbiterRecord, ShownAs(NotedRecord)], ...]
    application: ApplicationAnswer | None
    upgrade: UpgradeAnswer | None


def listed_on(career: ArbiterCareer, day: dt.date) -> ListedArbiter:
    """Return an arbiter as the list of a day shows them."""
    person, status = career.person, career.status(day)
    return ListedArbiter(
        career.id, person.name, person.federation, career.title, career.category, status.active, status.ends
    )


def career_on(career: ArbiterCareer, day: dt.date) -> CareerOnDay:
    """Return everything about an arbiter on a day."""
    title, category = career.next_title, career.next_category
    return CareerOnDay(
        **structs.asdict(listed_on(career, day)),
        date=day,
        born=career.person.born,
        languages=career.person.languages,
        awards=career.awards,
        status=career.status(day),
        records=career.records,
        application=None if title is None else career.application(title, day),
        upgrade=None if category is None else career.upgrade(category, day),
    )


# What was noted about an arbiter, in words.

Data = Mapping[str, Any]


def record_words(record: KeptArbiterRecord, language: Language) -> str:
    """Return a record in a line."""
    return WORDED[record.kind](record.data, language)


def _day(data: Data, name: str, language: Language) -> str:
    return date_text(dt.date.fromisoformat(data[name]), language) if data.get(name) else ""


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _person(data: Data, language: Language) -> str:
    born = text("web.arbiters.born", language, day=_day(data, "born", language)) if data.get("born") else ""
    national = text("web.arbiters.award.NA", language) if data.get("national_arbiter") else ""
    return _joined(
        data.get("name", ""), data.get("federation", ""), born, ", ".join(data.get("languages", ())), national
    )


def _award(data: Data, language: Language) -> str:
    return _joined(text(f"web.arbiters.award.{data['title']}", language), _day(data, "day", language))


def _seminar(data: Data, language: Language) -> str:
    passed = data.get("passed")
    exam_result = (
        "" if passed is None else text("web.arbiters.passed" if passed else "web.arbiters.not-passed", language)
    )
    kind = text(f"web.arbiters.seminar.{data['kind']}", language)
    return _joined(kind, data.get("name", ""), _day(data, "end", language), data.get("exam", ""), exam_result)


def _norm(data: Data, language: Language) -> str:
    system = text(f"arbiter.system.{data['system']}", language) if data.get("system") else ""
    counts = [
        text(f"web.arbiters.count-{name}", language, count=data[name])
        for name in ("rounds", "players", "rated")
        if data.get(name) is not None
    ]
    role = text(f"arbiter.role.{data['role']}", language) if data.get("role") else ""
    used = data.get("used_for", "none")
    spent = "" if used == "none" else text("web.arbiters.used-for", language, what=_used(used, language))
    return _joined(data["event"], _day(data, "end", language), system, ", ".join(counts), role, spent)


def _used(word: str, language: Language) -> str:
    return text(f"web.arbiters.used.{word}", language)


def _certificate(data: Data, language: Language) -> str:
    return _joined(data["title"], _norm(data, language), f"{data['place']}/{data['most']}" if data.get("most") else "")


def _revocation(data: Data, language: Language) -> str:
    return text("web.arbiters.of-record", language, record=data["record"])


WORDED: Mapping[str, Callable[[Data, Language], str]] = {
    "person": _person,
    "award": _award,
    "seminar": _seminar,
    "norm": _norm,
    "certificate": _certificate,
    "revoke": _revocation,
}
