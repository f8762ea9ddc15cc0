"""Prizes as JSON, CSV and rows in words.

Money is a text with the digits of its currency: `1234.50`.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import NotRequired, TypedDict

from arpad.documents.fields import csv_table
from arpad.documents.findings import findings_json
from arpad.documents.schema import Exact, FindingDocument
from arpad.i18n import Language, hundredths, number, text
from arpad.prizes.award import CategoryPrize, PlayerPrize, Prizes, SideBySide, TieGroup, group_addends, player_addends
from arpad.prizes.rules import PRIZE_SYSTEMS, Currency, Progress, RankedPlayer

# The shapes of the documents about prizes. Money is a text with the digits of its currency: `1234.50`.


class PrizeWinnerDocument(TypedDict):
    """A player of a ranking."""

    rank: int
    id: str
    name: str
    points: Exact


class CategoryShareDocument(TypedDict):
    """The prize of a category that a player gets."""

    name: str
    amount: str


class SystemShareDocument(TypedDict):
    """What a player would get by a system."""

    paid: str
    total: str


class ProgressDocument(TypedDict):
    """By how much a player did better than expected."""

    games: int
    score: Exact
    average: int
    expected: Exact
    value: Exact
    change: Exact


class PrizedPlayerDocument(PrizeWinnerDocument):
    """A player with the money of all systems."""

    exact: str
    by_place: str
    shared: str
    paid: str
    category: CategoryShareDocument | None
    total: str
    addends: str
    systems: dict[str, SystemShareDocument]
    progress: ProgressDocument | None


class PrizeGroupDocument(TypedDict):
    """Players who are level, and what they share."""

    ranks: list[int]
    points: Exact
    pool: str
    sharing: int
    addends: str


class CategoryPrizeDocument(TypedDict):
    """A prize of a category with its winner."""

    name: str
    where: str
    by: str
    place: int
    amount: str
    player: PrizeWinnerDocument | None


class NotAwardedDocument(TypedDict):
    """A prize that nobody gets."""

    category: NotRequired[str]
    place: int
    amount: str


class PrizesDocument(TypedDict):
    """The prizes of a ranking."""

    currency: str
    unit: str
    rounding: str
    system: str
    places: int | str | None
    policy: str
    groups: list[PrizeGroupDocument]
    players: list[PrizedPlayerDocument]
    categories: list[CategoryPrizeDocument]
    awarded: str
    kept: str
    not_awarded: list[NotAwardedDocument]
    total: str
    addends: list[str]
    findings: list[FindingDocument]


# Prizes for programs: the JSON and the CSV of a sheet, made once for the command line and the web.

COLUMNS = ("rank", "id", "name", "points", "by_place", "shared", "exact", "paid", "category", "category_amount",
           "total", "equal", "place", "hort")  # fmt: skip


def prizes_document(found: SideBySide, language: Language = "en") -> PrizesDocument:
    """Return the prizes of the chosen system, each player with the money of all three."""
    prizes, currency = found.chosen, found.chosen.rules.currency
    players = [_player_document(found, place) for place in range(len(prizes.players))]
    return {
        "currency": currency.code,
        "unit": currency.text(prizes.rules.unit),
        "rounding": prizes.rules.rounding,
        "system": prizes.system,
        "places": prizes.rules.places,
        "policy": prizes.rules.policy,
        "groups": [_group(group, prizes) for group in prizes.groups],
        "players": players,
        "categories": [_category_prize(prize, prizes) for prize in prizes.category_prizes],
        "awarded": currency.text(prizes.awarded),
        "kept": currency.text(prizes.kept),
        "not_awarded": _not_awarded(prizes),
        "total": currency.text(prizes.total),
        "addends": [player["addends"] for player in players if player["addends"]],
        "findings": findings_json(found.findings, language),
    }


def _group(group: TieGroup, prizes: Prizes) -> PrizeGroupDocument:
    currency = prizes.rules.currency
    return {
        "ranks": [group.first, group.last],
        "points": group.points,
        "pool": currency.text(group.pool),
        "sharing": group.sharing,
        "addends": group_addends(group, currency),
    }


def _player_document(found: SideBySide, place: int) -> PrizedPlayerDocument:
    prizes, one = found.chosen, found.chosen.players[place]
    text, share = prizes.rules.currency.text, one.share
    return {
        **_who(one.player),
        "exact": "0" if share is None else str(share.exact / 10**prizes.rules.currency.decimals),
        "by_place": text(0 if share is None else share.by_place),
        "shared": text(0 if share is None else share.shared),
        "paid": text(one.paid),
        "category": None
        if one.category is None
        else {"name": one.category.category.name, "amount": text(one.category.amount)},
        "total": text(one.total),
        "addends": player_addends(one, prizes.system, prizes.rules.currency),
        "systems": {
            system: {"paid": text(made.players[place].paid), "total": text(made.players[place].total)}
            for system, made in found.systems.items()
        },
        "progress": None if one.player.progress is None else _progress_document(one.player.progress),
    }


def _who(player: RankedPlayer) -> PrizeWinnerDocument:
    return {"rank": player.rank, "id": player.id, "name": player.name, "points": player.points}


def _progress_document(progress: Progress) -> ProgressDocument:
    return {
        "games": progress.games,
        "score": progress.score,
        "average": progress.rounded_average,
        "expected": progress.expected,
        "value": progress.value,
        "change": progress.change,
    }


def _category_prize(prize: CategoryPrize, prizes: Prizes) -> CategoryPrizeDocument:
    winner = None if prize.winner is None else _who(prizes.players[prize.winner].player)
    return {
        "name": prize.category.name,
        "where": prize.category.where.text,
        "by": prize.category.by,
        "place": prize.number,
        "amount": prizes.rules.currency.text(prize.amount),
        "player": winner,
    }


def _not_awarded(prizes: Prizes) -> list[NotAwardedDocument]:
    text = prizes.rules.currency.text
    main: list[NotAwardedDocument] = [{"place": place, "amount": text(amount)} for place, amount in prizes.not_awarded]
    return main + [
        {"category": prize.category.name, "place": prize.number, "amount": text(prize.amount)}
        for prize in prizes.category_prizes
        if prize.winner is None
    ]


def prizes_csv(found: SideBySide) -> str:
    """Return the players with their money, a row each."""
    return csv_table(COLUMNS, [_cells(found, place) for place in range(len(found.chosen.players))])


def _cells(found: SideBySide, place: int) -> list[object]:
    document = _player_document(found, place)
    category = document["category"] or {"name": "", "amount": ""}
    points = number(document["points"])
    cells = document | {"points": points, "category": category["name"], "category_amount": category["amount"]}
    totals = {system: money["total"] for system, money in document["systems"].items()}
    return [(cells | totals)[column] for column in COLUMNS]


# Prizes in words: the rows and lines that the terminal, the printed sheet and the page show alike.

CATEGORY_COLUMNS = ("category", "where", "prize", "amount", "winner")
PROGRESS_COLUMNS = ("progress", "change")
WORDS = frozenset({"name", "category", "where", "winner", "progress"})


@dataclass(frozen=True, slots=True)
class PrizeTables:
    """The texts of a sheet: what was announced, the players, the pools, the categories, the sums."""

    head: str
    announced: tuple[str, ...]
    players: tuple[tuple[str, ...], ...]
    groups: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]
    sums: tuple[str, ...]


def prize_tables(found: SideBySide, language: Language) -> PrizeTables:
    """Return all that a sheet says, in the order in which it says it."""
    prizes = found.chosen
    return PrizeTables(
        text("prizes.head", language, system=system_name(prizes.system, language), currency=prizes.rules.currency.code),
        _announced(prizes, language),
        tuple(_player_row(found, place, language) for place in range(len(prizes.players)) if _has_money(found, place)),
        _groups(prizes, language),
        _categories(prizes, language),
        _sums(prizes, language),
    )


def player_columns(found: SideBySide) -> tuple[str, ...]:
    """Return the columns of the players; that of categories only if there are any."""
    category = ("category",) if found.chosen.rules.categories else ()
    return ("rank", "name", "points", *PRIZE_SYSTEMS, *category, "total")


def is_left(column: str, found: SideBySide) -> bool:
    """Return whether a column is set left: words, and the addends of the chosen system."""
    return column in WORDS or column == found.chosen.system


def category_columns(found: SideBySide) -> tuple[str, ...]:
    """Return the columns of the category prizes; those of progress only if a prize goes by it."""
    return CATEGORY_COLUMNS + (PROGRESS_COLUMNS if _by_progress(found.chosen) else ())


def _by_progress(prizes: Prizes) -> bool:
    return any(category.by == "progress" for category in prizes.rules.categories)


def column_names(columns: tuple[str, ...], language: Language) -> list[str]:
    """Return the headings of a table."""
    return [text(f"prizes.column.{name}", language) for name in columns]


def system_name(system: str, language: Language) -> str:
    return text(f"prizes.system.{system}", language)


def _announced(prizes: Prizes, language: Language) -> tuple[str, ...]:
    """Return what the organisers had to announce: who shares, the rounding, the policy."""
    rules = prizes.rules
    unit = f"{rules.currency.written(rules.unit, language, full=True)} {rules.currency.code}"
    sharing = (
        text("prizes.everybody", language)
        if rules.places is None
        else text("prizes.places", language, places=rules.places)
    )
    policy = [text(f"prizes.policy.{rules.policy}", language)] if rules.categories else []
    return (sharing, text(f"prizes.rounding.{rules.rounding}", language, unit=unit), *policy)


def _has_money(found: SideBySide, place: int) -> bool:
    return any(made.players[place].total for made in found.systems.values())


def _player_row(found: SideBySide, place: int, language: Language) -> tuple[str, ...]:
    """Return a player's row as the manual prints it, then what is paid. The chosen system has its addends."""
    one, currency = found.chosen.players[place], found.chosen.rules.currency
    cells = [str(one.player.rank), one.player.name, number(one.player.points, language)]
    for system, prizes in found.systems.items():
        prize = prizes.players[place]
        addends = player_addends(prize, system, currency, language) if prizes is found.chosen else ""
        plain = " = " not in addends and "→" not in addends
        cells.append(currency.written(prize.paid, language, full=True) if plain else addends)
    if found.chosen.rules.categories:
        cells.append(_category(one, currency, language))
    return (*cells, currency.written(one.total, language, full=True))


