"""Read entries typed by hand, from a rating list or from a CSV file, with notes for the arbiter."""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from arpad.documents.document import replace
from arpad.domain.rating_list import HIGHEST_RATING, TITLES, ListEntry, RatingList
from arpad.formats.codes import FEDERATIONS
from arpad.formats.entry_columns import entry_words, field_of, letters
from arpad.formats.entry_sheets import (
    EntrySheet,
    SheetEntry,
    SheetFinding,
    is_other_person,
    name_key,
    read_entry_sheet,
)
from arpad.formats.sheets import read_book
from arpad.i18n import ArpadError, Words
from arpad.inputs import parse
from arpad.regulations.rating_editions import regulations
from arpad.standings.conditions import Profile, parse_condition
from arpad.tournament.journal import Confirmations
from arpad.tournament.rules import GROUP_COLUMNS, MOST_ROUNDS, EventRules, plain
from arpad.tournament.schedules import plain_name
from arpad.tournament.state import TAKEN, Entry, EventState
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
    "fee": lambda where, typed: amount(where, typed) if typed else None,
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


# Entries from a sheet: columns as people and programs head them, as `arpad list` names them, and those that only an
# event asks for.

OF_EVENT = ("fide", "other", "family", "invited", "table", "from_round")
"""Columns that are read as if somebody typed them for one player."""
SAME = ("federation", "sex", "title", "born", "birthday", "club")


class EntryRow(NamedTuple):
    """A player of a file, with the row, and what has to be confirmed. Mail and telephone never go into the log.
    `has_paid`: the file says that the fee was paid, not how much."""

    line: int
    fields: Mapping[str, Any]
    asks: tuple[Words, ...] = ()
    mail: str = ""
    telephone: str = ""
    has_paid: bool = False


class EntryFile(NamedTuple):
    """A file as it was read, with the columns that are left out."""

    rows: tuple[EntryRow, ...]
    unknown: tuple[str, ...]


def read_entries(data: bytes, file: str, rules: EventRules) -> EntryFile:
    """Read the players of a file for an event."""
    return entry_file(read_entry_sheet(read_book(data, file).sheet()), rules)


def entry_file(sheet: EntrySheet, rules: EventRules) -> EntryFile:
    """Return the players of a sheet as entries of an event; rows that are refused or doubled are not among them."""
    sheet = checked_cells(sheet)
    states, asks = sheet.states(), defaultdict[int, list[Words]](list)
    for finding in sheet.findings:
        if finding.row is not None and finding.kind in ("ask", "refused"):
            asks[finding.row].append(finding.message)
    first = {"from_round": "1"} if "from_round" in sheet.fields.values() else {}
    rows = [
        EntryRow(
            entry.row,
            joined(dict(_sheet_fields({**first, **entry.values}, rules))),
            tuple(asks[entry.row]) if states[entry.row] == "ask" else (),
            entry.values.get("email", ""),
            entry.values.get("phone", ""),
            letters(entry.values.get("paid", "")) in entry_words()["yes"]["yes"],
        )
        for entry in sheet.entries
        if states[entry.row] in ("clean", "ask")
    ]
    unknown = [column.header for column in sheet.layout if column.header and not column.field]
    return EntryFile(tuple(rows), tuple(header for header in unknown if not field_of(header)))


def checked_cells(sheet: EntrySheet) -> EntrySheet:
    """Return a sheet with findings about cells that only an event asks for; those that do not fit are left out."""
    columns = {field: column for column, field in sheet.fields.items()}
    found, entries = [], []
    for entry in sheet.entries:
        values = dict(entry.values)
        for name in (*OF_EVENT, "paid"):
            try:
                _of_event(name, values.get(name, ""))
            except ArpadError as problem:
                words = Words(f"error.{problem.key}", **{**problem.values, "where": values[name], "option": name})
                found.append(SheetFinding("refused", entry.row, columns[name], "event-cell", {"why": words}))
                del values[name]
        entries.append(SheetEntry(entry.row, values))
    return sheet.with_findings(found, entries=tuple(entries)) if found else sheet


