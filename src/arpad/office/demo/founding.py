"""Founding the demo: a first list, two years of events month by month, a correction, and work left for the visitor."""

import csv
import datetime as dt
import random
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from arpad.done import StepsDone
from arpad.formats.rating_lists.columns import SINGLE
from arpad.formats.read import read_report
from arpad.office.accounts import add_account
from arpad.office.decisions import CorrectReport, decide
from arpad.office.demo.people import HERO, HOME, Person, names, people
from arpad.office.demo.tournaments import Plan, play, with_result
from arpad.office.desk import Desk, found_system, looking
from arpad.office.events import list_events, register, submit
from arpad.office.lists import close, import_list, publish
from arpad.office.records import Registration
from arpad.office.storage import Acting, Database
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import lists_after

DEMO_NAME, DEMO_PASSWORD = "demo", "caissa-2024"
SEED = 1953
PLAYERS = 96
FIRST_LIST, MONTHS = dt.date(2022, 11, 1), 25
SEASONS = ("Open de Invierno", "Open de Primavera", "Open de Verano", "Open de Otoño")
MASTERS_MONTH, CORRECTED_EVENT, CORRECTED_MONTH = 13, 3, 20


def found_demo(database: Database, desk: Desk, progress: StepsDone | None = None, *, months: int = MONTHS) -> None:
    """Make the demo federation in an empty database. The same every time; fewer months are a smaller one."""
    draw = random.Random(SEED)
    found_system(desk, HOME)
    add_account(database, DEMO_NAME, DEMO_PASSWORD, "officer", Acting(desk.who, desk.at), demo=True)
    everybody = people(draw, PLAYERS)
    _first_list(_on(desk, FIRST_LIST), everybody)
    edition = desk.regulations.edition_for(desk.system, "standard", FIRST_LIST)
    lists = lists_after(edition, FIRST_LIST)
    before, kept = FIRST_LIST, b""
    corrected = min(CORRECTED_MONTH, months - 1)
    for month in range(1, months + 1):
        date = next(lists)
        for number, plan in enumerate(_plans(month, before)):
            data = _event(draw, _on(desk, plan.end), plan, everybody, before)
            kept = data if month == CORRECTED_EVENT and number == 0 else kept
        if month == months:
            break  # the last month waits for the visitor
        close(_on(desk, date), date)
        publish(_on(desk, date), date)
        if month == corrected:
            _correction(_on(desk, date), kept)
        before = date
        if progress is not None:
            progress(month, months - 1)


def _on(desk: Desk, date: dt.date) -> Desk:
    """The desk on a day, at noon."""
    return replace(desk, at=dt.datetime.combine(date, dt.time(12), dt.UTC))


def _first_list(desk: Desk, everybody: Sequence[Person]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(SINGLE)
            for person in everybody:
                if person.rating:
                    flag = "w" if person.sex == "F" else ""
                    writer.writerow(
                        [
                            person.id,
                            person.name,
                            person.federation,
                            person.sex,
                            person.title,
                            person.rating,
                            0,
                            person.k,
                            person.born,
                            flag,
                        ]
                    )
        import_list(desk, path, FIRST_LIST)


def _plans(month: int, before: dt.date) -> list[Plan]:
    """The events of a month: an open each, rapid and blitz now and then, the masters' tournament once."""
    start = before + dt.timedelta(days=4 + month % 7)
    cities = names()["cities"]
    city = cities[month % len(cities)]
    found = [Plan(f"{SEASONS[(start.month % 12) // 3]} de {city} {start.year}", city, start, 7 + 2 * (month % 2))]
    if month % 3 == 0:
        other = cities[(month + 3) % len(cities)]
        found.append(Plan(f"Rápido de {other} {start.year}", other, before + dt.timedelta(days=20), 7, "rapid"))
    if month % 6 == 2:
        found.append(Plan(f"Relámpago de {city} {start.year}", city, before + dt.timedelta(days=21), 9, "blitz"))
    if month == MASTERS_MONTH:
        found.append(Plan("Magistral Ciudad de Otero", "Otero", before + dt.timedelta(days=8), 9, masters=True))
    return found


def _event(draw: random.Random, desk: Desk, plan: Plan, everybody: Sequence[Person], list_date: dt.date) -> bytes:
    """An event announced, played and handed in."""
    guests = [player for player in everybody if player.federation != HOME]
    home = [player for player in everybody if player.federation == HOME]
    hero = next(player for player in home if player.name == HERO)
    field = [hero, *guests] if plan.masters else [*draw.sample(home, 26 + draw.randrange(14)), *draw.sample(guests, 2)]
    time_class: TimeClass = plan.time_class  # type: ignore[assignment]
    data = play(draw, plan, field, _ratings(desk, list_date, time_class))
    announced = (plan.start - dt.timedelta(days=40)).isoformat()
    facts = {"registered": announced, "hybrid": False}
    registration = Registration(plan.name, plan.start, plan.end, plan.city, HOME, time_class, facts=facts)
    register(desk, registration)
    submit(desk, data, received=plan.end + dt.timedelta(days=1))
    return data


def _ratings(desk: Desk, date: dt.date, time_class: TimeClass) -> Mapping[str, int]:
    with looking(desk) as shelf:
        rows = shelf.past(date).all_rows()
        return {row.id: row.standing(time_class).rating for row in rows}


def _correction(desk: Desk, data: bytes) -> None:
    """A result that was handed in wrongly is found months later: a drawn game had been won."""
    event = read_report(data).event
    drawn = next(
        (player.rank, round_)
        for player in event.players
        for round_ in player.rounds
        if round_.result == "=" and round_.colour == "w" and round_.opponent is not None
    )
    rank, game = drawn
    assert game.opponent is not None
    corrected = with_result(data, game.round, rank, game.opponent, "1")
    white, black = event.player(rank), event.player(game.opponent)
    assert white is not None
    assert black is not None
    reason = f"Scoresheet of round {game.round}: {white.name} - {black.name} 1-0"
    number = _event_number(desk, event.name)
    decide(desk, CorrectReport(number, corrected, reason))


def _event_number(desk: Desk, name: str) -> int:
    return next(event.id for event in list_events(desk) if event.name == name)
