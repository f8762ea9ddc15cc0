"""Entry fees: what is due by the rules, what was paid and given back, corrections, and old logs with a fee paid."""

import datetime as dt
from fractions import Fraction
from typing import Any

import pytest

from arpad.i18n import ArpadError
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.fees import PayFee
from arpad.tournament.acts.players import ChangeEntry, Enter, EntryChangedMeanwhile
from arpad.tournament.fees import due, fee_totals, money_text, owed
from arpad.tournament.journal import Confirmation, Journal, NotConfirmed, fold_log, state_digest
from arpad.tournament.log import LogChange, line_after
from arpad.tournament.undo import TakeBack

AT = dt.datetime(2026, 4, 20, 9, tzinfo=dt.UTC)
FEES: dict[str, Any] = {
    "currency": "EUR",
    "amount": 25,
    "categories": [{"name": "Masters", "who": "title in (GM, IM)", "amount": 0}, {"who": "u16", "amount": "12.50"}],
    "discounts": [
        {"name": "Early", "until": "2026-04-30", "less": 5},
        {"name": "Club", "who": 'club = "Valdeoca"', "percent": 33},
    ],
}
RULES: dict[str, Any] = {
    "slug": "fees", "name": "Fees", "system": "dutch", "rounds": 3, "start": "2026-05-01", "fees": FEES,
    "groups": {"u16": "born >= 2010"},
}  # fmt: skip


def event(**rules: Any) -> Journal:
    journal = Journal()
    journal.act(Create({**RULES, **rules}), "Clara", AT)
    return journal


def entered(journal: Journal, at: dt.datetime = AT, **fields: Any) -> int:
    journal.act(Enter({"name": f"Player {len(journal.state.entries)}", **fields}), "Clara", at, Confirmation(yes=True))
    return max(journal.state.entries)


@pytest.mark.parametrize(
    ("fields", "late", "expected"),
    [
        ({}, True, "25"),
        ({}, False, "20"),
        ({"born": 2011}, True, "25/2"),
        ({"title": "IM", "born": 2011}, True, "0"),
        ({"title": "IM"}, False, "0"),
        ({"club": "Valdeoca"}, True, "67/4"),
        ({"born": 2012, "club": "valdeoca"}, False, "27/8"),
    ],
    ids=["usual", "early", "group", "first category wins", "never below nothing", "percent", "both discounts"],
)
def test_the_fee_follows_from_category_and_discounts(fields: dict[str, Any], late: bool, expected: str) -> None:
    journal = event()
    entry = entered(journal, AT + dt.timedelta(days=15) if late else AT, **fields)
    wanted = Fraction(expected)
    # 33% of 12.50 are 4.125, half a cent up: 4.13 off
    if expected == "27/8":
        wanted = Fraction("12.50") - 5 - Fraction("4.13")
    assert due(journal.state.entries[entry], journal.state.event_rules) == wanted


def test_a_payment_a_refund_and_a_correction_are_lines_of_the_log() -> None:
    journal = event()
    entry = entered(journal)
    journal.act(PayFee(entry), "Ana", AT)
    player = journal.state.entries[entry]
    assert player.paid == 20
    assert owed(player, journal.state.event_rules) == 0
    with pytest.raises(ArpadError, match="owes nothing"):
        journal.act(PayFee(entry), "Luis", AT)
    with pytest.raises(NotConfirmed):
        journal.act(PayFee(entry, Fraction(-5)), "Ana", AT)
    journal.act(PayFee(entry, Fraction(-5), "cash"), "Ana", AT, Confirmation(yes=True))
    with pytest.raises(ArpadError, match="has paid 15 EUR"):
        journal.act(PayFee(entry, Fraction(-16)), "Ana", AT, Confirmation(yes=True))
    before = state_digest(journal.state)
    paid = journal.act(PayFee(entry, Fraction(7, 2)), "Luis", AT)
    journal.act(TakeBack(paid.lines[0].n, journal.lines), "Ana", AT, Confirmation(yes=True, reason="wrong player"))
    player = journal.state.entries[entry]
    assert [payment.amount for payment in player.payments] == [20, -5, Fraction(7, 2), -Fraction(7, 2)]
    assert player.payments[-1].undoes == player.payments[-2].n
    assert player.paid == 15
    assert state_digest(journal.state) == state_digest(fold_log(journal.lines)) == before