def _of_event(name: str, typed: str) -> Any:
    """A value that only an event asks for. Of a fee, `yes` says that it was paid but not how much, and is left out."""
    if name == "paid":
        plain, words = typed.replace("€", "").strip(" -–"), entry_words()["yes"]
        is_word = not plain or letters(plain) in (*words["yes"], *words["no"])
        return 0 if is_word else amount(name, plain)
    return read_field(name, name, typed) if typed else None


def _sheet_fields(values: Mapping[str, Any], rules: EventRules) -> Iterator[tuple[str, Any]]:
    """The fields of an entry. The rating of the event's time class counts, in rapid and blitz the standard one stands
    in. Groups that the rules do not have, the category and the national id are labels."""
    yield "name", values.get("name", "")
    yield "id", values.get("id") or values.get("fide_id", "")
    for name in SAME:
        yield name, values.get(name, "")
    own = values.get(f"rating_{rules.time_class}") if rules.time_class != "standard" else None
    yield "rating", own or values.get("rating_fide", 0)
    yield "national", values.get("rating_national", 0)
    for name in (*OF_EVENT, "paid"):
        if values.get(name):
            yield name, _of_event(name, values[name])
    known = {group.casefold(): group for group in rules.groups}
    asked = [word for name in ("groups", "category") for word in BETWEEN.split(values.get(name, "")) if word]
    yield "groups", list(dict.fromkeys(known[word.casefold()] for word in asked if word.casefold() in known))
    for name in ("groups", "category", "national_id"):
        text = values.get(name, "")
        if name == "national_id" or any(word.casefold() not in known for word in BETWEEN.split(text)):
            yield f"{LABEL}{name}", text
    for name, value in values.items():
        if name.startswith(LABEL):
            yield name, value


def against_entries(sheet: EntrySheet, state: EventState) -> EntrySheet:
    """Compare a sheet with the entries of an event: who is there already is not entered again, and somebody of the
    same name is asked for."""
    there = [entry for entry in state.entries.values() if entry.playing or entry.state == "applied"]
    by_id = {entry.id: entry for entry in there if entry.id}
    by_name = defaultdict[str, list[Entry]](list)
    for entry in there:
        by_name[name_key(entry.name)].append(entry)
    found = []
    for row, values in sheet.entries:
        same = by_id.get(values.get("id") or values.get("fide_id", ""))
        if same is not None:
            about = {"entry": same.entry, "name": same.name}
            found.append(SheetFinding("duplicate", row, None, "there", about))
            continue
        alike = by_name.get(name_key(values.get("name", "")), [])
        if any(not is_other_person(values, other.born, other.id) for other in alike):
            found.append(SheetFinding("ask", row, None, "there-name", {"entry": alike[0].entry, "name": alike[0].name}))
    return sheet.with_findings(found) if found else sheet


def against_others(sheet: EntrySheet, states: Sequence[EventState]) -> EntrySheet:
    """Compare a sheet with the entries of other tournaments of the same festival: who is there is asked for."""
    plain_sheet = replace(sheet, findings=())
    found = [
        SheetFinding(
            "ask", finding.row, None, "there-other", {"name": finding.values["name"], "event": state.event_rules.name}
        )
        for state in states
        for finding in against_entries(plain_sheet, state).findings
    ]
    return sheet.with_findings(found) if found else sheet


# Players as a rating list has them: entered from it, and compared with it later.

COMPARED = ("name", "federation", "sex", "title", "rating", "born")
"""What a list says of a player."""


CLASSES = ("standard", "rapid", "blitz")
OFFICE = "office:"
CUSTOM = "custom:"
NAMED = (OFFICE, CUSTOM)
"""How lists that are not those of a time class begin: of another rating system of the office, of the event's own."""
OWN, STANDING_IN = "own", "standing-in"


def lists_asked(rules: EventRules) -> tuple[str, ...]:
    """Return the lists of the event, the first of which gives the rating; the others are offered in their order.

    By class: standard, rapid, blitz; rapid and blitz first their own (in which the standard rating stands in), then the
    other one.
    """
    own = rules.time_class
    return rules.lists or (own, *(name for name in CLASSES if name not in (own, "standard")))


