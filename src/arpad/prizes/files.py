"""Read rankings (CSV, JSON, a report) and announced prizes (TOML), and compare with what somebody else paid."""

import csv
import datetime as dt
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from arpad.domain.event import Event, Player
from arpad.domain.findings import Finding
from arpad.domain.games import PlayerGame
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Words, exact
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import ANYTHING, DAY, WORDS, TomlKey, TomlTable
from arpad.prizes.award import SideBySide, share_prizes
from arpad.prizes.rules import (
    MEASURES,
    NOBODY,
    PRIZE_POLICIES,
    PRIZE_SYSTEMS,
    ROUNDING_RULES,
    Currency,
    PrizeCategory,
    PrizeRules,
    PrizeSystem,
    Progress,
    RankedPlayer,
    currency_of,
)
from arpad.rating.change import rating_change
from arpad.rating.examine import report_class
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import edition_for
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.conditions import Profile, parse_condition, profile_of
from arpad.standings.table import StandingsTable, Wishes, standings
from arpad.untrusted import json_value, problem_words

# Tables that people hand in, as rows of named cells: CSV with commas, semicolons or tabs, or JSON.

BOM = "\ufeff"
DELIMITERS = (";", "\t", ",")
MOST_ROWS = 100_000
BEGINNING = 2_000
ENDINGS = (".csv", ".tsv", ".json")
LISTS = ("players", "standings", "ranking", "rows")
"""The keys under which a JSON document has its rows."""


class NamedRow(NamedTuple):
    """The cells of a row by the name of their column, and where it stands in the file."""

    number: int
    cells: dict[str, str]


def named_rows(file: str, data: bytes) -> list[NamedRow]:
    """Read the rows of a CSV or JSON file."""
    try:
        typed = data.decode("utf-8").removeprefix(BOM)
    except UnicodeDecodeError:
        raise ArpadError("prizes-encoding", file=file) from None
    rows = _from_json(file, typed) if typed.lstrip()[:1] in ("{", "[") else _from_csv(file, typed)
    if not rows:
        raise ArpadError("prizes-no-rows", file=file)
    if len(rows) > MOST_ROWS:
        raise ArpadError("prizes-many-rows", file=file, rows=len(rows), most=MOST_ROWS)
    return rows


def looks_like_rows(file: str, data: bytes) -> bool:
    """Return whether a file is a table by its name or its beginning, and not a tournament report."""
    typed = data[:BEGINNING].decode("utf-8", "replace").removeprefix(BOM).lstrip()
    heading = typed.partition("\n")[0]
    columns = {column_name(cell) for cell in re.split(r"[;,\t]", heading)}
    return file.casefold().endswith(ENDINGS) or typed[:1] in ("{", "[") or {"rank", "points"} <= columns


def column_name(heading: str) -> str:
    """Return a heading as a condition can name it: in small letters, `_` for what is no letter or figure."""
    return "_".join("".join(sign if sign.isalnum() else " " for sign in heading.casefold()).split())


def _from_csv(file: str, typed: str) -> list[NamedRow]:
    lines = typed.splitlines()
    heading = next((line for line in lines if line.strip()), "")
    delimiter = max(DELIMITERS, key=heading.count)
    reader = csv.reader(io.StringIO(typed), delimiter=delimiter, strict=True)
    try:
        table = [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as problem:
        raise ArpadError("prizes-csv", file=file, row=reader.line_num, problem=str(problem)) from None
    if not table:
        return []
    names = [column_name(cell) for cell in table[0][1]]
    for number, cells in table[1:]:
        if len(cells) > len(names) and any(cell.strip() for cell in cells[len(names) :]):
            raise ArpadError("prizes-cells", file=file, row=number, cells=len(cells), columns=len(names))
    return [
        NamedRow(number, {name: cell.strip() for name, cell in zip(names, cells, strict=False) if name})
        for number, cells in table[1:]
    ]


def _from_json(file: str, typed: str) -> list[NamedRow]:
    try:
        document: Any = json_value(typed, parse_int=Fraction)
    except ValueError as problem:
        raise ArpadError("prizes-json-broken", file=file, problem=problem_words(problem)) from None
    if isinstance(document, dict):
        document = next((document[key] for key in LISTS if key in document), document)
    if not isinstance(document, list) or not all(isinstance(row, dict) for row in document):
        raise ArpadError("prizes-json", file=file, keys=", ".join(LISTS))
    return [
        NamedRow(number, {column_name(name): _cell(value) for name, value in row.items() if _is_plain(value)})
        for number, row in enumerate(document, 1)
    ]


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, str | bool | Fraction)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value).strip()


