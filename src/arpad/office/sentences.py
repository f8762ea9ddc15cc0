"""The log and the decisions of an office in sentences, with the names of events and players."""

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, or_, select

from arpad.domain.values import fold
from arpad.i18n import Language, date_text, has, keys, text
from arpad.office._list_repository import ListRepository
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction
from arpad.office.lists import newest_index
from arpad.office.records import KeptDecision, details_text, facts_rows
from arpad.office.storage.log_table import LogEntry, log_entries
from arpad.office.storage.schema import arbiter_records, events, log
from arpad.regulations.articles import TIME_CLASSES

ABOUT_EVENTS = (
    "registered", "accepted", "refused", "corrected", "correction-refused", "identified", "identification-refused",
    "facts-given", "facts-refused", "withdrawn", "base-rating",
)  # fmt: skip
ABOUT_LISTS = ("imported", "closed", "published", "discarded", "replayed")
DEMANDS = frozenset(("second_factor", "sign_in_days"))
"""What the office may demand of accounts."""
PLAYERS = ("id", "keep", "drop", "player")
"""The details that name a player."""
FOUND = 50
"""How many players and events with a name are looked for in the log."""


class Sentence(NamedTuple):
    """A line in words, and the page of what it is about, if it has one."""

    words: str
    address: str = ""


class _Names(NamedTuple):
    """The names of the events, players and arbiters of some lines."""

    events: Mapping[int, str]
    players: Mapping[str, str]
    arbiters: Mapping[str, str]

    def event(self, subject: str) -> str:
        return self.events.get(int(subject), subject) or subject if subject.isdecimal() else subject

    def player(self, id_: Any) -> str:
        return _with_id(self.players, id_)

    def arbiter(self, id_: str) -> str:
        return _with_id(self.arbiters, id_)


def _with_id(names: Mapping[str, str], id_: Any) -> str:
    name = names.get(str(id_), "")
    return f"{name} ({id_})" if name else str(id_)


def log_sentences(desk: Desk, entries: Sequence[LogEntry], language: Language) -> dict[int, Sentence]:
    """Return the lines of the log in words, by their numbers."""
    numbers = {int(entry.subject) for entry in entries if entry.action in ABOUT_EVENTS and entry.subject.isdecimal()}
    ids = {id_ for entry in entries for id_ in _players_of(entry.action, entry.subject, entry.details)}
    with read_transaction(desk) as repository:
        names = _names(repository, numbers, ids, {one.subject for one in entries if one.action.startswith("arbiter-")})
    return {entry.id: _of_line(entry, names, language) for entry in entries}


def decision_sentences(desk: Desk, decisions: Sequence[KeptDecision], language: Language) -> dict[int, str]:
    """Return decisions in words, by their numbers."""
    ids = {str(decision.data[name]) for decision in decisions for name in PLAYERS if name in decision.data}
    with read_transaction(desk) as repository:
        names = _names(repository, (), ids)
    return {
        decision.id: decided_words(decision.kind, decision.data, decision.period, names, language)
        for decision in decisions
    }


def _players_of(action: str, subject: str, details: Mapping[str, Any]) -> Iterator[str]:
    for name in PLAYERS:
        if isinstance(details.get(name), str):
            yield details[name]
    if isinstance(details.get("ids"), Mapping):
        yield from map(str, details["ids"].values())
    if action in ("merged", "contacts-erased"):
        yield subject


def _names(
    repository: ListRepository, numbers: Iterable[int], ids: Iterable[str], arbiters: Iterable[str] = ()
) -> _Names:
    rows = repository.connection.execute(select(events.c.id, events.c.name).where(events.c.id.in_(list(numbers))))
    known = {int(row.id): str(row.name) for row in rows}
    last, players = repository.last(), {}
    for id_ in ids:
        person = None if last is None else repository.person(last, id_)
        if person is not None:
            players[id_] = person.name
    whose = arbiter_records.c.arbiter.in_(list(arbiters)), arbiter_records.c.kind == "person"
    noted = repository.connection.execute(
        select(arbiter_records.c.arbiter, arbiter_records.c.data).where(*whose).order_by(arbiter_records.c.id)
    )
    return _Names(known, players, {str(row.arbiter): str(json.loads(row.data).get("name", "")) for row in noted})


def _of_line(entry: LogEntry, names: _Names, language: Language) -> Sentence:
    details, subject, action = entry.details, entry.subject, entry.action
    address = ""
    values: dict[str, Any] = {"subject": subject, "reason": _because(details.get("reason"), language)}
    if action in ABOUT_EVENTS:
        address = f"/office/events/{subject}"
        values |= {"event": names.event(subject), "revision": details.get("revision", "")}
        values |= {"player": names.player(details.get("player")), "rating": details.get("rating") or "–"}
        players = [names.player(id_) for id_ in (details.get("ids") or {}).values()]
        facts = details.get("facts") or {}
        values |= {
            "players": _listed(players),
            "facts": _listed([": ".join(row) for row in facts_rows(facts, language)]),
        }
    elif action in ABOUT_LISTS:
        address = f"/office/lists/{subject}"
        values |= {"list": _day(subject, language), "version": details.get("version", "")}
        values |= {name: details.get(name, 0) for name in ("players", "reports", "changed")}
    elif action.startswith("decided-") or action == "undone":
        kind = details.get("kind", "") if action == "undone" else action.removeprefix("decided-")
        address = "/office/decisions"
        period = None if action == "undone" else _date(subject)
        values["decision"] = decided_words(str(kind), details, period, names, language)
    elif action in ("merged", "contacts-erased"):
        address = "/office/decisions"
        values |= {
            "player": names.player(subject),
            "drop": names.player(details.get("drop")),
            "count": details.get("count", 0),
        }
    elif action.startswith("arbiter-"):
        address = f"/office/arbiters/{subject}"
        values["arbiter"] = names.arbiter(subject)
    elif action == "tournament-founded":
        address = f"/t/{subject}"
    else:
        demanded = [
            _changed(name, _word(details[name], language, "factor"), language) for name in DEMANDS & details.keys()
        ]
        told = [str(details[name]) for name in ("name", "contact") if details.get(name)]
        values["demands"] = _listed(sorted(demanded) or told) or "–"
        values |= {name: details.get(name) or "–" for name in ("label", "zone")}
        values |= {name: _word(details.get(name), language, "role") for name in ("role", "before")}
    key = f"log-line.{action}"
    if has(key):
        return Sentence(text(key, language, **values).strip(), address)
    word = text(f"log.{entry.action}", language) if has(f"log.{entry.action}") else entry.action
    return Sentence(": ".join(filter(None, (word, " ".join(filter(None, (subject, details_text(details))))))), address)