def system_asked(rules: EventRules) -> str:
    """Return the rating system of the office whose list gives the rating; empty for the usual one."""
    first = lists_asked(rules)[0]
    return first.removeprefix(OFFICE) if first.startswith(OFFICE) else ""


def _class_rating(entry: ListEntry, combined: bool, name: str, rules: EventRules) -> int:
    """The rating of a class on a list; in rapid and blitz events the standard one stands in for their own (7.2.1)."""
    if not combined:
        return entry.rating or 0
    name = rules.time_class if name.startswith(NAMED) else name
    own = {"rapid": entry.rapid_rating, "blitz": entry.blitz_rating}.get(name, entry.rating)
    return own or (entry.rating if name == rules.time_class else 0) or 0


def listed_rating(entry: ListEntry, combined: bool, rules: EventRules) -> int:
    """Return the rating of a list for the event: of the first list of its rules. In rapid and blitz, players without
    one are ordered by their standard rating."""
    return _class_rating(entry, combined, lists_asked(rules)[0], rules)


def listed_k(entry: ListEntry, combined: bool, rules: EventRules) -> int | None:
    """Return the K of a list for the event; that of the standard rating if this one stands in (7.2.1)."""
    classes = {"rapid": (entry.rapid_rating, entry.rapid_k), "blitz": (entry.blitz_rating, entry.blitz_k)}
    own, k = classes.get(rules.time_class, (None, None)) if combined else (None, None)
    return k if own else entry.k


def offered_ratings(
    id_: str, ratings: RatingList | None, lists: Mapping[str, RatingList], rules: EventRules
) -> dict[str, int]:
    """Return the ratings found elsewhere of a player whom the list of the event lacks. None of them counts until it is
    taken. `lists` are those of other rating systems and of the event's own, by name; empty for the usual one."""
    listed = None if ratings is None else ratings.get(id_)
    if listed is not None and ratings is not None and listed_rating(listed, ratings.combined, rules):
        return {}
    found = {}
    for name in lists_asked(rules)[1:]:
        named = name.startswith(NAMED)
        source = lists.get(name.removeprefix(OFFICE) if named else "", None if named else ratings)
        entry = None if source is None else source.get(id_)
        if entry is not None and source is not None and (source.combined or named):
            found[name] = _class_rating(entry, source.combined, name, rules)
    return {name: rating for name, rating in found.items() if rating}


def list_words(name: str) -> Words:
    """Return a list of the rules in words."""
    if name.startswith(OFFICE):
        return Words("class-rating.office", name=name.removeprefix(OFFICE))
    if name.startswith(CUSTOM):
        return Words("class-rating.custom", name=name.removeprefix(CUSTOM))
    return Words(f"class-rating.{name}")


def offered_words(offered: Mapping[str, int]) -> Words:
    """Return in words what is found elsewhere: `blitz 1777`, one behind the other."""
    first, *more = (Words("class-rating.found", of=list_words(name), rating=offered[name]) for name in offered)
    for one in more:
        first = Words("class-rating.more", offered=first, then=one)
    return first


def rating_source(fields: Mapping[str, Any], ratings: RatingList | None, rules: EventRules) -> str:
    """Return where the rating of a player comes from: the list of a time class, the standard list, which stands in for
    it, a list that orders the players only, or the arbiter's own value, if the list has another one; nothing if no list
    has the player."""
    entry = None if ratings is None else ratings.get(str(fields.get("id") or ""))
    if entry is None or ratings is None or not fields.get("rating"):
        return ""
    if fields["rating"] != listed_rating(entry, ratings.combined, rules):
        return OWN
    first = lists_asked(rules)[0]
    if first != rules.time_class:
        return taken_from(first)
    own = {"rapid": entry.rapid_rating, "blitz": entry.blitz_rating}.get(rules.time_class, entry.rating)
    return rules.time_class if own or not ratings.combined else STANDING_IN


def taken_from(name: str) -> str:
    """Return the source of a rating that orders a player and is not used for rating."""
    return f"{TAKEN}{'list' if name.startswith(NAMED) else name}"