# A ranking as a file: `rank,id,name,points,rating,sex,born,federation`, and further columns that conditions may name.
# The tie-breaks have made the ranks already: 1, 2, 2, 4. A play-off marks its places in the column `decided`. For
# progress a row has `games` and `average` (of the opponents' ratings), and `score` if it is not the points.

NEEDED = ("rank", "points")
OWN = (*NEEDED, "id", "name", "rating", "sex", "born", "federation", "title", "decided", "games", "average", "score",
       "change")  # fmt: skip
POINTS = re.compile(r"(?=.)(\d{0,6})(?:[.,](\d{1,4})|(½))?")
NUMBER = re.compile(r"(-?)(\d{1,6})(?:[.,](\d{1,6})|/([1-9]\d{0,5}))?")
YES = frozenset({"true", "yes", "sí", "si", "1", "x"})
NO = frozenset({"", "false", "no", "0"})
SEXES = {"": None, "m": "m", "f": "f", "w": "f"}

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking as it was handed in: the players by rank, and the further columns that conditions may name.

    Of a report also the name and the start of the event, and what was found on the way.
    """

    players: tuple[RankedPlayer, ...]
    columns: tuple[str, ...] = ()
    event: str = ""
    date: dt.date | None = None
    findings: tuple[Finding, ...] = ()


def read_ranking(file: str, data: bytes) -> Ranking:
    """Read and check a ranking."""
    rows = named_rows(file, data)
    known = {name for row in rows for name in row.cells}
    for name in NEEDED:
        if name not in known:
            raise ArpadError("prizes-column", file=file, column=name, known=", ".join(OWN))
    columns = tuple(sorted(known - set(OWN)))
    players = sorted((_Row(file, row).player(columns) for row in rows), key=lambda player: player.rank)
    check_ranks(file, players)
    return Ranking(tuple(players), columns)


def check_ranks(file: str, players: Sequence[RankedPlayer]) -> None:
    """Refuse a gap that no tie explains, and points that grow with the rank."""
    before = 0
    for place, player in enumerate(players, 1):
        if player.rank not in (place, before):
            raise ArpadError("prizes-rank-gap", file=file, row=player.row, rank=player.rank, expected=place)
        before = player.rank
    for first, second in pairwise(players):
        settled = first.decided or second.decided
        wrong = first.points != second.points if first.rank == second.rank else first.points < second.points
        if wrong and not settled:
            raise ArpadError(
                "prizes-points-order",
                file=file,
                row=second.row,
                rank=second.rank,
                points=second.points,
                before=first.points,
            )


@dataclass(frozen=True, slots=True)
class _Row:
    """A row that becomes a player; a cell that does not fit is refused with its place."""

    file: str
    row: NamedRow

    def player(self, columns: Sequence[str]) -> RankedPlayer:
        points = self._made("points", _points, "6.5")
        if points is None:
            raise self._refusal("points", "6.5")
        rank = self._made("rank", _whole(1, 999_999), "1")
        if rank is None:
            raise self._refusal("rank", "1")
        rating = self._made("rating", _whole(0, HIGHEST_RATING), "2105") or None
        return RankedPlayer(
            rank,
            points,
            self._cell("name"),
            self._profile(rank, points, rating, columns),
            bool(self._made("decided", _flag, "true")),
            self._progress(points, rating),
            self.row.number,
        )

    def _profile(self, rank: int, points: Fraction, rating: int | None, columns: Sequence[str]) -> Profile:
        born = self._made("born", _birth, "2008")
        day = born if isinstance(born, dt.date) else None
        return Profile(
            rating=rating,
            born=born.year if isinstance(born, dt.date) else born,
            birthday=day,
            sex=self._made("sex", _sex, "m | f"),
            federation=self._cell("federation").upper(),
            title=self._cell("title").upper(),
            points=points,
            rank=rank,
            id=self._cell("id"),
            others={name: self._cell(name) for name in columns},
        )

    def _progress(self, points: Fraction, rating: int | None) -> Progress | None:
        games = self._made("games", _whole(0, 999), "9")
        average = self._made("average", _number, "1900")
        if rating is None or not games or average is None:
            return None
        score = self._made("score", _points, "5.5")
        change = self._made("change", _number, "1.76")
        return Progress(rating, games, points if score is None else score, average, change)

    def _cell(self, column: str) -> str:
        return self.row.cells.get(column, "")

    def _made(self, column: str, maker: Callable[[str], Made], example: str) -> Made | None:
        cell = self._cell(column)
        if not cell:
            return None
        try:
            return maker(cell)
        except ValueError:
            raise self._refusal(column, example) from None

    def _refusal(self, column: str, example: str) -> ArpadError:
        return ArpadError(
            "prizes-cell",
            file=self.file,
            row=self.row.number,
            column=column,
            value=self._cell(column),
            example=example,
        )


def _whole(least: int, most: int) -> Callable[[str], int]:
    def maker(cell: str) -> int:
        if not (cell.isascii() and cell.isdecimal() and len(cell) < 10 and least <= int(cell) <= most):
            raise ValueError
        return int(cell)

    return maker


@lru_cache(maxsize=256)
def _points(cell: str) -> Fraction:
    """Return points: 6, 6.5, 6½ or, as programs write them, 13/2."""
    match = POINTS.fullmatch(cell)
    if match is None:
        number = _number(cell)
        if number < 0:
            raise ValueError
        return number
    if not any(match.groups()):
        raise ValueError
    return Fraction(f"{match[1] or 0}.{match[2] or 0}") + Fraction(bool(match[3]), 2)


def _number(cell: str) -> Fraction:
    match = NUMBER.fullmatch(cell)
    if match is None:
        raise ValueError
    value = Fraction(int(match[2]), int(match[4] or 1)) + Fraction(f"0.{match[3] or 0}")
    return -value if match[1] else value


def _flag(cell: str) -> bool:
    word = cell.casefold()
    if word not in YES | NO:
        raise ValueError
    return word in YES


def _sex(cell: str) -> str | None:
    word = cell.casefold()
    if word not in SEXES:
        raise ValueError
    return SEXES[word]


def _birth(cell: str) -> Any:
    """Return a year, or a whole day."""
    if re.fullmatch(r"[12]\d{3}", cell):
        return int(cell)
    return dt.date.fromisoformat(cell.replace("/", "-"))


# The ranking of a report: its standings by tie-breaks, with what the report says of the players.

ANY_K = 20
"""The sum game by game does not depend on K."""


def ranking_from(
    file: str, data: bytes, wishes: Wishes | None = None, library: TieBreakLibrary | None = None
) -> Ranking:
    """Read a ranking, or make one of a report. Wishes about tie-breaks are for reports alone."""
    if not looks_like_rows(file, data):
        try:
            return report_ranking(read_report(data), wishes, library)
        except ArpadError as problem:
            raise ArpadError("report", file=file, problem=problem) from None
    if wishes is not None and (wishes.tie_breaks or wishes.edition):
        raise ArpadError("prizes-ordered", file=file)
    return read_ranking(file, data)


def report_ranking(report: Report, wishes: Wishes | None = None, library: TieBreakLibrary | None = None) -> Ranking:
    """Return the players, or the teams, of a report as its tie-breaks order them."""
    return table_ranking(standings(report, wishes, library), report.event)


def table_ranking(table: StandingsTable, event: Event) -> Ranking:
    """Return the players, or the teams, of standings with what their event says of them."""
    players = _teams(table) if table.competition.teams else _players(table, event)
    return Ranking(players, event=event.name, date=event.start, findings=table.findings)


def _teams(table: StandingsTable) -> tuple[RankedPlayer, ...]:
    """Teams have no rating, sex or federation that a condition could ask for."""
    return tuple(RankedPlayer(row.rank, row.points, row.name, NOBODY, row=row.number) for row in table.rows)


def _players(table: StandingsTable, event: Event) -> tuple[RankedPlayer, ...]:
    known = {player.rank: player for player in event.players}
    games, edition = _games(event), _edition(event)
    return tuple(
        RankedPlayer(
            row.rank,
            row.points,
            row.name,
            profile_of(known[row.number], row.points, row.rank, event.start),
            progress=_progress(known[row.number], games.get(row.number, []), edition),
            row=row.number,
        )
        for row in table.rows
    )


def _games(event: Event) -> Mapping[int, list[PlayerGame]]:
    """Return the games that were played against rated opponents, by starting rank."""
    ratings = {player.rank: player.rating for player in event.players}
    found: dict[int, list[PlayerGame]] = {}
    for game in event.games():
        if not game.played or game.score is None:
            continue
        for own, other, score in ((game.white, game.black, game.score), (game.black, game.white, 2 - game.score)):
            if ratings.get(other):
                found.setdefault(own, []).append(PlayerGame(ratings[other], score, rank=other))
    return found


def _edition(event: Event) -> Edition | None:
    """Return the edition by which FIDE rates the event; None if the report does not say when it started."""
    if event.start is None:
        return None
    try:
        return edition_for("fide", report_class(event, None), event.start)
    except ArpadError:
        return None


def _progress(player: Player, games: list[PlayerGame], edition: Edition | None) -> Progress | None:
    if not player.rating or not games:
        return None
    average = Fraction(sum(game.opponent or 0 for game in games), len(games))
    score = Fraction(sum(game.score for game in games), 2)
    change = None
    if edition is not None:
        change = Fraction(rating_change(edition, player.rating, ANY_K, games, explain=False).sum, 100)
    return Progress(player.rating, len(games), score, average, change)


# The announced prizes as a TOML file: amounts are texts like "333.33", categories have conditions on players.

MOST_PRIZES = 10_000
MOST_CATEGORIES = 500
MOST_GAMES = 100
EVERYBODY = "none"
PLUS = "+"
"""Before an object among prizes."""
DEFAULT_CURRENCY = "EUR"


KEYS = {"prizes": "prizes", "unit": "unit", "category": "[[category]]"}
"""What errors call the keys of a file."""
AMOUNTS = TomlKey(f.anything, '["1000", "500"]', needed=True)
HEAD = {
    "currency": TomlKey(f.words, '"EUR"'),
    "system": f.choice(PRIZE_SYSTEMS),
    "places": ANYTHING,
    "prizes": AMOUNTS,
    "unit": ANYTHING,
    "rounding": f.choice(ROUNDING_RULES),
    "policy": f.choice(PRIZE_POLICIES),
    "progress_games": TomlKey(f.whole(1, MOST_GAMES), "5"),
    "decided": ANYTHING,
    "date": DAY,
    "category": ANYTHING,
}
CATEGORY = {
    "name": replace(WORDS, needed=True),
    "where": replace(WORDS, needed=True),
    "prizes": AMOUNTS,
    "by": f.choice(MEASURES),
}


def read_rules(file: str, data: Mapping[str, Any], ranking: Ranking, called: Mapping[str, str] = KEYS) -> PrizeRules:
    """Return the rules of a table as TOML has it. Conditions may name the columns of the ranking; `called` says what
    an error calls the keys: a form has labels for them."""
    head = TomlTable("prizes-file", file).read(dict(data), HEAD)
    currency = currency_of(head.pop("currency", DEFAULT_CURRENCY))
    date = head.pop("date", None) or ranking.date
    prizes, things = _amounts(file, called["prizes"], head.pop("prizes"), currency)
    rules = PrizeRules(
        currency=currency,
        prizes=prizes,
        things=things,
        places=_places(file, head.pop("places", EVERYBODY)),
        unit=_unit(f"{file}, {called['unit']}", head.pop("unit", None), currency),
        decided=_decided(file, head.pop("decided", [])),
        categories=_categories(file, head.pop("category", []), currency, ranking, called),
        date=date,
        assumed="system" not in head,
        **head,
    )
    _check_ages(file, rules)
    return rules


def _amounts(file: str, where: str, value: object, currency: Currency) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the amounts of some prizes and the objects among them: "100", "100 + a cup", "+ a cup"."""
    if not isinstance(value, list) or len(value) > MOST_PRIZES:
        raise ArpadError("prizes-list", file=file, where=where, most=MOST_PRIZES)
    amounts, things = [], []
    for place, prize in enumerate(value, 1):
        money, plus, thing = prize.partition(PLUS) if isinstance(prize, str) else (prize, "", "")
        only_thing = bool(plus) and not money.strip()
        amounts.append(0 if only_thing else _amount(f"{file}, {where} {place}", money, currency))
        things.append(" ".join(thing.split()))
        if plus and not things[-1]:
            raise ArpadError("prizes-thing", where=f"{file}, {where} {place}", value=prize)
    return tuple(amounts), tuple(things) if any(things) else ()


