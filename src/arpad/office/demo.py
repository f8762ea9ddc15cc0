"""A demo federation made from a seed: invented players, two years of events and a running tournament."""

import csv
import datetime as dt
import random
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from arpad.domain.event import Event, Player, ResultCode, RoundResult, half_points_of
from arpad.formats.rating_lists.columns import SINGLE
from arpad.formats.read import read_report
from arpad.formats.trf_event_lines import event_to_trf
from arpad.formats.trf_pairing import TrfRecords
from arpad.office.accounts.people import add_account
from arpad.office.context import Desk, found_system
from arpad.office.decisions.corrections import CorrectReport
from arpad.office.decisions.decisions import decide
from arpad.office.events import list_events, register, submit
from arpad.office.list_tables import read_transaction
from arpad.office.periods import close, import_list, publish
from arpad.office.records import Registration
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting
from arpad.office.tournaments.store import EventStore
from arpad.progress import StepsDone
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import lists_after
from arpad.regulations.rating_rules import pd
from arpad.standings.table import standings
from arpad.tournament.acts.absences import SetAbsence
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import PublishResults, SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish, Start
from arpad.tournament.journal import Confirmation, Decide
from arpad.tournament.results import TypedResult
from arpad.tournament.state import EventState

# Invented people of the demo federation. Names are made of syllables; nobody is meant.

HERO = "Zarlanga, Vera"
LOWEST, HIGHEST = 1050, 2440
FIRST_ID, GAP = 98_000_017, 41
HOME, ZONE = "ESP", "Europe/Madrid"


