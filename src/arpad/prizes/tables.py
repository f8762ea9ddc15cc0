"""Prizes as JSON, CSV and rows in words.

Money is a text with the digits of its currency: `1234.50`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, shows
from arpad.documents.fields import csv_table
from arpad.documents.findings import ShownFindings
from arpad.i18n import Language, hundredths, number, text
from arpad.prizes.award import CategoryPrize, PlayerPrize, Prizes, SideBySide, TieGroup, group_addends, player_addends
from arpad.prizes.rules import (
    PRIZE_SYSTEMS,
    Currency,
    Measure,
    PrizePolicy,
    PrizeSystem,
    Progress,
    RankedPlayer,
    RoundingRule,
)

# Prizes for programs: the JSON and the CSV of a sheet. Money is a text with the digits of its currency: `1234.50`.


class PrizeWinner(Document, frozen=True):
    """A player of a ranking."""

    rank: int
    id: str
    name: str
    points: Fraction


class CategoryShare(Document, frozen=True):
    """The prize of a category that a player gets."""

    name: str
    amount: str
    thing: str | UnsetType = UNSET


class SystemShare(Document, frozen=True):
    """What a player would get by a system."""

    paid: str
    total: str


class PrizedPlayer(PrizeWinner, frozen=True):
    """A player with the money of all systems."""

    exact: str
    by_place: str
    shared: str
    paid: str
    category: CategoryShare | None
    total: str
    addends: str
    systems: Mapping[PrizeSystem, SystemShare]
    progress: Progress | None
    thing: str | UnsetType = UNSET


class PrizeGroup(Document, frozen=True):
    """Players who are level, and what they share."""

    ranks: tuple[int, int]
    points: Fraction
    pool: str
    sharing: int
    addends: str


class CategoryPrizeGiven(Document, frozen=True):
    """A prize of a category with its winner."""

    name: str
    where: str
    by: Measure
    place: int
    amount: str
    player: PrizeWinner | None
    thing: str | UnsetType = UNSET


class NotAwarded(Document, frozen=True):
    """A prize that nobody gets."""

    shown = shows("category", "place", "amount")
    place: int
    amount: str
    category: str | UnsetType = UNSET


class PrizesDocument(Document, frozen=True):
    """The prizes of a ranking."""

    currency: str
    unit: str
    rounding: RoundingRule
    system: PrizeSystem
    places: int | None
    policy: PrizePolicy
    groups: tuple[PrizeGroup, ...]
    players: tuple[PrizedPlayer, ...]
    categories: tuple[CategoryPrizeGiven, ...]
    awarded: str
    kept: str
    not_awarded: tuple[NotAwarded, ...]
    total: str
    addends: tuple[str, ...]
    findings: ShownFindings


COLUMNS = ("rank", "id", "name", "points", "by_place", "shared", "exact", "paid", "category", "category_amount",
           "total", *PRIZE_SYSTEMS)  # fmt: skip


def prizes_document(side: SideBySide) -> PrizesDocument:
    """Return the prizes of the chosen system, each player with the money of all three."""
    prizes, rules, money = side.chosen, side.chosen.rules, side.chosen.rules.currency.text
    players = prized_players(side)
    lost = [prize for prize in prizes.category_prizes if prize.winner is None]
    return PrizesDocument(
        rules.currency.code,
        money(rules.unit),
        rules.rounding,
        prizes.system,
        rules.places,
        rules.policy,
        tuple(_group(group, rules.currency) for group in prizes.groups),
        players,
        tuple(_category_prize(prize, prizes) for prize in prizes.category_prizes),
        money(prizes.awarded),
        money(prizes.kept),
        (
            *(NotAwarded(place, money(amount)) for place, amount in prizes.not_awarded),
            *(NotAwarded(prize.number, money(prize.amount), prize.category.name) for prize in lost),
        ),
        money(prizes.total),
        tuple(player.addends for player in players if player.addends),
        side.findings,
    )


def _group(group: TieGroup, currency: Currency) -> PrizeGroup:
    addends = group_addends(group, currency)
    return PrizeGroup((group.first, group.last), group.points, currency.text(group.pool), group.sharing, addends)


def _category_prize(prize: CategoryPrize, prizes: Prizes) -> CategoryPrizeGiven:
    category, amount = prize.category, prizes.rules.currency.text(prize.amount)
    winner = None if prize.winner is None else PrizeWinner(*_who(prizes.players[prize.winner].player))
    return CategoryPrizeGiven(
        category.name, category.where.text, category.by, prize.number, amount, winner, prize.thing or UNSET
    )


def _who(player: RankedPlayer) -> tuple[int, str, str, Fraction]:
    return player.rank, player.id, player.name, player.points


def prized_players(side: SideBySide) -> tuple[PrizedPlayer, ...]:
    """Return the players with the money of all systems."""
    prizes, currency, money = side.chosen, side.chosen.rules.currency, side.chosen.rules.currency.text
    players = []
    for place, prize in enumerate(prizes.players):
        share, won = prize.share, prize.category
        by_system = {system: made.players[place] for system, made in side.systems.items()}
        players.append(
            PrizedPlayer(
                *_who(prize.player),
                "0" if share is None else str(share.exact / 10**currency.decimals),
                money(0 if share is None else share.by_place),
                money(0 if share is None else share.shared),
                money(prize.paid),
                None if won is None else CategoryShare(won.category.name, money(won.amount), won.thing or UNSET),
                money(prize.total),
                player_addends(prize, prizes.system, currency),
                {
                    system: SystemShare(money(player_prize.paid), money(player_prize.total))
                    for system, player_prize in by_system.items()
                },
                prize.player.progress,
                prize.thing or UNSET,
            )
        )
    return tuple(players)


def prizes_csv(side: SideBySide) -> str:
    """Return the players with their money, a row each."""
    rows = []
    for player in prized_players(side):
        won = player.category or CategoryShare("", "")
        money = [player.by_place, player.shared, player.exact, player.paid, won.name, won.amount, player.total]
        totals = [player.systems[system].total for system in PRIZE_SYSTEMS]
        rows.append([player.rank, player.id, player.name, number(player.points), *money, *totals])
    return csv_table(COLUMNS, rows)


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


def prize_tables(side: SideBySide, language: Language) -> PrizeTables:
    """Return all that a sheet says, in the order in which it says it."""
    prizes = side.chosen
    return PrizeTables(
        text("prizes.head", language, system=system_name(prizes.system, language), currency=prizes.rules.currency.code),
        _announced(prizes, language),
        tuple(_player_row(side, place, language) for place in range(len(prizes.players)) if _has_money(side, place)),
        _groups(prizes, language),
        _categories(prizes, language),
        _sums(prizes, language),
    )


def player_columns(side: SideBySide) -> tuple[str, ...]:
    """Return the columns of the players; that of categories only if there are any."""
    category = ("category",) if side.chosen.rules.categories else ()
    return ("rank", "name", "points", *PRIZE_SYSTEMS, *category, "total")


def is_left(column: str, side: SideBySide) -> bool:
    """Return whether a column is set left: words, and the addends of the chosen system."""
    return column in WORDS or column == side.chosen.system


def category_columns(side: SideBySide) -> tuple[str, ...]:
    """Return the columns of the category prizes; those of progress only if a prize goes by it."""
    return CATEGORY_COLUMNS + (PROGRESS_COLUMNS if _by_progress(side.chosen) else ())


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


def _has_money(side: SideBySide, place: int) -> bool:
    return any(system.players[place].total or system.players[place].things for system in side.systems.values())


def _player_row(side: SideBySide, place: int, language: Language) -> tuple[str, ...]:
    """Return a player's row as the manual prints it, then what is paid. The chosen system has its addends."""
    player_prize, currency = side.chosen.players[place], side.chosen.rules.currency
    cells = [str(player_prize.player.rank), player_prize.player.name, number(player_prize.player.points, language)]
    for system, prizes in side.systems.items():
        prize = prizes.players[place]
        addends = player_addends(prize, system, currency, language) if prizes is side.chosen else ""
        plain = " = " not in addends and "→" not in addends
        cells.append(currency.written(prize.paid, language, full=True) if plain else addends)
    if side.chosen.rules.categories:
        cells.append(_category(player_prize, currency, language))
    return (*cells, with_things(currency.written(player_prize.total, language, full=True), *player_prize.things))


def with_things(money: str, *things: str) -> str:
    """Return money and objects as people read them: 100.00 + cup."""
    return " + ".join((money, *filter(None, things)))


def _category(prize: PlayerPrize, currency: Currency, language: Language) -> str:
    if prize.category is None:
        return ""
    money = currency.written(prize.category.amount, language, full=True)
    return f"{prize.category.category.name}: {with_things(money, prize.category.thing)}"


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
                with_things(prizes.rules.currency.written(prize.amount, language, full=True), prize.thing),
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

    main = sum(player.paid for player in prizes.players)
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