def _amount(where: str, value: object, currency: Currency) -> int:
    """Return an amount; a number of the file is as exact as a text."""
    if isinstance(value, Fraction):
        value = exact(value)
    typed = f"{value:f}" if not isinstance(value, str | int) and value is not None else value
    if isinstance(value, bool) or typed is None:
        raise ArpadError("prizes-amount", where=where, value=str(value))
    return currency.amount(where, str(typed))


def _places(file: str, value: object) -> int | None:
    if value == EVERYBODY:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise ArpadError("prizes-places", file=file, value=str(value))
    return value


def _unit(where: str, value: object, currency: Currency) -> int:
    unit = 1 if value is None else _amount(where, value, currency)
    if unit < 1:
        raise ArpadError("prizes-unit", where=where, value=str(value))
    return unit


def _decided(file: str, value: object) -> frozenset[int]:
    if not isinstance(value, list) or not all(isinstance(one, int) and one > 0 for one in value):
        raise ArpadError("prizes-decided", file=file, value=str(value))
    return frozenset(value)


def _categories(
    file: str, rows: object, currency: Currency, ranking: Ranking, called: Mapping[str, str]
) -> tuple[PrizeCategory, ...]:
    if not isinstance(rows, list) or len(rows) > MOST_CATEGORIES:
        raise ArpadError("prizes-categories", file=file, most=MOST_CATEGORIES)
    categories: list[PrizeCategory] = []
    for place, row in enumerate(rows, 1):
        where = f"{called['category']} {place}"
        values = TomlTable("prizes-file", file, where).read(row, CATEGORY)
        if any(values["name"] == other.name for other in categories):
            raise ArpadError("prizes-category-twice", file=file, where=where, name=values["name"])
        prizes, things = _amounts(file, f"{where}, {called['prizes']}", values.pop("prizes"), currency)
        try:
            condition = parse_condition(values.pop("where"), ranking.columns)
        except ArpadError as problem:
            raise ArpadError("prizes-where", file=file, place=place, problem=problem) from None
        categories.append(PrizeCategory(where=condition, prizes=prizes, things=things, **values))
    return tuple(categories)