def decided_words(kind: str, data: Mapping[str, Any], period: dt.date | None, names: _Names, language: Language) -> str:
    """Return what a decision says, from which list on."""
    changes, time_class = data.get("changes") or {}, data.get("time_class")
    values = {
        "player": names.player(data.get("id")), "keep": names.player(data.get("keep")),
        "drop": names.player(data.get("drop")), "federation": data.get("federation", ""),
        "rating": data.get("rating") or text("web.said.none", language),
        "time_class": text(f"time-class.{time_class}", language) if time_class in TIME_CLASSES else "",
        "changes": _listed([_changed(name, value, language) for name, value in changes.items()]),
    }  # fmt: skip
    if kind == "undo":
        inner = decided_words(str(data.get("kind", "")), data, None, names, language)
        return text("decision-line.undo", language, decision=inner)
    key = f"decision-line.{kind}"
    said = text(key, language, **values) if has(key) else details_text(data)
    return (
        said if period is None else text("decision-line.since", language, said=said, list=date_text(period, language))
    )


def _changed(name: str, value: Any, language: Language) -> str:
    key = f"web.field.{name}"
    label = text(key, language) if has(key) else text("decision-line.absent", language) if name == "absent" else name
    if name == "birthday" and value:
        written = str(value)
        value = date_text(dt.date(int(written[:4]), int(written[4:6]), int(written[6:])), language)
    sex = f"web.sex.{str(value).lower()}"
    return f"{label}: {text(sex, language) if name == 'sex' and has(sex) else value or '–'}"


def _because(reason: Any, language: Language) -> str:
    return text("log-line.because", language, reason=" ".join(str(reason).split())) if reason else ""


def _word(name: Any, language: Language, kind: str) -> str:
    """The word for a value of a kind, the value itself if there is none."""
    return text(f"web.{kind}.{name}", language) if has(f"web.{kind}.{name}") else str(name or "–")


def _listed(words: Sequence[str], most: int = 6) -> str:
    return ", ".join(words[:most]) + (", …" if len(words) > most else "")


def _date(subject: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(f"{subject}-01" if len(subject) == len("2024-05") else subject)
    except ValueError:
        return None


def _day(subject: str, language: Language) -> str:
    date = _date(subject)
    return subject if date is None else date_text(date, language)


# The log searched: by who did it, by the words of what was done, by events and players.


def log_actions(language: Language) -> dict[str, str]:
    """Return what the log tells of, in words, by its actions."""
    return {key.removeprefix("log."): text(key, language) for key in keys(language) if key.startswith("log.")}


def search_log(
    desk: Desk,
    *,
    query: str = "",
    action: str = "",
    before: int | None = None,
    oldest_first: bool = False,
    skipped: int = 0,
    limit: int = 100,
    language: Language = "en",
    whole: bool = False,
) -> list[LogEntry]:
    """Return lines of the log, the newest first, in which all words of a query are: in who did it, in what was done, in
    the name of the event or of a player. `whole`: also those of the office as a whole, its accounts and backups."""
    words = query.split()
    index = newest_index(desk) if words else None
    with read_transaction(desk) as repository:
        fitting = [_fits(repository, word, index, language) for word in words]
        fitting.append(log.c.system.in_((desk.system, "") if whole else (desk.system,)))
        return list(
            log_entries(
                repository.connection, action=action or None, before=before, limit=limit,
                newest_first=not oldest_first, fitting=fitting, skipped=skipped,
            )
        )  # fmt: skip


def _fits(repository: ListRepository, word: str, index: Any, language: Language) -> ColumnElement[bool]:
    """Whether a line has a word in it."""
    wanted = fold(word)
    told = [action for action, words in log_actions(language).items() if wanted in fold(words)]
    named = repository.connection.execute(
        select(events.c.id, events.c.name).where(events.c.system_id == repository.system.id)
    )
    numbers = [str(row.id) for row in named if wanted in fold(row.name)][:FOUND]
    players = [] if index is None else [player.id for player in index.find(word, FOUND)]
    parts = [
        log.c.who.icontains(word, autoescape=True), log.c.subject.contains(word, autoescape=True),
        log.c.details.icontains(json.dumps(word, ensure_ascii=False)[1:-1], autoescape=True), log.c.action.in_(told),
        log.c.action.in_(ABOUT_EVENTS) & log.c.subject.in_(numbers),
    ]  # fmt: skip
    parts += [log.c.details.contains(f'"{id_}"', autoescape=True) for id_ in players] + [log.c.subject.in_(players)]
    return or_(*parts)