def list_named(source: str, ratings: RatingList | None) -> str:
    """Return the list that a rating comes from, with its date; nothing for a rating given by hand."""
    if ratings is None or source in ("", OWN):
        return ""
    return " ".join(word for word in (ratings.name, ratings.date.isoformat() if ratings.date else "") if word)


def shown_source(player: Entry) -> str:
    """Return where a rating comes from, as far as the event knows. A player without an id is on no list."""
    if not player.rating:
        return ""
    if player.rating_from:
        return player.rating_from
    lists = [name for name, rating in player.ratings.items() if rating == player.rating]
    return lists[0] if lists else "" if player.id else OWN


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


def with_listed(typed: Mapping[str, Any], ratings: RatingList | None, rules: EventRules) -> dict[str, Any]:
    """Return the fields of a new entry, with what a list says if nothing was typed."""
    id_ = typed.get("id", "")
    player = ratings.get(id_) if ratings is not None and id_ else None
    if player is None and not typed.get("name"):
        raise ArpadError("event-not-listed", id=id_) if id_ else ArpadError("event-name-missing")
    listed = {} if player is None or ratings is None else listed_fields(player, ratings.combined, rules)
    return joined({**listed, **{name: value for name, value in typed.items() if value not in ("", None)}})


def typed_otherwise(fields: Mapping[str, Any], ratings: RatingList | None, rules: EventRules) -> list[str]:
    """Return the fields of a player, but for the rating, that a list has otherwise: somebody typed them."""
    entry = None if ratings is None else ratings.get(str(fields.get("id") or ""))
    listed = {} if entry is None or ratings is None else listed_fields(entry, ratings.combined, rules)
    known = [name for name in COMPARED if name != "rating" and fields.get(name) and name in listed]
    return sorted(name for name in known if fields[name] != listed[name])


def differing(entry: Entry, ratings: RatingList, rules: EventRules) -> dict[str, list[Any]]:
    """Return what a list says otherwise of a player: the field, with the value now and the one of the list."""
    list_entry = ratings.get(entry.id) if entry.id else None
    if list_entry is None:
        return {}
    listed: Mapping[str, Any] = listed_fields(list_entry, ratings.combined, rules)
    if entry.only_orders and not listed["rating"]:
        name = entry.rating_from.removeprefix(TAKEN)
        there = _class_rating(list_entry, ratings.combined, name, rules) if name in CLASSES else entry.rating
        listed = {**listed, "rating": there}
    if not list_entry.title and entry.title:
        listed = {**listed, "title": ""}
    changes = {
        name: [getattr(entry, name), listed[name]]
        for name in COMPARED
        if name in listed and listed[name] != getattr(entry, name)
    }
    if "rating" in changes:
        is_taken = listed["rating"] and not listed_rating(list_entry, ratings.combined, rules)
        source = entry.rating_from if is_taken else rating_source(listed, ratings, rules)
        sources = {"rating_from": (entry.rating_from, source)}
        sources["rating_list"] = (entry.rating_list, list_named(source, ratings))
        changes |= {name: [old, new] for name, (old, new) in sources.items() if old != new}
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
    offered: Mapping[str, int] | None = None,
) -> None:
    """Say what is odd about a player. `ratings` is the list in force at the start, `but` an entry that is this one,
    `offered` are the ratings that other lists have."""
    name, born = fields["name"], fields.get("born")
    words = name_words(name)
    for other in state.entries.values():
        alike = None in (born, other.born) or other.born == born
        there = other.playing or other.state == "applied"
        if alike and there and other.entry != but and name_words(other.name) == words:
            confirmations.confirm("same-name", name=other.name, entry=other.entry)
            break
    if not fields.get("id"):
        confirmations.note("no-id", name=name)
    elif ratings is not None:
        _compare(fields, confirmations, ratings, state.event_rules, offered or {})
    federation = fields.get("federation")
    if federation and federation not in FEDERATIONS:
        confirmations.note("federation-unknown", name=name, federation=federation)
    if condition := not_admitted(state.event_rules, fields):
        confirmations.confirm("not-admitted", name=name, condition=condition)
    for group in fields.get("groups", ()):
        _say_group(state.event_rules, group, fields, confirmations)


