"""Read entries typed by hand, from a rating list or from a CSV file, with notes for the arbiter."""

import csv
import datetime as dt
import io
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from arpad.domain.rating_list import HIGHEST_RATING, TITLES, ListEntry, RatingList
from arpad.formats.codes import FEDERATIONS
from arpad.i18n import ArpadError, Words
from arpad.inputs import parse
from arpad.regulations.rating_editions import regulations
from arpad.standings.conditions import Profile, parse_condition
from arpad.tournament.journal import Confirmations
from arpad.tournament.rules import GROUP_COLUMNS, MOST_ROUNDS, EventRules, plain
from arpad.tournament.schedules import plain_name
from arpad.tournament.state import Entry, EventState
from arpad.untrusted import exact

# The fields of an entry as people type them. `where` names the place in a message: an option, a key, a cell.

Reader = Callable[[str, str], Any]
RATINGS = ("fide", "national", "other")
"""The lists of which a player may have a rating: FIDE's, the national one, any other (or the arbiter's estimate)."""
MOST_TABLES = 9999
BETWEEN = re.compile(r"[,;\s]+")
YES, NO = ("yes", "true", "1", "sí", "si", "x"), ("no", "false", "0", "")
LABEL = "label."


def rating(where: str, typed: str) -> int:
    """A rating; 0 or nothing for a player without one."""
    return parse.whole(where, typed or "0", 0, HIGHEST_RATING)


def title(where: str, typed: str) -> str:
    """A FIDE title, nothing for none."""
    return "" if typed.lower() in ("", parse.NONE) else parse.choice(where, typed.upper(), TITLES)


def flag(where: str, typed: str) -> bool:
    if typed.lower() in (*YES, *NO):
        return typed.lower() in YES
    raise ArpadError("event-field-flag", where=where, value=typed)


def amount(where: str, typed: str) -> object:
    """A fee, as 25 or 12.50."""
    try:
        found = exact(typed.replace(",", ".") or "0")
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if found < 0 or (found * 100).denominator != 1:
        raise ArpadError("event-field-amount", where=where, value=typed)
    return plain(found)


def _words(_where: str, typed: str) -> str:
    return " ".join(typed.split())


def _sex(where: str, typed: str) -> str:
    return "" if not typed else "f" if typed.lower() == "w" else parse.sex(where, typed).lower()


FIELDS: Mapping[str, Reader] = {
    "name": _words,
    "id": _words,
    "federation": lambda _where, typed: typed.upper(),
    "sex": _sex,
    "title": title,
    "rating": rating,
    **dict.fromkeys(RATINGS, rating),
    "born": lambda where, typed: None if typed in ("", "0") else parse.year_of_birth(where, typed),
    "birthday": lambda where, typed: parse.date(where, typed).isoformat() if typed else "",
    "club": _words,
    "family": _words,
    "groups": lambda _where, typed: [word for word in BETWEEN.split(typed) if word],
    "invited": flag,
    "table": lambda where, typed: parse.whole(where, typed, 1, MOST_TABLES) if typed else None,
    "paid": amount,
    "from_round": lambda where, typed: parse.whole(where, typed or "1", 1, MOST_ROUNDS),
}
"""What may be typed of a player, and how it is read."""


def read_field(where: str, name: str, typed: str) -> Any:
    """Return a field of a player as the log keeps it."""
    if name.startswith(LABEL) and len(name) > len(LABEL):
        return _words(where, typed)
    if name not in FIELDS:
        raise ArpadError("event-field-unknown", field=name, known=", ".join((*FIELDS, f"{LABEL}NAME")))
    return FIELDS[name](where, typed.strip())