def _category(one: PlayerPrize, currency: Currency, language: Language) -> str:
    if one.category is None:
        return ""
    return f"{one.category.category.name}: {currency.written(one.category.amount, language, full=True)}"


def _groups(prizes: Prizes, language: Language) -> tuple[str, ...]:
    """Return the pool of every group that shares money, with its addends."""
    return tuple(
        text(
            "prizes.group" if group.first != group.last else "prizes.alone",
            language,
            first=group.first,
            last=group.last,
            points=group.points,
            addends=group_addends(group, prizes.rules.currency, language),
            sharing=group.sharing,
        )
        for group in prizes.groups
        if group.pool
    )


def _categories(prizes: Prizes, language: Language) -> tuple[tuple[str, ...], ...]:
    rows = []
    for prize in prizes.category_prizes:
        winner = None if prize.winner is None else prizes.players[prize.winner].player
        rows.append(
            (
                prize.category.name,
                prize.category.where.text,
                str(prize.number),
                prizes.rules.currency.written(prize.amount, language, full=True),
                text("prizes.nobody", language) if winner is None else named_player(winner),
                *(_progress_row(winner, prize.category.by, language) if _by_progress(prizes) else ()),
            )
        )
    return tuple(rows)


def named_player(player: RankedPlayer) -> str:
    return f"{player.rank} {player.name}".rstrip()


