"""Entry fees: what each player is to pay by the rules of the event, what was paid, and what is still owed.

Amounts are exact, in whole cents.
"""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, NamedTuple

from arpad.documents.document import Document, ShownAs, shows
from arpad.i18n import Language, Words
from arpad.standings.conditions import parse_condition
from arpad.tournament.entries import profile_of_fields
from arpad.tournament.rules import GROUP_COLUMNS, EventRules, plain
from arpad.tournament.state import Entry, EventState
from arpad.tournament.times import event_times

NOTHING = Fraction(0)
CENTS = 100
PROFILE = ("rating", "born", "birthday", "sex", "federation", "title", "id", *GROUP_COLUMNS)


class FeePart(NamedTuple):
    """A line of the account of a fee: the amount of a category, or what a discount takes off. `name` is that of the
    rules, empty for the usual fee, or if they give none."""

    kind: str
    name: str
    amount: Fraction


def fee_parts(player: Entry, rules: EventRules) -> list[FeePart]:
    """Return how the fee of a player adds up by the rules: the first category that fits, then every discount."""
    return list(_parts(player, rules)) if rules.fees else []


def _parts(player: Entry, rules: EventRules) -> Iterator[FeePart]:
    fees = rules.fees
    fitting = (category for category in fees.get("categories", ()) if _fits(category["who"], player, rules))
    category = next(fitting, None)
    amount: Fraction = fees["amount"] if category is None else category["amount"]
    yield FeePart("usual" if category is None else "category", "" if category is None else category["name"], amount)
    for discount in fees.get("discounts", ()):
        if _entered_in_time(discount.get("until"), player, rules) and _fits(discount.get("who", ""), player, rules):
            less = discount["less"] if "less" in discount else cents(amount * discount["percent"] / 100)
            yield FeePart("discount", discount.get("name", ""), -less)


def cents(amount: Fraction) -> Fraction:
    """Round to whole cents, half a cent up."""
    return Fraction(int(amount * CENTS + Fraction(1, 2)), CENTS)


def _fits(who: str, player: Entry, rules: EventRules) -> bool:
    """Whether a player meets a condition. One that asks for something that is not known is not met."""
    if not who:
        return True
    condition = rules.groups.get(who, who)
    if len(condition.split()) == 1:  # a group that the rules have no longer
        return False
    fields = {name: getattr(player, name) for name in PROFILE}
    return parse_condition(condition, GROUP_COLUMNS).answer(profile_of_fields(fields, rules.start)) is True


def _entered_in_time(until: dt.date | None, player: Entry, rules: EventRules) -> bool:
    if until is None:
        return True
    return bool(player.entered_at) and event_times(rules).local(player.entered_at).date() <= until


def due(player: Entry, rules: EventRules) -> Fraction:
    """Return what a player is to pay: what the arbiter has set, else what the rules say. Players who left before their
    first round, or were refused, owe nothing, and what they paid stays paid."""
    never_in = player.state in ("refused", "removed") or player.out_in(player.from_round)
    usual = max(NOTHING, sum((part.amount for part in fee_parts(player, rules)), NOTHING))
    amount = usual if player.fee is None else player.fee
    return min(amount, player.paid) if never_in else amount


def owed(player: Entry, rules: EventRules) -> Fraction:
    """Return what a player still has to pay; less than nothing is to be given back."""
    return due(player, rules) - player.paid


Money = Annotated[Fraction, ShownAs(int | str, plain)]
"""An amount: a whole number, or a fraction as text."""


class FeeTotals(Document, frozen=True):
    """The fees of all players: what is due, paid and owed, what is to be given back, and how many players owe."""

    shown = shows("due", "paid", "owed", "back", "owing")
    due: Money
    paid: Money
    owed: Money
    back: Money
    owing: int


def fee_totals(state: EventState) -> FeeTotals:
    """Add up the fees of an event. Applications count once they are accepted."""
    rules = state.event_rules
    players = [player for player in state.entries.values() if player.playing]
    open_ = [owed(player, rules) for player in players] if rules.fees or any(one.fee for one in players) else []
    return FeeTotals(
        sum((due(player, rules) for player in players), NOTHING),
        sum((player.paid for player in state.entries.values() if player.state != "removed"), NOTHING),
        sum((amount for amount in open_ if amount > 0), NOTHING),
        -sum((amount for amount in open_ if amount < 0), NOTHING),
        sum(amount > 0 for amount in open_),
    )


class FeeLine(Document, frozen=True):
    """Players who pay the same fee: the usual one, that of a category, or one that the arbiter agreed on. `off` is what
    their discounts take off."""

    shown = shows("kind", "name", "players", "fee", "off", "due", "paid", "owed")
    kind: str
    name: str
    players: int
    fee: Money
    off: Money
    due: Money
    paid: Money

    @property
    def owed(self) -> Money:
        return self.due - self.paid


class FeeDiscount(Document, frozen=True):
    """What a discount takes off in all, and for how many players."""

    name: str
    players: int
    off: Money


class PaidWay(Document, frozen=True):
    """What was paid in one way; empty if nobody said how."""

    how: str
    amount: Money


class FeeAccount(Document, frozen=True):
    """The fees of all players in the tournament by category, by discount, and by how they were paid."""

    lines: tuple[FeeLine, ...]
    discounts: tuple[FeeDiscount, ...]
    ways: tuple[PaidWay, ...]


def fee_account(state: EventState) -> FeeAccount:
    """Add up the fees of the players in the tournament by what they are made of."""
    rules = state.event_rules
    lines: dict[tuple[str, str], list[Fraction]] = {}
    discounts: dict[str, list[Fraction]] = {}
    for player in state.entries.values():
        if not player.playing:
            continue
        to_pay, parts = due(player, rules), [] if player.fee is not None else fee_parts(player, rules)
        first = parts[0] if parts else FeePart("usual" if player.fee is None else "own", "", to_pay)
        left = first.amount
        for part in parts[1:]:
            discounts.setdefault(part.name, []).append(min(left, -part.amount))
            left -= min(left, -part.amount)
        if to_pay or player.paid or parts:
            sums = lines.setdefault((first.kind, first.name), [NOTHING] * 4)
            more = (Fraction(1), first.amount, to_pay, player.paid)
            lines[first.kind, first.name] = [total + value for total, value in zip(sums, more, strict=True)]
    ways: dict[str, Fraction] = {}
    for player in state.entries.values():
        for payment in player.payments if player.state != "removed" else ():
            ways[payment.how] = ways.get(payment.how, NOTHING) + payment.amount
    return FeeAccount(
        tuple(
            FeeLine(kind, name, int(count), fee, fee - to_pay, to_pay, paid)
            for (kind, name), (count, fee, to_pay, paid) in sorted(lines.items(), key=lambda line: -line[1][1])
        ),
        tuple(FeeDiscount(name, len(off), sum(off, NOTHING)) for name, off in discounts.items()),
        tuple(PaidWay(how, amount) for how, amount in sorted(ways.items()) if amount),
    )


def money(amount: Fraction, rules: EventRules) -> Words:
    """Return an amount as people write it: 25 EUR, 12.50 EUR."""
    figures = amount if amount.denominator == 1 else Decimal(int(amount * CENTS)).scaleb(-2)
    currency = rules.fees.get("currency", "")
    return Words("tournament.money" if currency else "tournament.money-plain", amount=figures, currency=currency)


def money_text(amount: Fraction, rules: EventRules, language: Language) -> str:
    """Return an amount in a language."""
    return money(amount, rules).text(language)