def test_an_own_fee_needs_a_reason_and_more_than_owed_a_yes() -> None:
    journal = event()
    entry = entered(journal)
    with pytest.raises(NotConfirmed):
        journal.act(ChangeEntry(entry, "fee", "10"), "Ana", AT)
    journal.act(ChangeEntry(entry, "fee", "10"), "Ana", AT, Confirmation(reason="helps with the tables"))
    player = journal.state.entries[entry]
    assert player.fee == 10
    assert player.fee_reason == "helps with the tables"
    assert due(player, journal.state.event_rules) == 10
    with pytest.raises(NotConfirmed):
        journal.act(PayFee(entry, Fraction(11)), "Ana", AT)
    journal.act(ChangeEntry(entry, "fee", ""), "Ana", AT, Confirmation(reason="by the rules again"))
    assert due(journal.state.entries[entry], journal.state.event_rules) == 20


def test_totals_and_words() -> None:
    journal = event()
    first, second = entered(journal), entered(journal, born=2012)
    journal.act(PayFee(first, Fraction(30)), "Ana", AT, Confirmation(yes=True))
    totals = fee_totals(journal.state)
    assert [str(amount) for amount in (totals.due, totals.paid, totals.owed, totals.back)] == [
        "55/2",
        "30",
        "15/2",
        "10",
    ]
    assert totals.owing == 1
    rules = journal.state.event_rules
    assert money_text(owed(journal.state.entries[second], rules), rules, "es") == "7,50 EUR"
    assert money_text(Fraction(25), rules, "en") == "25 EUR"


def test_an_old_log_with_a_fee_paid_has_its_digest_and_its_payments() -> None:
    """An entry with `paid`, and a change of it, as releases before payments wrote them."""
    journal = event(fees={"amount": 25})
    for change in (
        LogChange("entry.added", {"entry": 1, "name": "Roldán, Eva", "paid": "25/2"}),
        LogChange("entry.changed", {"entry": 1, "changes": {"paid": ["25/2", 25]}}),
    ):
        journal.lines.append(line_after(len(journal.lines), journal.lines[-1].sha256, change, "Ana", AT))
    player = fold_log(journal.lines).entries[1]
    assert [payment.amount for payment in player.payments] == [Fraction(25, 2), Fraction(25, 2)]
    assert player.paid == 25


def test_what_somebody_else_changed_is_not_overwritten() -> None:
    journal = event()
    entry = entered(journal, club="Valdeoca")
    seen = journal.state.entries[entry].version
    journal.act(ChangeEntry(entry, "club", "Robleda", seen, "Valdeoca"), "Luis", AT)
    with pytest.raises(EntryChangedMeanwhile) as clash:
        journal.act(ChangeEntry(entry, "club", "Otero", seen, "Valdeoca"), "Ana", AT)
    assert (clash.value.now["result"], clash.value.now["who"]) == ("Robleda", "Luis")
    journal.act(ChangeEntry(entry, "born", "1990", seen, ""), "Ana", AT)
    assert (journal.state.entries[entry].club, journal.state.entries[entry].born) == ("Robleda", 1990)
    journal.act(ChangeEntry(entry, "club", "Otero", journal.state.entries[entry].version, "Robleda"), "Ana", AT)
    assert journal.state.entries[entry].club == "Otero"


def test_the_same_name_without_a_year_of_birth_is_asked_about() -> None:
    journal = event()
    journal.act(Enter({"name": "Roldán, Eva", "born": 1990}), "Ana", AT)
    for fields in ({"name": "roldan eva"}, {"name": "Roldán, Eva", "born": 1990}):
        with pytest.raises(NotConfirmed):
            journal.act(Enter(fields), "Ana", AT)
    journal.act(Enter({"name": "Roldán, Eva", "born": 2001}), "Ana", AT)
    assert len(journal.state.entries) == 2