def name_words(name: str) -> list[str]:
    """Return the words of a name without marks, case and order: the same for “Sol, Ana” and “Ana Sol”."""
    return sorted(BETWEEN.split(plain_name(name).replace(".", " ").strip()))


def _compare(
    fields: Mapping[str, Any],
    confirmations: Confirmations,
    ratings: RatingList,
    rules: EventRules,
    offered: Mapping[str, int],
) -> None:
    """The rating and the title that the list has: the right ones are named."""
    entry = ratings.get(fields["id"])
    if entry is None:
        confirmations.note("not-listed", name=fields["name"], id=fields["id"])
        return
    _say_source(entry, fields, confirmations, ratings, rules, offered)
    listed = listed_fields(entry, ratings.combined, rules)
    if fields.get("rating", 0) != listed["rating"] and not str(fields.get("rating_from", "")).startswith(TAKEN):
        confirmations.note("list-rating", name=fields["name"], typed=fields.get("rating", 0), listed=listed["rating"])
    if fields.get("title", "") != entry.title:
        confirmations.note(
            "list-title", name=fields["name"], typed=fields.get("title") or "–", listed=entry.title or "–"
        )


def _say_source(
    entry: ListEntry,
    fields: Mapping[str, Any],
    confirmations: Confirmations,
    ratings: RatingList,
    rules: EventRules,
    offered: Mapping[str, int],
) -> None:
    """7.2.1, 8.2: a rapid or blitz rating counts in its own class only; in rapid and blitz the standard rating stands
    in. A player whom the list has only in another class is unrated here: what is found elsewhere is named."""
    name, own = fields["name"], rules.time_class
    article = _standing_in_article(rules)
    if not ratings.combined or not article:
        return
    if rating_source(fields, ratings, rules) == STANDING_IN:
        confirmations.note("standing-in", name=name, rating=fields["rating"], article=article)
    if listed_rating(entry, ratings.combined, rules):
        return
    lacks = Words(f"class-lacks.{own}")
    if str(fields.get("rating_from", "")).startswith(TAKEN):
        confirmations.note("rating-taken", name=name, rating=fields["rating"], lacks=lacks, article=article)
    elif offered:
        values = {"name": name, "lacks": lacks, "offered": offered_words(offered), "article": article}
        confirmations.note("other-class", **values)
    elif not fields.get("rating"):
        confirmations.note("unrated-here", name=name, lacks=lacks)


def _standing_in_article(rules: EventRules) -> str:
    """The article that says which ratings count; empty if no edition is known for the day."""
    if rules.start is None:
        return ""
    try:
        return regulations().edition_for("fide", rules.time_class, rules.start).change.standing_in.article.number
    except ArpadError:
        return ""


def _say_group(rules: EventRules, group: str, fields: Mapping[str, Any], confirmations: Confirmations) -> None:
    """A group that the player asks for, with a condition that the player does not meet."""
    if group not in rules.groups:
        raise ArpadError("event-group-none", group=group, known=", ".join(rules.groups) or "–")
    condition = parse_condition(rules.groups[group], GROUP_COLUMNS)
    if condition.answer(profile_of_fields(fields, rules.start)) is False:
        confirmations.note("group-unfit", name=fields["name"], group=group, condition=condition.in_words())


def admits(rules: EventRules, fields: Mapping[str, Any]) -> bool | None:
    """Return whether the rules admit a player; None if that is not known."""
    if not rules.admits:
        return True
    return parse_condition(rules.admits, GROUP_COLUMNS).answer(profile_of_fields(fields, rules.start))


def not_admitted(rules: EventRules, fields: Mapping[str, Any]) -> Words | None:
    """Return the condition of a tournament that a player does not fulfil; None if they do, or if that is not known."""
    return parse_condition(rules.admits, GROUP_COLUMNS).in_words() if admits(rules, fields) is False else None


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
