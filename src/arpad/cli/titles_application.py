"""`arpad titles application`: read a title application from a TOML file and judge it (1.5)."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.office.options import OfficeCommand, desk
from arpad.cli.options import Argument, Option, event_with_games, shared
from arpad.cli.output import line, print_json, write_bytes
from arpad.cli.titles import NOTHING, show_checks, titles
from arpad.domain.games import points
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import ANYTHING, DAY, FLAG, WORDS, TomlKey, TomlTable
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, title_edition_for, title_editions
from arpad.titles.applications import ApplicationVerdict, Remark, credit_of, judge, report_entry
from arpad.titles.model import (
    KINDS,
    NORM_SYSTEMS,
    TITLED,
    Applicant,
    Application,
    EventFacts,
    NormEntry,
    Opponents,
    Reached,
)

# A title application as a TOML file: the person, the rating, and each norm, stated in full or taken from a report.

LOWEST = 1000
MOST_GAMES = 100
MOST_APPLICATION_PLAYERS = 10_000
PLAIN = KINDS[0]
MEETINGS: dict[str, int] = {"swiss": 1, "round-robin": 1, "schiller": 1, "double-round-robin": 2}
"""How often two players meet, if the system fixes it."""


def known_kinds() -> tuple[str, ...]:
    """Return the special kinds of events in 1.4 and 1.5.6."""
    by_edition = (kind for edition in title_editions() for kind in edition.application.swiss_or_kinds.value)
    return tuple(dict.fromkeys([*(kind for kind in KINDS if kind != PLAIN), *by_edition]))


HEAD = {
    "title": f.choice(NORM_TITLES, needed=True),
    "federation": replace(f.FEDERATION, needed=True),
    "date": replace(DAY, needed=True),
    "official": WORDS,
    "comments": WORDS,
    "person": replace(ANYTHING, needed=True),
    "rating": replace(ANYTHING, needed=True),
    "norm": replace(ANYTHING, needed=True),
}
PERSON = {
    "family_name": replace(WORDS, needed=True),
    "first_name": replace(WORDS, needed=True),
    "id": replace(f.IDENTIFIER, needed=True),
    "federation": replace(f.FEDERATION, needed=True),
    "sex": f.choice(("m", "f"), needed=True),
}
RATING = {
    "highest": TomlKey(f.whole(LOWEST, HIGHEST_RATING), "2500", needed=True),
    "gained": DAY,
    "published": FLAG,
    "confirmed": FLAG,
}
INTERIM = {"interim": TomlKey(f.iso_day, "2024-05-12", needed=True), "games": WORDS}
"""1.5.3a: the day on which the rating was reached inside a period, and a file with the games of the period."""
FindInterim = Callable[[str, dt.date, Path | None], Reached]
"""Give the rating that the player of an id had on a day; from a file of games, or from the office."""
OPPONENTS = {name: TomlKey(f.whole(0, MOST_GAMES), "5") for name in Opponents.__dataclass_fields__}
GAMES = TomlKey(f.whole(1, MOST_GAMES), "9")
POINTS = TomlKey(f.half_points, "6.5")
EXTRA = {
    "location": WORDS,
    "credit": GAMES,
    "one_round_days": TomlKey(f.whole(0, 366), "5"),
    "participants": TomlKey(f.whole(0, MOST_APPLICATION_PLAYERS), "62"),
    "participants_average": TomlKey(f.whole(0, HIGHEST_RATING), "2105"),
    "titles": TomlKey(f.some_of(NORM_TITLES), '["GM", "IM"]'),
    "norm_registered": TomlKey(f.day, "2013-07-01"),
    "approved": FLAG,
}


def norm_table(file: str, where: str) -> TomlTable:
    return TomlTable("title-file", file, where)


def norm_fields() -> dict[str, TomlKey]:
    """Return the keys of a norm that is stated in full."""
    return EXTRA | {
        "event": replace(WORDS, needed=True),
        "start": replace(DAY, needed=True),
        "end": TomlKey(f.day, "2024-05-09", needed=True),
        "system": f.choice(NORM_SYSTEMS, needed=True),
        "rounds": TomlKey(f.whole(1, MOST_GAMES), "9", needed=True),
        "games": replace(GAMES, needed=True),
        "points": replace(POINTS, needed=True),
        "required": POINTS,
        "average": TomlKey(f.whole(LOWEST, HIGHEST_RATING), "2480"),
        "counted": GAMES,
        "counted_points": POINTS,
        "counted_required": POINTS,
        "kinds": TomlKey(f.some_of(known_kinds()), f"[{f.choice(known_kinds()).example}]"),
        "eight": FLAG,
        "exempt": FLAG,
        "direct": FLAG,
        "opponents": ANYTHING,
    }


def read_application(file: Path, interim: FindInterim) -> Application:
    """Read the application of a file. Values that cannot be used are refused in one line. `interim` finds a rating
    that was reached inside a period."""
    name = str(file)
    head = norm_table(name, "head").read(f.load(file), HEAD)
    person = norm_table(name, "[person]").read(head.pop("person"), PERSON)
    reached = _reached(file, head.pop("rating"), person["id"], interim)
    rows = head.pop("norm")
    if not isinstance(rows, list) or not rows:
        raise ArpadError("title-file-norms", file=name)
    norms = tuple(
        _read_norm(file, f"[[norm]] {place}", row, head | {"id": person["id"]}) for place, row in enumerate(rows, 1)
    )
    application = Application(**head, person=Applicant(**person), rating=reached, norms=norms)
    _consistent(name, application)
    return application


def _reached(file: Path, data: object, id_: str, interim: FindInterim) -> Reached:
    """Read the rating as the file states it, or by the day on which it was reached inside a period."""
    table = norm_table(str(file), "[rating]")
    if not isinstance(data, dict) or "interim" not in data:
        return Reached(**table.read(data, RATING))
    stated = table.read(data, INTERIM)
    return interim(id_, stated["interim"], file.parent / stated["games"] if "games" in stated else None)


def _read_norm(file: Path, where: str, row: object, head: Mapping[str, Any]) -> NormEntry:
    if isinstance(row, dict) and "report" in row:
        return read_report_norm(file, where, row, head)
    name = str(file)
    values = norm_table(name, where).read(row, norm_fields())
    opponents = Opponents(**norm_table(name, f"{where} opponents").read(values.pop("opponents", {}), OPPONENTS))
    entry = NormEntry(
        location=values.pop("location", ""),
        score=values.pop("points"),
        required=values.pop("required", None),
        average=values.pop("average", None),
        counted_score=values.pop("counted_points", None),
        registered=values.pop("norm_registered", None),
        credit=values.pop("credit", 0),
        opponents=opponents,
        **values,
    )
    _sums(name, where, entry)
    return _with_credit(entry, head["title"])


def _with_credit(entry: NormEntry, title: NormTitle) -> NormEntry:
    """Return the games that a norm counts for, if the file does not give them."""
    if entry.credit:
        return entry
    first = title_editions()[0]
    edition = first if entry.start < first.effective else title_edition_for(entry.start)
    return replace(entry, credit=credit_of(edition, entry, title))


def _sums(file: str, where: str, entry: NormEntry) -> None:
    """Refuse numbers that contradict each other."""
    if entry.end < entry.start:
        raise ArpadError(
            "title-file-dates", file=file, where=where, first=entry.start.isoformat(), second=entry.end.isoformat()
        )
    _within(file, where, "games", entry.games, "rounds", entry.rounds)
    _within(file, where, "points", points(entry.score), "games", entry.games)
    if entry.counted is not None:
        if entry.counted_score is None:
            raise norm_table(file, where).missing("counted_points", "6.5")
        _within(file, where, "counted", entry.counted, "games", entry.games)
        _within(file, where, "counted_points", points(entry.counted_score), "counted", entry.counted)
        _within(file, where, "counted_points", points(entry.counted_score), "points", points(entry.score))
    _opponents(file, where, entry)


def _opponents(file: str, where: str, entry: NormEntry) -> None:
    """Check the numbers of opponents against each other, and against the games."""
    opponents, games = entry.opponents, "counted" if entry.counted else "games"
    for key in OPPONENTS:
        value: Any = getattr(opponents, key)
        if value is not None:
            _within(file, where, key, value, games, entry.games_counted)
    if opponents.titled is not None:
        parts = [getattr(opponents, name) for name in TITLED]
        total, key = sum(part or 0 for part in parts), " + ".join(TITLED)
        _within(file, where, key, total, "titled", opponents.titled)
        if None not in parts:
            _at_least(file, where, key, total, opponents.titled)
    if opponents.rated is not None and opponents.unrated is not None:
        people, key = opponents.rated + opponents.unrated, "rated + unrated"
        _within(file, where, key, people, games, entry.games_counted)
        _at_least(file, where, key, people, -(-entry.games_counted // MEETINGS.get(entry.system, entry.games_counted)))


def _within(file: str, where: str, key: str, value: int | Fraction, other: str, most: int | Fraction) -> None:
    if value > most:
        raise ArpadError("title-file-more", file=file, where=where, key=key, value=value, other=other, most=most)


def _at_least(file: str, where: str, key: str, value: int, least: int) -> None:
    if value < least:
        raise ArpadError("title-file-less", file=file, where=where, key=key, value=value, least=least)


def _consistent(file: str, application: Application) -> None:
    """Refuse a norm that is there twice, or that is from after the application."""
    seen: set[tuple[str, object]] = set()
    for place, norm in enumerate(application.norms, 1):
        where = f"[[norm]] {place}"
        if norm.end > application.date:
            end, date = norm.end.isoformat(), application.date.isoformat()
            raise ArpadError("title-file-later", file=file, where=where, end=end, date=date)
        if (norm.event, norm.start) in seen:
            start = norm.start.isoformat()
            raise ArpadError("title-file-twice", file=file, where=where, event=norm.event, start=start)
        seen.add((norm.event, norm.start))


# `arpad titles application`: a title application judged (1.5), and what it still lacks.

File = Annotated[Path, Argument(metavar="FILE", help="cli.help.application-file")]
Pdf = Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.application-pdf")]


@titles.command("application", cls=OfficeCommand, help="cli.command.titles-application")
def application(context: click.Context, file: File, pdf: Pdf = None) -> None:
    settings = shared(context)
    read = read_application(file, lambda id_, day, games: _interim(context, id_, day, games))
    verdict = judge(read)
    if pdf is not None:
        from arpad.papers.old_forms import it2

        write_bytes(pdf, it2(read, settings.language))
    if settings.as_json:
        print_json(verdict.document(settings.language))
    else:
        _show(verdict, settings.language)
        if pdf is not None:
            line(text("label.written", settings.language, file=str(pdf)))
    if not verdict.complete:
        raise Exit(NOTHING)


def _interim(context: click.Context, id_: str, day: dt.date, games: Path | None) -> Reached:
    """1.5.3a: the rating at the end of a day, by both readings of K; confirmed once the list is published."""
    from arpad.lab.interim import rating_on

    confirmed = False
    if games is not None:
        from arpad.lab.interim import read_interim

        followed = read_interim(games, shared(context).regulations).interim
    else:
        from arpad.office.lab_data import interim_on

        with desk(context) as place:
            sheet = interim_on(place, id_, day)
        followed, confirmed = sheet.interim, sheet.state == "confirmed"
    rating = rating_on(followed, day)
    if rating is None:
        raise ArpadError("lab-interim-day", id=id_, date=day.isoformat())
    return Reached(rating, day, published=False, confirmed=confirmed)


def _show(verdict: ApplicationVerdict, language: Language) -> None:
    person = verdict.person
    line(f"{verdict.title}: {person.family_name}, {person.first_name} ({verdict.edition})", style="bold")
    remarks = verdict.remarks
    show_checks([remark.check for remark in remarks], language, "titles", "norm", [remark.norm for remark in remarks])
    line()
    for place, norm in enumerate(verdict.norms, 1):
        event = text("titles.norm-of", language, place=place, event=norm.event)
        good = ", ".join(norm.good_for) or text("label.none", language)
        edition = norm.edition or text("titles.no-edition", language)
        line(text("titles.norm-line", language, norm=event, edition=edition, credit=norm.credit, titles=good))
    line()
    if verdict.complete:
        obtained = "" if verdict.obtained is None else f" {text('titles.obtained', language, date=verdict.obtained)}"
        line(f"{text('titles.complete', language)}{obtained}", style="bold")
    else:
        _show_remarks(verdict.lacks, "titles.lacks", language, style="bold")
        if verdict.conditional:
            line(text("titles.conditional", language))
    if verdict.open:
        _show_remarks(verdict.open, "titles.open.heading", language)


def _show_remarks(remarks: list[Remark], heading: str, language: Language, style: str = "") -> None:
    line(text(heading, language), style=style)
    for remark in remarks:
        line(f"  {remark.words(language)}")


# A norm of an application that refers to a report: `report = "open.trf"`, `player = 12`.

OVER = ("location", "one_round_days", "participants", "participants_average")
"""Keys of the file that replace what the report says."""
MOST_REPORT_PLAYERS = 9999


def report_fields() -> dict[str, TomlKey]:
    return {name: EXTRA[name] for name in OVER} | {
        "report": TomlKey(f.words, '"open.trf"', needed=True),
        "player": TomlKey(f.whole(1, MOST_REPORT_PLAYERS), "12", needed=True),
        "kinds": norm_fields()["kinds"],
        "host": f.FEDERATION,
        "registered": TomlKey(f.day, "2024-03-01"),
        "system": replace(norm_fields()["system"], needed=False),
        "approved": EXTRA["approved"],
    }


def read_report_norm(file: Path, where: str, row: object, head: Mapping[str, Any]) -> NormEntry:
    """Return the norm that the report proves, for the title and the person of the file; both are in the same folder."""
    name = str(file)
    values = norm_table(name, where).read(row, report_fields())
    path = file.parent / values["report"]
    event = event_with_games(path)
    kinds: tuple[str, ...] = values.get("kinds", ())
    facts = EventFacts(
        kind=next((kind for kind in KINDS if kind in kinds), "ordinary"),
        host=values.get("host", ""),
        registered=values.get("registered"),
        system=values.get("system"),
        approved=values.get("approved", False),
    )
    try:
        entry = report_entry(event, values["player"], facts, head["title"], head["date"])
    except ArpadError as problem:
        raise ArpadError("title-file-report", file=name, where=where, report=str(path), problem=problem) from None
    who = event.player(values["player"])
    if who is not None and who.id.strip() not in ("", head["id"]):
        raise ArpadError(
            "title-file-person", file=name, where=where, rank=who.rank, report=str(path), name=who.name, found=who.id,
            id=head["id"],
        )  # fmt: skip
    over = {key: values[key] for key in OVER if key in values}
    return replace(entry, kinds=kinds, report=str(path), **over)