def _check_ages(file: str, rules: PrizeRules) -> None:
    for place, category in enumerate(rules.categories, 1):
        if "age" in category.where.words and rules.date is None:
            raise ArpadError("prizes-age-day", file=file, place=place, name=category.name)


def share_by_rules(ranking: Ranking, rules: PrizeRules) -> SideBySide:
    """Share the prizes among the players of a ranking, as old as they are on the day of the rules."""
    players = ranking.players
    if rules.date is not None:
        players = tuple(replace(player, profile=replace(player.profile, on=rules.date)) for player in players)
    side = share_prizes(players, rules)
    return replace(side, findings=(*ranking.findings, *side.findings))


# Compare what somebody else paid with the prizes computed here: two people should compute them independently.

PAID_AMOUNTS = ("total", "paid", "amount")
WHO = ("id", "rank", "name")


@dataclass(frozen=True, slots=True)
class ComparedPrize:
    """What a player should get and what they were paid, in minor units."""

    player: RankedPlayer
    expected: int
    paid: int

    @property
    def difference(self) -> int:
        return self.paid - self.expected


@dataclass(frozen=True, slots=True)
class CheckedPayment:
    """All players with money on either side, and the systems with which the payment agrees."""

    players: tuple[ComparedPrize, ...]
    agrees_with: tuple[PrizeSystem, ...]

    @property
    def agrees(self) -> bool:
        return all(player.difference == 0 for player in self.players)


