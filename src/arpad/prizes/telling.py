"""Prizes in words: the rows and lines that the terminal, the printed sheet and the page show alike."""

from dataclasses import dataclass
from fractions import Fraction

from arpad.i18n import Language, hundredths, number, text
from arpad.prizes.addends import group_addends, player_addends
from arpad.prizes.award import PlayerPrize, Prizes, SideBySide
from arpad.prizes.model import PRIZE_SYSTEMS, RankedPlayer
from arpad.prizes.money import Currency

CATEGORY_COLUMNS = ("category", "where", "prize", "amount", "winner")
PROGRESS_COLUMNS = ("progress", "change")
WORDS = frozenset({"name", "category", "where", "winner", "progress"})


@dataclass(frozen=True, slots=True)
class ToldPrizes:
    """The texts of a sheet: what was announced, the players, the pools, the categories, the sums."""

    head: str
    announced: tuple[str, ...]
    players: tuple[tuple[str, ...], ...]
    groups: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]
    sums: tuple[str, ...]


def told_prizes(found: SideBySide, language: Language) -> ToldPrizes:
    """Return all that a sheet says, in the order in which it says it."""
    prizes = found.chosen
    return ToldPrizes(
        text("prizes.head", language, system=system_name(prizes.system, language), currency=prizes.rules.currency.code),
        _announced(prizes, language),
        tuple(_player(found, place, language) for place in range(len(prizes.players)) if _has_money(found, place)),
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


def _player(found: SideBySide, place: int, language: Language) -> tuple[str, ...]:
    """Return a player's row as the manual prints it, then what is paid. The chosen system has its addends."""
    one, currency = found.chosen.players[place], found.chosen.rules.currency
    cells = [str(one.player.rank), one.player.name, number(one.player.points, language)]
    for system, made in found.systems.items():
        told = made.players[place]
        addends = player_addends(told, system, currency, language) if made is found.chosen else ""
        plain = " = " not in addends and "→" not in addends
        cells.append(currency.written(told.paid, language, full=True) if plain else addends)
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
                *(_progress(winner, prize.category.by, language) if _by_progress(prizes) else ()),
            )
        )
    return tuple(rows)


def named_player(player: RankedPlayer) -> str:
    return f"{player.rank} {player.name}".rstrip()


def _progress(winner: RankedPlayer | None, by: str, language: Language) -> tuple[str, str]:
    """Return W − We by the average, and beside it the sum game by game."""
    if winner is None or winner.progress is None or by != "progress":
        return "", ""
    told = winner.progress
    value = text(
        "prizes.progress",
        language,
        score=told.score,
        games=told.games,
        pd=number(hundredths(told.expected_of_a_game), language),
        value=_signed(told.value, language),
    )
    return value, "" if told.change is None else _signed(told.change, language)


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