def _progress_row(winner: RankedPlayer | None, by: str, language: Language) -> tuple[str, str]:
    """Return W − We by the average, and beside it the sum game by game."""
    if winner is None or winner.progress is None or by != "progress":
        return "", ""
    progress = winner.progress
    value = text(
        "prizes.progress",
        language,
        score=progress.score,
        games=progress.games,
        pd=number(hundredths(progress.expected_of_a_game), language),
        value=_signed(progress.value, language),
    )
    return value, "" if progress.change is None else _signed(progress.change, language)


def _signed(value: Fraction, language: Language) -> str:
    """Return a result less its expectation: whole hundredths, with their sign."""
    return number(hundredths(int(value * 100)), language, sign=True)


def _sums(prizes: Prizes, language: Language) -> tuple[str, ...]:
    """Return what was paid and kept, and the prizes that nobody gets."""
    currency = prizes.rules.currency

    def written(amount: int) -> str:
        return f"{currency.written(amount, language, full=True)} {currency.code}"

    main = sum(one.paid for one in prizes.players)
    lines = [
        text("prizes.sum", language, paid=written(main), kept=written(prizes.kept), awarded=written(prizes.awarded))
    ]
    if prizes.category_prizes:
        lines.append(
            text("prizes.total", language, categories=written(prizes.total - main), total=written(prizes.total))
        )
    lines += [
        text("prizes.not-awarded", language, place=place, amount=written(amount))
        for place, amount in prizes.not_awarded
    ]
    return tuple(lines)
