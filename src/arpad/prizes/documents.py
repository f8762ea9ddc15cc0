"""Prizes for programs: the JSON and the CSV of a sheet, made once for the command line and the web."""

from arpad.documents.fields import csv_table
from arpad.documents.findings import findings_json
from arpad.i18n import Language, number
from arpad.prizes.addends import group_addends, player_addends
from arpad.prizes.award import Prizes, SideBySide
from arpad.prizes.contest import CategoryPrize
from arpad.prizes.main_table import TieGroup
from arpad.prizes.model import RankedPlayer
from arpad.prizes.progress import Progress
from arpad.prizes.shapes import (
    CategoryPrizeDocument,
    NotAwardedDocument,
    PrizedPlayerDocument,
    PrizeGroupDocument,
    PrizesDocument,
    PrizeWinnerDocument,
    ProgressDocument,
)

COLUMNS = ("rank", "id", "name", "points", "by_place", "shared", "exact", "paid", "category", "category_amount",
           "total", "equal", "place", "hort")  # fmt: skip


def prizes_document(found: SideBySide, language: Language = "en") -> PrizesDocument:
    """Return the prizes of the chosen system, each player with the money of all three."""
    prizes, currency = found.chosen, found.chosen.rules.currency
    players = [_player(found, place) for place in range(len(prizes.players))]
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


def _player(found: SideBySide, place: int) -> PrizedPlayerDocument:
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
        "progress": None if one.player.progress is None else _progress(one.player.progress),
    }


def _who(player: RankedPlayer) -> PrizeWinnerDocument:
    return {"rank": player.rank, "id": player.id, "name": player.name, "points": player.points}


def _progress(progress: Progress) -> ProgressDocument:
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
    told = _player(found, place)
    category = told["category"] or {"name": "", "amount": ""}
    points = number(told["points"])
    cells = told | {"points": points, "category": category["name"], "category_amount": category["amount"]}
    totals = {system: money["total"] for system, money in told["systems"].items()}
    return [(cells | totals)[column] for column in COLUMNS]
