"""Entry fees: a payment is noted or given back, and the rule of the event is set."""

import datetime as dt
import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any

from arpad.i18n import ArpadError, Language, text
from arpad.inputs.declared import FieldErrors, Input, one_of
from arpad.inputs.parse import whole
from arpad.inputs.toml_tables import refuse_unless
from arpad.tournament.acts.act import Act, OfEntry, Reply, at_fields
from arpad.tournament.acts.checks import entry_at, need_state
from arpad.tournament.entries import amount as unsigned
from arpad.tournament.fees import money, money_text, owed
from arpad.tournament.journal import Confirmations, Done
from arpad.tournament.kinds import entries as kinds
from arpad.tournament.kinds.event import EventChanged
from arpad.tournament.log import Changes
from arpad.tournament.rules import condition, plain, read_rules
from arpad.tournament.state import EventState

WAYS = ("cash", "card", "transfer")


def signed_amount(where: str, typed: str) -> Fraction:
    """Read an amount; one with a minus sign is given back."""
    given = typed.strip().replace("−", "-")
    back = given.startswith("-")
    found = Fraction(str(unsigned(where, given.removeprefix("-"))))
    if not found:
        raise ArpadError("event-field-amount", where=where, value=typed)
    return -found if back else found


class PayFee(OfEntry, frozen=True):
    """Note that a player has paid: all that is owed, or an amount. A negative amount is given back."""

    name = "pay"
    writes = (kinds.FeePaid,)
    problems = at_fields(amount="event-fee-nothing event-fee-refund event-field-amount")
    signed = True

    amount: Annotated[
        Fraction | None,
        Input(signed_amount, about="The amount; all that is owed without it.", max_length=12, flag="AMOUNT",
              help="cli.help.event-pay-amount"),
    ] = None  # fmt: skip
    how: Annotated[
        str,
        Input(one_of("", *WAYS), "select", "cash, card or transfer.", ("", *WAYS), "event-payment.", flag="--how",
              metavar="|".join(WAYS), help="cli.help.event-pay-how"),
    ] = ""  # fmt: skip

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        player, rules = entry_at(state, self.entry), state.event_rules
        need_state(player, "applied", "accepted", "withdrawn", "expelled", "refused")
        open_ = owed(player, rules)
        amount = open_ if self.amount is None else self.amount
        if self.amount is None and open_ <= 0:
            raise ArpadError("event-fee-nothing", name=player.name)
        if player.paid + amount < 0:
            raise ArpadError("event-fee-refund", name=player.name, paid=money(player.paid, rules))
        if amount < 0:
            confirmations.confirm("fee-back", name=player.name, amount=money(-amount, rules))
        elif rules.fees and amount > open_:
            confirmations.confirm("fee-more", name=player.name, amount=money(max(open_, Fraction(0)), rules))
        how = {"how": self.how} if self.how else {}
        data = {"entry": self.entry, "amount": plain(amount), **how, **confirmations.kept_reason}
        return [kinds.FeePaid.change(data)]

    def reply(self, done: Done) -> Reply:
        player = done.state.entries[self.entry]
        values = {"name": player.name, **_amounts(done)}
        return Reply("paid-by", values, {"entry": self.entry, **{name: plain(value) for name, value in values.items()}})

    def sentences(self, done: Done, language: Language) -> list[str]:
        player, rules = done.state.entries[self.entry], done.state.event_rules
        amounts = {name: money_text(amount, rules, language) for name, amount in _amounts(done).items()}
        return [text("event-action.pay-done", language, name=player.name, **amounts)]


def _amounts(done: Done) -> dict[str, Fraction]:
    """What was paid, and what is still owed."""
    data = done.lines[0].data
    return {"amount": Fraction(data["amount"]), "owed": owed(done.state.entries[data["entry"]], done.state.event_rules)}


# The rule of fees, and how it is typed into a form: for whom a line is, is chosen from a list.


class AnnounceFees(Act, frozen=True):
    """Say what players pay, or change it; None: there is no fee."""

    writes = (EventChanged,)

    fees: Mapping[str, Any] | None

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        old, new = state.data.get("fees"), plain(self.fees)
        if old == new:
            return []
        if new is not None:
            read_rules({**state.data, "fees": new}, state.event_rules.slug)
        return [EventChanged.change({"fees": [old, new]})]


PAYERS: Mapping[str, str] = {
    "born-from": "born >= {}", "born-until": "born <= {}", "age-from": "age >= {}", "women": "sex = f",
    "masters": "title in (GM, IM, WGM, WIM)", "titled": "title != none", "rating-from": "rating >= {}",
    "rating-below": "rating < {}", "unrated": "rating = none", "club": 'club = "{}"', "other-club": 'club != "{}"',
    "federation": "federation = {}", "other-federation": "federation != {}",
}  # fmt: skip
"""Whom a line of the rule may be for, with the condition that it means; {} is what is typed beside it."""
OTHER = "other"
"""A condition of a file that the list does not have."""
GROUP = "group."
PERCENT = "%"