@cache
def names() -> dict[str, Any]:
    """The invented names."""
    return tomllib.loads((files("arpad.office") / "demo_names.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody invented. `strength` is how well they really play; `rating` is 0 if they have none yet."""

    id: str
    name: str
    federation: str
    sex: str
    title: str
    born: int
    rating: int
    strength: int

    @property
    def k(self) -> int:
        if self.rating >= 2400:
            return 10
        return 40 if self.born > 2006 else 20


def people(draw: random.Random, count: int) -> list[Person]:
    """Invent some players of the federation, and the guests."""
    known = names()
    first_names = [*known["women"], *known["men"]]
    free = sorted({f"{surname}, {first}" for surname in known["surnames"] for first in first_names} - {HERO})
    chosen = [HERO, *draw.sample(free, count - 1)]
    found = [_person(draw, place, name) for place, name in enumerate(chosen)]
    for place, guest in enumerate(known["guests"], len(found)):
        id_, born, strength = str(FIRST_ID + GAP * place), 1985 + place % 12, guest["rating"] + 10
        found.append(Person(id_, sex="M", born=born, strength=strength, **guest))
    return found


def _person(draw: random.Random, place: int, name: str) -> Person:
    hero = name == HERO
    strength = 2455 if hero else min(HIGHEST, max(LOWEST, 1750 + sum(draw.randrange(-160, 161) for _ in range(9))))
    unrated = not hero and draw.randrange(8) == 0
    rating = 0 if unrated else min(2429, max(1000, strength + draw.randrange(-90, 91)))
    rating = 2408 if hero else rating
    woman = name.split(", ")[1] in names()["women"]
    born = 2001 if hero else draw.randrange(1955, 2013)
    title = "FM" if hero else _title(rating)
    sex = "F" if woman else "M"
    return Person(str(FIRST_ID + GAP * place), name, HOME, sex, title, born, rating, strength)


def _title(rating: int) -> str:
    """The title that a rating would have brought."""
    if rating >= 2300:
        return "FM"
    return "CM" if rating >= 2200 else ""


# Invented tournaments: players meet others of about their score, and results follow their true strength.

TIMES = {"standard": "90 min + 30 sec/move", "rapid": "15 min + 10 sec/move", "blitz": "3 min + 2 sec/move"}
DRAWS = 30  # of a hundred games between equals
HERO_SCORES = "1==1=1==1"
SWISS_TIE_BREAKS, ROUND_ROBIN_TIE_BREAKS = ("BH/C1", "BH", "SB", "WIN"), ("DE", "SB", "WIN")
OTHER: Mapping[str, ResultCode] = {"1": "0", "0": "1", "=": "="}


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament to be played."""

    name: str
    city: str
    start: dt.date
    rounds: int
    time_class: str = "standard"
    masters: bool = False

    @property
    def end(self) -> dt.date:
        return self.start if self.time_class != "standard" else self.start + dt.timedelta(days=self.rounds - 1)


def play(draw: random.Random, plan: Plan, players: Sequence[Person], ratings: Mapping[str, int]) -> bytes:
    """The report of a tournament as TRF. `ratings` are those of the list in force."""
    ordered = sorted(players, key=lambda player: (-ratings.get(player.id, 0), player.name))
    lines: list[list[RoundResult]] = [[] for _ in ordered]
    pairing = _everybody(len(ordered)) if plan.masters else None
    met: set[frozenset[int]] = set()
    for number in range(1, plan.rounds + 1):
        pairs, bye = pairing[number - 1] if pairing else _by_score(draw, lines, met)
        for white, black in pairs:
            met.add(frozenset((white, black)))
            result = _random_result(draw, ordered[white], ordered[black], number if plan.masters else 0)
            lines[white].append(RoundResult(number, black + 1, "w", result))
            lines[black].append(RoundResult(number, white + 1, "b", OTHER[result]))
        if bye is not None:
            lines[bye].append(RoundResult(number, None, None, "U"))
    return _report(plan, ordered, lines, ratings)


def _report(
    plan: Plan, ordered: Sequence[Person], lines: Sequence[list[RoundResult]], ratings: Mapping[str, int]
) -> bytes:
    points = [Fraction(half_points_of(line), 2) for line in lines]
    players = tuple(
        Player(
            at + 1, entrant.name, "f" if entrant.sex == "F" else "m", entrant.title, ratings.get(entrant.id) or None,
            entrant.federation, entrant.id, entrant.born, None, points[at], None, tuple(lines[at]),
        )
        for at, entrant in enumerate(ordered)
    )  # fmt: skip
    step = dt.timedelta(days=1 if plan.time_class == "standard" else 0)
    event = Event(
        plan.name, plan.city, HOME, plan.start, plan.end, "Individual: Round-Robin" if plan.masters else
        "Individual: Swiss-System", "", "IA Arbizo, Clara", ("FA Berlanza, Tomás",), TIMES[plan.time_class],
        plan.rounds, tuple(plan.start + step * number for number in range(plan.rounds)), players,
    )  # fmt: skip
    return _ranked(event, ROUND_ROBIN_TIE_BREAKS if plan.masters else SWISS_TIE_BREAKS)


def _ranked(event: Event, tie_breaks: tuple[str, ...]) -> bytes:
    """The report of an event that names its tie-breaks, with the places that they give."""
    records = TrfRecords(tie_breaks=tie_breaks)
    table = standings(read_report(event_to_trf(event, "trf16", records)))
    places = {row.number: row.rank for row in table.rows}
    players = tuple(player._replace(final_rank=places.get(player.rank)) for player in event.players)
    return event_to_trf(replace(event, players=players), "trf16", records)


def _by_score(
    draw: random.Random, lines: Sequence[Sequence[RoundResult]], met: set[frozenset[int]]
) -> tuple[list[tuple[int, int]], int | None]:
    """Neighbours in the standings who have not met yet, as far as it goes; the last one without a bye sits out."""
    order = sorted(range(len(lines)), key=lambda at: (-half_points_of(lines[at]), at))
    bye = None
    if len(order) % 2:
        bye = next(at for at in reversed(order) if all(line.result != "U" for line in lines[at]))
        order.remove(bye)
    pairs = []
    while order:
        one = order.pop(0)
        other = next((other for other in order if frozenset((one, other)) not in met), order[0])
        order.remove(other)
        whites = [sum(line.colour == "w" for line in lines[at]) for at in (one, other)]
        first = whites[0] < whites[1] or (whites[0] == whites[1] and draw.randrange(2) == 0)
        pairs.append((one, other) if first else (other, one))
    return pairs, bye


def _everybody(count: int) -> list[tuple[list[tuple[int, int]], int | None]]:
    """Everybody meets everybody: the last one stays, the others go round (count is even)."""
    rounds: list[tuple[list[tuple[int, int]], int | None]] = []
    for number in range(count - 1):
        ring = [(number + place) % (count - 1) for place in range(count - 1)]
        pairs = [(ring[0], count - 1) if number % 2 == 0 else (count - 1, ring[0])]
        pairs += [(ring[place], ring[-place]) for place in range(1, count // 2)]
        rounds.append((pairs, None))
    return rounds


def _random_result(draw: random.Random, white: Person, black: Person, number: int) -> ResultCode:
    """White's result. In the masters' tournament the home player has the tournament of her life."""
    if number and HERO in (white.name, black.name):
        own: ResultCode = HERO_SCORES[number - 1]  # type: ignore[assignment]
        return own if white.name == HERO else OTHER[own]
    expected = pd(white.strength - black.strength)
    draws = DRAWS * min(expected, 100 - expected) // 50
    cast = draw.randrange(100)
    if cast < draws:
        return "="
    return "1" if cast < draws + expected - draws // 2 else "0"


def with_result(data: bytes, round_: int, white: int, black: int, result: ResultCode) -> bytes:
    """The same report with one game's result otherwise."""
    report = read_report(data)
    event, tie_breaks = report.event, standings(report).tie_breaks
    changed = {(white, round_): result, (black, round_): OTHER[result]}
    players = []
    for player in event.players:
        rounds = tuple(
            round_result._replace(result=changed[player.rank, round_result.round])
            if (player.rank, round_result.round) in changed
            else round_result
            for round_result in player.rounds
        )
        players.append(player._replace(rounds=rounds, points=Fraction(half_points_of(rounds), 2)))
    return _ranked(replace(event, players=tuple(players)), tie_breaks)


# Founding the demo: a first list, two years of events month by month, a correction, and work left for the visitor.

DEMO_NAME, DEMO_PASSWORD = "demo", "caissa-2024"
FEDERATION_SEED = 1953
FEDERATION_PLAYERS = 96
FIRST_LIST, MONTHS = dt.date(2022, 11, 1), 25
LISTED = ("id", "name", "federation", "sex", "title", "rating")
SEASONS = ("Open de Invierno", "Open de Primavera", "Open de Verano", "Open de Otoño")
MASTERS_MONTH, CORRECTED_EVENT, CORRECTED_MONTH = 13, 3, 20


def found_demo(
    database: Database,
    desk: Desk,
    progress: StepsDone | None = None,
    *,
    months: int = MONTHS,
    first: dt.date = FIRST_LIST,
) -> None:
    """Make the demo federation in an empty database. The same every time; fewer months are a smaller one. `first` is
    the day of its first list; events that are not over at the moment of the desk are left out of the last month."""
    draw = random.Random(FEDERATION_SEED)
    found_system(desk, HOME)
    add_account(database, DEMO_NAME, DEMO_PASSWORD, "officer", Acting(desk.who, desk.at), demo=True)
    everybody = people(draw, FEDERATION_PLAYERS)
    _first_list(_on(desk, first), everybody, first)
    edition = desk.regulations.edition_for(desk.system, "standard", first)
    lists = lists_after(edition, first)
    before, kept = first, b""
    corrected = min(CORRECTED_MONTH, months - 1)
    for month in range(1, months + 1):
        date = next(lists)
        over = [plan for plan in _plans(month, before) if month < months or plan.end < desk.at.date()]
        for number, plan in enumerate(over):
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


def first_list(at: dt.datetime, months: int = MONTHS) -> dt.date:
    """Return the day of the first list of a federation whose last month is that of a moment."""
    month = at.year * 12 + at.month - months
    return dt.date(month // 12, month % 12 + 1, 1)


def _first_list(desk: Desk, everybody: Sequence[Person], first: dt.date) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(SINGLE)
            for person in everybody:
                if person.rating:
                    head = [getattr(person, name) for name in LISTED]
                    writer.writerow([*head, 0, person.k, person.born, "w" if person.sex == "F" else ""])
        import_list(desk, path, first)


def _plans(month: int, before: dt.date) -> list[Plan]:
    """The events of a month: an open each, rapid and blitz now and then, the masters' tournament once."""
    start = before + dt.timedelta(days=4 + month % 7)
    cities = names()["cities"]
    city = cities[month % len(cities)]
    plans = [Plan(f"{SEASONS[(start.month % 12) // 3]} de {city} {start.year}", city, start, 7 + 2 * (month % 2))]
    if month % 3 == 0:
        other = cities[(month + 3) % len(cities)]
        plans.append(Plan(f"Rápido de {other} {start.year}", other, before + dt.timedelta(days=20), 7, "rapid"))
    if month % 6 == 2:
        plans.append(Plan(f"Relámpago de {city} {start.year}", city, before + dt.timedelta(days=21), 9, "blitz"))
    if month == MASTERS_MONTH:
        plans.append(Plan("Magistral Ciudad de Otero", "Otero", before + dt.timedelta(days=8), 9, masters=True))
    return plans


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
    with read_transaction(desk) as repository:
        rows = repository.past(date).all_rows()
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
    number = next(known.id for known in list_events(desk) if known.name == event.name)
    decide(desk, CorrectReport(number, corrected, reason))


# A tournament of the demo federation that is being played: four rounds are over, the fifth has just begun.

SLUG = "valdeoca"
EVENT_SEED = 2026
EVENT_PLAYERS, ROUNDS, OVER, ENTERED = 40, 9, 4, 6
YES = Confirmation(yes=True)
RAPID, RAPID_SEED = "rapido", 2006
RAPID_PLAYERS, RAPID_ROUNDS, RAPID_ENTERED, RAPID_STEP = 12, 5, 2, dt.timedelta(minutes=30)
TIE_BREAKS = ["BH-C1", "BH", "SB", "DE"]


def found_running_event(database: Database, desk: Desk) -> None:
    """Make the tournament. It began four days before the moment of the desk."""
    lots = random.Random(EVENT_SEED)
    event_store = EventStore(database)
    try:
        clock = replace(desk, at=desk.at - dt.timedelta(days=OVER, hours=2))
        event_store.create(SLUG, Create(_rules(clock.at)), desk.who, clock.at)
        _enter(event_store, clock, lots)
        _act(event_store, clock, CloseList(seed=EVENT_SEED))
        for number in range(1, OVER + 1):
            _play(event_store, clock, number, lots, whole=True)
            clock = replace(clock, at=clock.at + dt.timedelta(days=1))
        _play(event_store, clock, OVER + 1, lots, whole=False)
    finally:
        event_store.close()


def _rules(first: dt.datetime) -> dict[str, object]:
    """The rules of the tournament, a round a day at the hour of the first one."""
    first = first.astimezone(ZoneInfo(ZONE))
    start_day = first.date()
    city = names()["cities"][0]
    schedule = [
        {"round": number + 1, "start": (first + dt.timedelta(days=number)).isoformat(timespec="minutes")}
        for number in range(ROUNDS)
    ]
    return {
        "slug": SLUG,
        "name": f"Open Ciudad de {city}",
        "city": city,
        "federation": HOME,
        "time_zone": ZONE,
        "start": start_day.isoformat(),
        "end": (start_day + dt.timedelta(days=ROUNDS - 1)).isoformat(),
        "registered": (start_day - dt.timedelta(days=40)).isoformat(),
        "system": "dutch",
        "rounds": ROUNDS,
        "time_control": "90+30",
        "tie_breaks": TIE_BREAKS,
        "half_point_byes": 1,
        "default_minutes": 30,
        "correction_minutes": 15,
        "claims": "show",
        "chief_arbiter": "IA Arbizo, Clara",
        "arbiters": ["FA Sol, Ana"],
        "draw_offers": "none before move 30",
        "devices": "in a bag, switched off",
        "schedule": schedule,
        "groups": {"u16": f"born >= {start_day.year - 16}", "women": "sex = f"},
    }


def found_club_rapid(database: Database, desk: Desk) -> None:
    """Make the rapid of a club: an evening with its last round under way, so that a visitor can finish it, hand it over
    and see the list that comes of it."""
    lots = random.Random(RAPID_SEED)
    event_store = EventStore(database)
    try:
        begin = replace(desk, at=desk.at - RAPID_STEP * (RAPID_ROUNDS - 1) - dt.timedelta(minutes=10))
        event_store.create(RAPID, Create(_rapid_rules(begin.at)), desk.who, begin.at)
        rapid = partial(_act, event_store, slug=RAPID)
        for fields in _listed_players(begin, lots, RAPID_PLAYERS, "rapid"):
            rapid(begin, Enter(fields))
        rapid(begin, CloseList(seed=RAPID_SEED))
        for number in range(1, RAPID_ROUNDS + 1):
            clock = replace(begin, at=begin.at + RAPID_STEP * (number - 1))
            _play(event_store, clock, number, lots, whole=number < RAPID_ROUNDS, slug=RAPID, entered=RAPID_ENTERED)
    finally:
        event_store.close()


def _rapid_rules(first: dt.datetime) -> dict[str, object]:
    """The rules of the rapid: one evening, prizes for the first three, the best woman and the best junior."""
    first = first.astimezone(ZoneInfo(ZONE))
    day = first.date()
    schedule = [
        {"round": number + 1, "start": (first + RAPID_STEP * number).isoformat(timespec="minutes")}
        for number in range(RAPID_ROUNDS)
    ]
    city = names()["cities"][0]
    return {
        "slug": RAPID,
        "name": f"Rápido del Club de {city}",
        "city": city,
        "federation": HOME,
        "time_zone": ZONE,
        "start": day.isoformat(),
        "end": day.isoformat(),
        "registered": (day - dt.timedelta(days=40)).isoformat(),
        "system": "dutch",
        "rounds": RAPID_ROUNDS,
        "time_class": "rapid",
        "time_control": "10+5",
        "tie_breaks": TIE_BREAKS,
        "default_minutes": 10,
        "competition_rules": "reduced",
        "chief_arbiter": "IA Arbizo, Clara",
        "schedule": schedule,
        "groups": {"u18": f"born >= {day.year - 18}", "women": "sex = f"},
        "prizes": {
            "system": "hort",
            "prizes": ["100 + trofeo", "60", "40"],
            "category": [
                {"name": "Mujeres", "group": "women", "prizes": ["30"]},
                {"name": "Sub-18", "group": "u18", "prizes": ["30", "+ libro"]},
            ],
        },
    }


def _enter(event_store: EventStore, desk: Desk, lots: random.Random) -> None:
    """Players of the newest list, the strongest of all among them."""
    for fields in _listed_players(desk, lots, EVENT_PLAYERS, "standard", with_hero=True):
        _act(event_store, desk, Enter(fields))


def _listed_players(
    desk: Desk, lots: random.Random, count: int, time_class: TimeClass, *, with_hero: bool = False
) -> Iterator[dict[str, object]]:
    """The fields of some players of the newest list, by lot."""
    with read_transaction(desk, published=True) as repository:
        last = repository.last()
        assert last is not None
        rows = [row for row in repository.ledger(last).all_rows() if row.federation == HOME]
    hero = [row for row in rows if row.name == HERO] if with_hero else []
    others = sorted((row for row in rows if row.name != HERO), key=lambda row: row.id)
    for row in [*hero, *lots.sample(others, count - len(hero))]:
        sex = {"F": "f", "M": "m"}.get(row.sex, "")
        rating = row.standing(time_class).rating or row.standing("standard").rating
        known = {"id": row.id, "name": row.name, "federation": row.federation, "sex": sex, "title": row.title}
        fields = known | {"rating": rating, "born": row.born or None}
        yield {name: value for name, value in fields.items() if value}


def _play(
    event_store: EventStore,
    desk: Desk,
    number: int,
    lots: random.Random,
    *,
    whole: bool,
    slug: str = SLUG,
    entered: int = ENTERED,
) -> None:
    """Draw and publish a round, and enter its results; of a round that is not over, the first few."""
    quick = slug == RAPID
    if number == OVER and not quick:
        _act(event_store, desk, SetAbsence(event_store.open(slug).state.numbers[20], number, "H"))
    for command in (DrawNext(number), Publish(number), Start(number, desk.at.isoformat())):
        _act(event_store, desk, command, slug)
    state = event_store.open(slug).state
    boards = [board.number for board in state.rounds[number].games]
    typed = [
        TypedResult(board, _board_result(state, number, board, lots)) for board in boards[: None if whole else entered]
    ]
    after = dt.timedelta(minutes=9 if not whole else 24) if quick else dt.timedelta(hours=1 if not whole else 4)
    later = replace(desk, at=desk.at + after)
    _act(event_store, later, SetResults(number, typed, at=later.at.isoformat()), slug)
    if whole:
        _act(event_store, later, PublishResults(number), slug)


def _board_result(state: EventState, number: int, board: int, lots: random.Random) -> str:
    """A result by lot: the stronger player wins more often."""
    event_board = state.rounds[number].boards[board]
    better = state.entries[event_board.white].rating - state.entries[event_board.black].rating
    drawn = lots.randrange(100)
    if drawn < 30 - min(20, abs(better) // 20):
        return "1/2"
    return "1-0" if lots.randrange(-500, 501) < better + 20 else "0-1"


def _act(event_store: EventStore, desk: Desk, command: Decide, slug: str = SLUG) -> None:
    event_store.act(slug, command, desk.who, desk.at, YES)