def check_payment(side: SideBySide, file: str, data: bytes) -> CheckedPayment:
    """Compare a file with the columns `rank`, `id` or `name` and `total`, `paid` or `amount`."""
    currency = side.chosen.rules.currency
    paid = _paid(file, named_rows(file, data), [prize.player for prize in side.chosen.players], currency)
    players = tuple(
        ComparedPrize(prize.player, prize.total, paid.get(place, 0))
        for place, prize in enumerate(side.chosen.players)
        if prize.total or paid.get(place)
    )
    agreeing = tuple(
        system
        for system, prizes in side.systems.items()
        if all(player.total == paid.get(place, 0) for place, player in enumerate(prizes.players))
    )
    return CheckedPayment(players, agreeing)


def _paid(file: str, rows: Sequence[NamedRow], players: Sequence[RankedPlayer], currency: Currency) -> dict[int, int]:
    """Return what was paid to each player, by their place in the ranking."""
    known = {name for row in rows for name in row.cells}
    column = next((name for name in PAID_AMOUNTS if name in known), None)
    if column is None:
        raise ArpadError("prizes-paid-column", file=file, columns=", ".join(PAID_AMOUNTS))
    places = {name: _paid_places(name, players) for name in WHO if name in known}
    if not places:
        raise ArpadError("prizes-paid-who", file=file, columns=", ".join(WHO))
    found: dict[int, int] = {}
    for row in rows:
        place = _place(file, row, places)
        if place in found:
            raise ArpadError("prizes-paid-twice", file=file, row=row.number, name=players[place].name)
        typed = row.cells.get(column) or "0"
        found[place] = currency.amount(Words("prizes.row", file=file, row=row.number), typed)
    return found


