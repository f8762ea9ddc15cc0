"""The announced prizes as a TOML file: amounts are texts like "333.33", categories have conditions on players."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from arpad.i18n import ArpadError, exact
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import ANYTHING, DAY, WORDS, TomlKey, TomlTable
from arpad.prizes.award import SideBySide, share_prizes
from arpad.prizes.model import MEASURES, PRIZE_POLICIES, PRIZE_SYSTEMS, PrizeCategory, PrizeRules
from arpad.prizes.money import ROUNDING_RULES, Currency, currency_of
from arpad.prizes.ranking_file import Ranking
from arpad.standings.conditions import parse_condition

MOST_PRIZES = 10_000
MOST_CATEGORIES = 500
MOST_GAMES = 100
EVERYBODY = "none"
DEFAULT_CURRENCY = "EUR"


def _choice(known: tuple[str, ...]) -> str:
    return " | ".join(f'"{word}"' for word in known)


KEYS = {"prizes": "prizes", "unit": "unit", "category": "[[category]]"}
"""What errors call the keys of a file."""
AMOUNTS = TomlKey(f.anything, '["1000", "500"]', needed=True)
HEAD = {
    "currency": TomlKey(f.words, '"EUR"'),
    "system": TomlKey(f.one_of(PRIZE_SYSTEMS), _choice(PRIZE_SYSTEMS)),
    "places": ANYTHING,
    "prizes": AMOUNTS,
    "unit": ANYTHING,
    "rounding": TomlKey(f.one_of(ROUNDING_RULES), _choice(ROUNDING_RULES)),
    "policy": TomlKey(f.one_of(PRIZE_POLICIES), _choice(PRIZE_POLICIES)),
    "progress_games": TomlKey(f.whole(1, MOST_GAMES), "5"),
    "decided": ANYTHING,
    "date": DAY,
    "category": ANYTHING,
}
CATEGORY = {
    "name": replace(WORDS, needed=True),
    "where": replace(WORDS, needed=True),
    "prizes": AMOUNTS,
    "by": TomlKey(f.one_of(MEASURES), _choice(MEASURES)),
}


def read_rules(file: str, data: Mapping[str, Any], ranking: Ranking, called: Mapping[str, str] = KEYS) -> PrizeRules:
    """Return the rules of a table as TOML has it. Conditions may name the columns of the ranking; `called` says what
    an error calls the keys: a form has labels for them."""
    head = TomlTable("prizes-file", file).read(dict(data), HEAD)
    currency = currency_of(head.pop("currency", DEFAULT_CURRENCY))
    date = head.pop("date", None) or ranking.date
    rules = PrizeRules(
        currency=currency,
        prizes=_amounts(file, called["prizes"], head.pop("prizes"), currency),
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


def _amounts(file: str, where: str, value: object, currency: Currency) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MOST_PRIZES:
        raise ArpadError("prizes-list", file=file, where=where, most=MOST_PRIZES)
    return tuple(_amount(f"{file}, {where} {place}", one, currency) for place, one in enumerate(value, 1))


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
    found: list[PrizeCategory] = []
    for place, row in enumerate(rows, 1):
        where = f"{called['category']} {place}"
        values = TomlTable("prizes-file", file, where).read(row, CATEGORY)
        if any(values["name"] == other.name for other in found):
            raise ArpadError("prizes-category-twice", file=file, where=where, name=values["name"])
        prizes = _amounts(file, f"{where}, {called['prizes']}", values.pop("prizes"), currency)
        try:
            condition = parse_condition(values.pop("where"), ranking.columns)
        except ArpadError as problem:
            raise ArpadError("prizes-where", file=file, place=place, problem=problem) from None
        found.append(PrizeCategory(where=condition, prizes=prizes, **values))
    return tuple(found)


def _check_ages(file: str, rules: PrizeRules) -> None:
    for place, category in enumerate(rules.categories, 1):
        if "age" in category.where.words and rules.date is None:
            raise ArpadError("prizes-age-day", file=file, place=place, name=category.name)


def share_by_rules(ranking: Ranking, rules: PrizeRules) -> SideBySide:
    """Share the prizes among the players of a ranking, as old as they are on the day of the rules."""
    players = ranking.players
    if rules.date is not None:
        players = tuple(replace(player, profile=replace(player.profile, on=rules.date)) for player in players)
    found = share_prizes(players, rules)
    return replace(found, findings=(*ranking.findings, *found.findings))
