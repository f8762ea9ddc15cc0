"""Compare what somebody else paid with the prizes computed here: two people should compute them independently."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arpad.i18n import ArpadError, Words
from arpad.prizes.award import SideBySide
from arpad.prizes.files import NamedRow, named_rows
from arpad.prizes.rules import Currency, PrizeSystem, RankedPlayer

AMOUNTS = ("total", "paid", "amount")
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
    column = next((name for name in AMOUNTS if name in known), None)
    if column is None:
        raise ArpadError("prizes-paid-column", file=file, columns=", ".join(AMOUNTS))
    places = {name: _places(name, players) for name in WHO if name in known}
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


def _places(name: str, players: Sequence[RankedPlayer]) -> dict[str, list[int]]:
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
