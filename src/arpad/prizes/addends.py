"""The addends of every amount, as the manual prints them: 5000 + 2500 = 7500. Two people compute and sign them."""

from collections.abc import Callable
from fractions import Fraction

from arpad.i18n import Language
from arpad.prizes.award import PlayerPrize
from arpad.prizes.main_table import MainShare, TieGroup
from arpad.prizes.model import PrizeSystem
from arpad.prizes.money import Currency

Written = Callable[[Fraction | int], str]


def group_addends(group: TieGroup, currency: Currency, language: Language = "en") -> str:
    """Return the pool of a group: 10000 + 5000 + 3000 + 2000 = 20000."""
    return _sum(group.prizes, lambda amount: currency.written(amount, language))


def player_addends(one: PlayerPrize, system: PrizeSystem, currency: Currency, language: Language = "en") -> str:
    """Return how a player's part of the main prizes comes about; empty for players without one."""
    if one.share is None:
        return ""
    told = _share(one.share, system, lambda amount: currency.written(amount, language))
    if one.share.exact == one.paid:
        return told
    return f"{told} → {currency.written(one.paid, language, full=True)}"


def _share(share: MainShare, system: PrizeSystem, written: Written) -> str:
    group, total = share.group, written(share.exact)
    if group.sharing == 1:
        return total
    if system == "equal":
        return f"{written(group.pool)} / {group.sharing} = {total}"
    if system == "hort":
        return f"{written(share.by_place)} + {written(share.shared)} = {total}"
    if share.level == 1:
        return total
    addends = " + ".join(map(written, share.places)) or "0"
    return f"({addends}) / {share.level} = {total}"


def _sum(amounts: tuple[int, ...], written: Written) -> str:
    total = written(sum(amounts))
    return total if len(amounts) < 2 else f"{' + '.join(map(written, amounts))} = {total}"
