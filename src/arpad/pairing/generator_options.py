"""The options of the generator as other engines name them, a `Key=value` a line, and models of tournaments."""

from dataclasses import replace
from fractions import Fraction

from arpad.formats.read import read_report
from arpad.i18n import ArpadError
from arpad.pairing.generate import Chances, Quota, Quotas, SeededLot, Wanted
from arpad.pairing.systems import SwissSystem

LIMITS = {
    "PlayersNumber": (2, 9999),
    "RoundsNumber": (1, 99),
    "HighestRating": (100, 3999),
    "LowestRating": (100, 3999),
    "DrawPercentage": (0, 100),
    "ForfeitRate": (0, 10_000),
    "RetiredRate": (0, 10_000),
    "HalfPointByeRate": (0, 10_000),
    "HPBRate": (0, 10_000),
    "ZPBRate": (0, 10_000),
    "FPBRate": (0, 10_000),
}
"""The keys that are understood, with their limits. A rate is one in so many; 0 is never."""
USUAL_PLAYERS, USUAL_ROUNDS = (15, 415), (5, 17)


def wanted_tournament(config: str, model: bytes | None, seed: int, system: SwissSystem, *, baku: bool) -> Wanted:
    """Return the tournament that a file of options, a model or nobody asks for; the lot decides what is left open."""
    options = read_options(config)
    lot = SeededLot(seed)
    players = options.get("PlayersNumber") or lot.randint(*USUAL_PLAYERS)
    rounds = options.get("RoundsNumber") or lot.randint(*USUAL_ROUNDS)
    chances = Chances()
    if "DrawPercentage" in options:
        chances = replace(chances, draws=Fraction(options["DrawPercentage"], 100))
    byes = options.get("HalfPointByeRate", options.get("HPBRate", 0))
    chances = replace(
        chances,
        forfeits=_one_in(options.get("ForfeitRate", 0)),
        withdrawals=_one_in(options.get("RetiredRate", 0)),
        byes=_one_in(byes),
    )
    if model is not None:
        players, rounds, chances = _like(model)
    rounds = min(rounds, players - 1)
    ratings = options.get("LowestRating", 1400), options.get("HighestRating", 2600)
    if ratings[0] > ratings[1]:
        raise ArpadError("engine-option", key="LowestRating", value=ratings[0], least=100, most=ratings[1])
    quotas = Quotas(
        zero_byes=Quota(_one_in(options.get("ZPBRate", 0))), full_byes=Quota(_one_in(options.get("FPBRate", 0)))
    )
    return Wanted(players, rounds, rounds, seed, chances, baku, system, *ratings, quotas=quotas)


def read_options(config: str) -> dict[str, int]:
    """Read `Key=value` lines. Empty lines and those that begin with # are passed over."""
    found = {}
    for number, line in enumerate(config.splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        key, sign, value = (part.strip() for part in text.partition("="))
        if not sign or key not in LIMITS:
            raise ArpadError("engine-option-unknown", line=number, key=key, known=", ".join(LIMITS))
        least, most = LIMITS[key]
        if not value.isdecimal() or not least <= int(value) <= most:
            raise ArpadError("engine-option", key=key, value=value, least=least, most=most)
        found[key] = int(value)
    return found


def _one_in(rate: int) -> Fraction:
    return Fraction(1, rate) if rate else Fraction(0)


def _like(model: bytes) -> tuple[int, int, Chances]:
    """Return the players, the rounds and the shares of draws, forfeits and half-point byes of a report."""
    event = read_report(model).event
    games = event.games()
    cells = [cell for player in event.players for cell in player.rounds]
    played = sum(game.played for game in games)
    chances = Chances(
        draws=Fraction(sum(game.played and game.score == 1 for game in games), played or 1),
        forfeits=Fraction(sum(game.forfeit for game in games), len(games) or 1),
        byes=Fraction(sum(cell.result == "H" for cell in cells), len(cells) or 1),
    )
    return len(event.players), event.all_rounds, chances