def payers_typed(where: str, kind: str, value: str) -> str:
    """Return whom a line is for: a group of the rules, or a condition."""
    if kind.startswith(GROUP):
        return kind.removeprefix(GROUP)
    pattern = PAYERS.get(kind, "{}")
    if "{}" not in pattern:
        return pattern
    typed = value.strip().replace('"', "")
    try:
        refuse_unless(bool(typed))
        return condition(pattern.format(typed))
    except ValueError:
        raise ArpadError("event-fee-payers", where=where, value=value) from None


def payers_as_typed(who: str, groups: Collection[str]) -> tuple[str, str]:
    """Return how a condition is chosen in the form: what, and the value beside it."""
    if who in groups or len(who.split()) == 1:
        return (f"{GROUP}{who}", "") if who else ("", "")
    for kind, pattern in PAYERS.items():
        first, _, last = pattern.partition("{}")
        found = re.fullmatch(f"{re.escape(first)}(.*){re.escape(last)}" if "{}" in pattern else re.escape(pattern), who)
        if found:
            return kind, found[1] if "{}" in pattern else ""
    return OTHER, who


def fees_typed(typed: Mapping[str, str], lines: int) -> dict[str, Any] | None:
    """Return the rule of a form; None without an amount. All that is wrong is said at once, each at its field."""
    wrong: dict[str, ArpadError] = {}

    def read(name: str, reader: Any, *more: str) -> Any:
        try:
            return reader(name, *(more or (typed.get(name, "").strip(),)))
        except ArpadError as problem:
            wrong[name] = problem
            return None

    categories = [
        {
            **_given(typed, f"category{number}_", "name"),
            "who": read(f"category{number}_value", payers_typed, *_chosen(typed, f"category{number}_")),
            "amount": read(f"category{number}_amount", _amount),
        }
        for number in range(1, lines + 1)
        if _filled(typed, f"category{number}_")
    ]
    discounts = [
        {
            **_given(typed, f"discount{number}_", "name"),
            **({"until": read(f"discount{number}_until", _day)} if typed.get(f"discount{number}_until") else {}),
            **(
                {"who": read(f"discount{number}_value", payers_typed, *_chosen(typed, f"discount{number}_"))}
                if typed.get(f"discount{number}_who") or not typed.get(f"discount{number}_until")
                else {}
            ),
            **(read(f"discount{number}_off", _off) or {}),
        }
        for number in range(1, lines + 1)
        if _filled(typed, f"discount{number}_")
    ]
    if not typed.get("amount", "").strip() and not categories and not discounts and not wrong:
        return None
    amount = read("amount", _amount)
    if wrong:
        raise FieldErrors(wrong)
    currency = " ".join(typed.get("currency", "").split())
    fees = {"currency": currency, "amount": amount, "categories": categories, "discounts": discounts}
    return {name: value for name, value in fees.items() if value not in ("", [])}


def _given(typed: Mapping[str, str], line: str, *names: str) -> dict[str, str]:
    words = {name: " ".join(typed.get(f"{line}{name}", "").split()) for name in names}
    return {name: value for name, value in words.items() if value}


def _chosen(typed: Mapping[str, str], line: str) -> tuple[str, str]:
    return typed.get(f"{line}who", ""), typed.get(f"{line}value", "")


def _filled(typed: Mapping[str, str], line: str) -> bool:
    return any(value.strip() for name, value in typed.items() if name.startswith(line))


def _amount(where: str, typed: str) -> object:
    if not typed:
        raise ArpadError("event-field-missing", field=where)
    return unsigned(where, typed)


def _off(where: str, typed: str) -> dict[str, object]:
    """What a discount takes off: an amount, or a percentage."""
    if typed.endswith(PERCENT):
        return {"percent": whole(where, typed.removesuffix(PERCENT).strip(), 1, 100)}
    return {"less": _amount(where, typed)}


def _day(where: str, typed: str) -> str:
    try:
        return dt.date.fromisoformat(typed).isoformat()
    except ValueError:
        raise ArpadError("event-fee-day", where=where, value=typed) from None


def fees_as_typed(fees: Mapping[str, Any], groups: Collection[str], lines: int) -> dict[str, str]:
    """Return the rule as the form shows it."""
    typed = {"currency": str(fees.get("currency", "")), "amount": _figures(fees.get("amount"))}
    for number, category in zip(range(1, lines + 1), fees.get("categories", ()), strict=False):
        typed |= {f"category{number}_{name}": value for name, value in _line_as_typed(category, groups)}
    for number, discount in zip(range(1, lines + 1), fees.get("discounts", ()), strict=False):
        typed |= {f"discount{number}_{name}": value for name, value in _line_as_typed(discount, groups)}
    return typed


def _line_as_typed(line: Mapping[str, Any], groups: Collection[str]) -> Iterator[tuple[str, str]]:
    yield "name", line.get("name", "")
    yield from zip(("who", "value"), payers_as_typed(line.get("who", ""), groups), strict=True)
    if "amount" in line:
        yield "amount", _figures(line["amount"])
    else:
        yield "until", line["until"].isoformat() if "until" in line else ""
        yield "off", f"{line['percent']}{PERCENT}" if "percent" in line else _figures(line["less"])


def _figures(amount: Fraction | None) -> str:
    """An amount as it is typed: 25, 12.50."""
    if amount is None:
        return ""
    return str(amount) if amount.denominator == 1 else f"{int(amount)}.{int(amount * 100) % 100:02}"