def joined(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an entry: ratings and labels in tables of their own, nothing that is not known.

    A player with other ratings and one that counts has this one as FIDE's, unless that is given too.
    """
    single = {name: value for name, value in values.items() if name not in RATINGS and not name.startswith(LABEL)}
    ratings = {name: values[name] for name in RATINGS if values.get(name)}
    if ratings and "fide" not in ratings and single.get("rating"):
        ratings = {"fide": single["rating"], **ratings}
    if ratings and not single.get("rating"):
        single["rating"] = next(iter(ratings.values()))
    labels = {name.removeprefix(LABEL): value for name, value in values.items() if name.startswith(LABEL) and value}
    return {
        name: value
        for name, value in {**single, "ratings": ratings, "labels": labels}.items()
        if value not in ("", None, {}, [], False)
    }


# Entries from a CSV file: columns as `arpad list` names them, and those that only an event asks for.

DELIMITERS = (",", ";", "\t")
OTHER_NAMES = {"from": "from_round", "feda": "national", "group": "groups"}
BIRTH = "born"


class EntryRow(NamedTuple):
    """A player of the file, with the line it is in."""

    line: int
    fields: Mapping[str, Any]


class EntryFile(NamedTuple):
    """A file as it was read, with the columns that nobody knows."""

    rows: tuple[EntryRow, ...]
    unknown: tuple[str, ...]


def read_entries(data: bytes, file: str, rules: EventRules) -> EntryFile:
    """Read all players of a file; a cell that does not fit refuses it as a whole."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        cells = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as problem:
        raise ArpadError("list-csv", file=file, problem=str(problem)) from None
    if not cells:
        raise ArpadError("event-csv-empty", file=file)
    columns = [_column(name, rules) for name in cells[0][1]]
    if "name" not in columns and "id" not in columns:
        raise ArpadError("event-csv-columns", file=file, known=", ".join(FIELDS))
    unknown = tuple(name for name in columns if not _known(name))
    rows = tuple(_row(file, line, columns, row) for line, row in cells[1:])
    if not rows:
        raise ArpadError("event-csv-empty", file=file)
    return EntryFile(rows, unknown)


def _column(name: str, rules: EventRules) -> str:
    """The name of a column. The rating of the event's time class is the one that counts."""
    plain = name.strip().lower()
    if plain == f"{rules.time_class}_rating":
        return "rating"
    if plain == "rating" and rules.time_class != "standard":
        return "standard"
    return (_list_columns()[1] | OTHER_NAMES).get(plain, plain)


def _known(name: str) -> bool:
    return name in FIELDS or name in _list_columns()[0] or name == "standard" or name.startswith(LABEL)


def _list_columns() -> tuple[Collection[str], dict[str, str]]:
    """Return the columns of a list, of which some say nothing about an entry (games, K, the flag, ratings of other time
    classes), and other names of columns. What reads lists is loaded when a file of players is read."""
    from arpad.formats.rating_lists.columns import ALIASES, COMBINED  # noqa: PLC0415

    return COMBINED, {**ALIASES}


def _row(file: str, line: int, columns: list[str], row: list[str]) -> EntryRow:
    if len(row) > len(columns):
        raise ArpadError("event-csv-cells", file=file, line=line, found=len(row), columns=len(columns))
    values: dict[str, Any] = {}
    for name, value in _cells(f"{file}:{line}", columns, row):
        values.setdefault(name, value)
    standing_in = values.pop("standard", 0)
    if not values.get("rating") and standing_in:
        values["rating"] = standing_in
    return EntryRow(line, joined(values))


def _cells(where: str, columns: list[str], row: list[str]) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(columns, row, strict=False):
        typed, place = cell.strip(), f"{where} {name}"
        if name == BIRTH and typed:
            year, day = parse.birth(typed) if typed != "0" else (None, None)
            yield BIRTH, year
            if day is not None:
                yield "birthday", day.isoformat()
        elif name == "standard":
            yield name, read_field(place, "rating", typed)
        elif name in FIELDS or name.startswith(LABEL):
            yield name, read_field(place, name, typed)


# Players as a rating list has them: entered from it, and compared with it later.

COMPARED = ("name", "federation", "sex", "title", "rating", "born")
"""What a list says of a player."""


def listed_rating(entry: ListEntry, combined: bool, rules: EventRules) -> int:
    """Return the rating of a list for the time class of the event. In rapid and blitz, players without one are ordered
    by their standard rating."""
    if not combined or rules.time_class == "standard":
        return entry.rating or 0
    own = entry.rapid_rating if rules.time_class == "rapid" else entry.blitz_rating
    return own or entry.rating or 0


def listed_fields(entry: ListEntry, combined: bool, rules: EventRules) -> dict[str, Any]:
    """Return the fields of an entry, as a list has them; what it does not say is left out."""
    fields = {
        "id": entry.id,
        "name": entry.name,
        "federation": entry.federation,
        "sex": {"m": "m", "f": "f", "w": "f"}.get(entry.sex.lower(), ""),
        "title": entry.title,
        "rating": listed_rating(entry, combined, rules),
        "born": entry.born,
    }
    return {name: value for name, value in fields.items() if value not in ("", None)}


def differing(entry: Entry, ratings: RatingList, rules: EventRules) -> dict[str, list[Any]]:
    """Return what a list says otherwise of a player: the field, with the value now and the one of the list."""
    list_entry = ratings.get(entry.id) if entry.id else None
    if list_entry is None:
        return {}
    listed: Mapping[str, Any] = listed_fields(list_entry, ratings.combined, rules)
    if not list_entry.title and entry.title:
        listed = {**listed, "title": ""}
    changes = {
        name: [getattr(entry, name), listed[name]]
        for name in COMPARED
        if name in listed and listed[name] != getattr(entry, name)
    }
    if "rating" in changes and entry.ratings.get("fide") == entry.rating:
        changes["ratings"] = [dict(entry.ratings), {**entry.ratings, "fide": listed["rating"]}]
    return changes


# What an arbiter should know about a player who is entered. Nothing here refuses the entry.


def say_findings(
    state: EventState,
    fields: Mapping[str, Any],
    confirmations: Confirmations,
    ratings: RatingList | None,
    but: int | None = None,
) -> None:
    """Say what is odd about a player. `ratings` is the list in force at the start, `but` an entry that is this one."""
    name, born = fields["name"], fields.get("born")
    plain = plain_name(name)
    for other in state.entries.values():
        if other.born == born and other.playing and other.entry != but and plain_name(other.name) == plain:
            confirmations.confirm("same-name", name=other.name, entry=other.entry)
            break
    if not fields.get("id"):
        confirmations.note("no-id", name=name)
    elif ratings is not None:
        _compare(fields, confirmations, ratings, state.event_rules)
    federation = fields.get("federation")
    if federation and federation not in FEDERATIONS:
        confirmations.note("federation-unknown", name=name, federation=federation)
    for group in fields.get("groups", ()):
        _say_group(state.event_rules, group, fields, confirmations)


def _compare(fields: Mapping[str, Any], confirmations: Confirmations, ratings: RatingList, rules: EventRules) -> None:
    """The rating and the title that the list has: the right ones are named."""
    entry = ratings.get(fields["id"])
    if entry is None:
        confirmations.note("not-listed", name=fields["name"], id=fields["id"])
        return
    _say_other_class(entry, fields, confirmations, ratings, rules)
    listed = listed_fields(entry, ratings.combined, rules)
    if fields.get("rating", 0) != listed["rating"]:
        confirmations.note("list-rating", name=fields["name"], typed=fields.get("rating", 0), listed=listed["rating"])
    if fields.get("title", "") != entry.title:
        confirmations.note(
            "list-title", name=fields["name"], typed=fields.get("title") or "–", listed=entry.title or "–"
        )


def _say_other_class(
    entry: ListEntry, fields: Mapping[str, Any], confirmations: Confirmations, ratings: RatingList, rules: EventRules
) -> None:
    """7.2.1, 8.2: a rapid or blitz rating counts in its own class only; in rapid and blitz the standard rating stands
    in. A player whom the list has only in another class is unrated here."""
    if not ratings.combined or listed_rating(entry, ratings.combined, rules):
        return
    if rules.start is None:
        return
    try:
        rule = regulations().edition_for("fide", rules.time_class, rules.start).change.standing_in
    except ArpadError:  # no edition for the day: nothing says what counts
        return
    for time_class, rating in (("rapid", entry.rapid_rating), ("blitz", entry.blitz_rating)):
        if rating:
            of, article = Words(f"class-rating.{time_class}"), rule.article.number
            confirmations.note("other-class", name=fields["name"], of=of, rating=rating, article=article)


def _say_group(rules: EventRules, group: str, fields: Mapping[str, Any], confirmations: Confirmations) -> None:
    """A group that the player asks for, with a condition that the player does not meet."""
    if group not in rules.groups:
        raise ArpadError("event-group-none", group=group, known=", ".join(rules.groups) or "–")
    condition = parse_condition(rules.groups[group], GROUP_COLUMNS)
    if condition.answer(profile_of_fields(fields, rules.start)) is False:
        confirmations.note("group-unfit", name=fields["name"], group=group, condition=condition.text)


def profile_of_fields(fields: Mapping[str, Any], on: dt.date | None) -> Profile:
    """What a condition may ask of an entry."""
    day = fields.get("birthday")
    return Profile(
        fields.get("rating") or None,
        fields.get("born"),
        dt.date.fromisoformat(day) if day else None,
        fields.get("sex") or None,
        fields.get("federation", ""),
        fields.get("title", ""),
        id=fields.get("id", ""),
        on=on,
        others={name: fields.get(name, "") for name in GROUP_COLUMNS},
    )