def _paid_places(name: str, players: Sequence[RankedPlayer]) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for place, player in enumerate(players):
        places.setdefault(str(getattr(player, name)).casefold(), []).append(place)
    return places


def _place(file: str, row: NamedRow, places: dict[str, dict[str, list[int]]]) -> int:
    """Find the player of a row by the first of id, rank and name that is one player's alone."""
    cells = {name: row.cells[name] for name in places if row.cells.get(name)}
    candidates = [places[name].get(cell.casefold(), []) for name, cell in cells.items()]
    common = set(candidates[0]).intersection(*candidates[1:]) if candidates else set()
    if len(common) == 1:
        return common.pop()
    who = ", ".join(cells.values())
    if common:
        raise ArpadError("prizes-paid-ambiguous", file=file, row=row.number, who=who)
    raise ArpadError("prizes-paid-unknown", file=file, row=row.number, who=who)


def checked_document(checked: CheckedPayment, side: SideBySide) -> dict[str, Any]:
    """Return the comparison for programs."""
    text = side.chosen.rules.currency.text
    return {
        "currency": side.chosen.rules.currency.code,
        "system": side.chosen.system,
        "agrees": checked.agrees,
        "agrees_with": list(checked.agrees_with),
        "players": [
            {
                "rank": prize.player.rank,
                "id": prize.player.id,
                "name": prize.player.name,
                "expected": text(prize.expected),
                "paid": text(prize.paid),
                "difference": text(prize.difference),
            }
            for prize in checked.players
        ],
        "expected": text(sum(player.expected for player in checked.players)),
        "paid": text(sum(player.paid for player in checked.players)),
    }
