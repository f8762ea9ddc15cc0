"""The options of the generator as other engines name them, a `Key=value` a line, and models of tournaments."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from arpad.formats.read import read_report
from arpad.formats.report import Forbidden
from arpad.formats.trf_fields import MOST_ROUNDS, decimal
from arpad.formats.trf_teams import XXS_CODES
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.pairing.generate import CODES, Chances, Quota, Quotas, SeededLot, Wanted
from arpad.pairing.systems import SwissSystem
from arpad.standings.codes import parse_list

MOST_PLAYERS = 9999
NUMBERS = {
    "PlayersNumber": (2, MOST_PLAYERS),
    "RoundsNumber": (1, MOST_ROUNDS),
    "HighestRating": (100, 3999),
    "LowestRating": (100, 3999),
    "DrawPercentage": (0, 100),
    "Groups": (0, 999),
    "Separator": (1, MOST_PLAYERS),
}
"""Whole numbers with their limits. There are so many groups of players who never meet, and one player in as many as the
separator says belongs to each."""
RATES = ("ForfeitRate", "QuickgameRate", "RetiredRate", "HalfPointByeRate", "HPBRate", "ZPBRate", "FPBRate")
"""One in so many; 0 is never. A quick game is one of less than a move, and not rated."""
MOST_RATE, MOST_POINTS = 10_000, 99
POINTS = {
    **{f"{code}Points": codes for code, codes in XXS_CODES.items() if len(code) > 1},
    "PointsForWin": "1W+F", "PointsForDraw": "=DH", "PointsForLoss": "0L", "PointsForZPB": "Z",
    "PointsForForfeitLoss": "-Z", "PointsForPAB": "U",
}  # fmt: skip
"""Points, with the codes of the results that have them."""
QUOTAS = {
    "HalfPointByes": "half_byes", "ZeroPointByes": "zero_byes", "FullPointByes": "full_byes",
    "ForfeitWins": "forfeit_wins", "ForfeitLosses": "forfeit_losses", "DoubleForfeits": "double_forfeits",
    "UnusualResults": "unusual",
}  # fmt: skip
"""How often something happens in a round: a number, a share, or numbers by round."""
TEXTS = ("TieBreaks", "TRF")
KNOWN = (*NUMBERS, *RATES, *POINTS, *QUOTAS, *TEXTS)
USUAL_PLAYERS, USUAL_ROUNDS, USUAL_SEPARATOR = (15, 415), (5, 17), 40
Options = Mapping[str, str]


def wanted_tournament(config: str, model: bytes | None, seed: int, system: SwissSystem, *, baku: bool) -> Wanted:
    """Return the tournament that a file of options, a model or nobody asks for; the lot decides how many players and
    rounds there are if nothing says it."""
    options = read_options(config)
    lot = SeededLot(seed)
    players = _number(options, "PlayersNumber") or lot.randint(*USUAL_PLAYERS)
    rounds = _number(options, "RoundsNumber") or lot.randint(*USUAL_ROUNDS)
    chances = Chances()
    if "DrawPercentage" in options:
        chances = replace(chances, draws=Fraction(_number(options, "DrawPercentage"), 100))
    chances = replace(
        chances,
        forfeits=_one_in(options, "ForfeitRate"),
        withdrawals=_one_in(options, "RetiredRate"),
        byes=_one_in(options, "HalfPointByeRate") or _one_in(options, "HPBRate"),
    )
    if model is not None:
        players, rounds, chances = _like(model)
    rounds = min(rounds, players - 1)
    ratings = _number(options, "LowestRating", 1400), _number(options, "HighestRating", 2600)
    if ratings[0] > ratings[1]:
        raise ArpadError("engine-option", key="LowestRating", value=ratings[0], least=100, most=ratings[1])
    quotas = {"zero_byes": Quota(_one_in(options, "ZPBRate")), "full_byes": Quota(_one_in(options, "FPBRate"))}
    quotas |= {field: quota(key, options[key]) for key, field in QUOTAS.items() if key in options}
    trf = options.get("TRF", "16")
    if trf not in ("16", "26") or (trf == "26" and system.id not in CODES):
        raise ArpadError("engine-option-trf", value=trf, system=system.id)
    if "TieBreaks" in options and trf == "16":
        raise ArpadError("engine-option-list")
    return Wanted(
        players, rounds, rounds, seed, chances, baku, system, *ratings,
        quotas=Quotas(**quotas),
        scoring=_points(options),
        tie_breaks=tuple(one.code for one in parse_list(options.get("TieBreaks", ""))),
        version="trf26" if trf == "26" else "trf16",
        options=" ".join(f"{key}={value}" for key, value in options.items()),
        quick=_one_in(options, "QuickgameRate"),
        forbidden=_groups(options, players, lot),
    )  # fmt: skip


def read_options(config: str) -> Options:
    """Read `Key=value` lines. Empty lines and those that begin with # are passed over."""
    found: dict[str, str] = {}
    for place, line in enumerate(config.splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        key, sign, value = (part.strip() for part in text.partition("="))
        if not sign or key not in KNOWN:
            raise ArpadError("engine-option-unknown", line=place, key=key, known=", ".join(KNOWN))
        if key in NUMBERS:
            least, most = NUMBERS[key]
            if not (value.isascii() and value.isdecimal() and least <= int(value) <= most):
                raise ArpadError("engine-option", key=key, value=value, least=least, most=most)
        elif key in RATES or key in POINTS:
            number, highest = decimal(value), MOST_RATE if key in RATES else MOST_POINTS
            if number is None or number > highest or (key in RATES and 0 < number < 1):
                raise ArpadError("engine-option-decimal", key=key, value=value, most=highest)
        found[key] = value
    return found


def _number(options: Options, key: str, usual: int = 0) -> int:
    return int(options[key]) if key in options else usual


def _one_in(options: Options, key: str) -> Fraction:
    rate = decimal(options.get(key, "0"))
    return 1 / rate if rate else Fraction(0)


def _points(options: Options) -> dict[str, Fraction]:
    """Return the points of the results; nothing if they are the usual ones. A pairing-allocated bye is a win of
    PointsForWin unless PointsForPAB says otherwise. White and Black have the same."""
    found: dict[str, Fraction] = {}
    for key, codes in POINTS.items():
        if key not in options:
            continue
        value, other = decimal(options[key]) or Fraction(0), f"W{key[1:]}"
        if key[0] == "B" and decimal(options.get(other, "")) not in (None, value):
            raise ArpadError("engine-option-colour", key=key, other=other)
        found |= dict.fromkeys(codes, value)
        if key == "PointsForWin":
            found["U"] = value
    return found


def _groups(options: Options, players: int, lot: SeededLot) -> tuple[Forbidden, ...]:
    """Return the groups of players who never meet."""
    chance = Fraction(1, _number(options, "Separator", USUAL_SEPARATOR))
    groups = [
        tuple(rank for rank in range(1, players + 1) if lot.happens(chance)) for _ in range(_number(options, "Groups"))
    ]
    return tuple(Forbidden(group) for group in groups if len(group) > 1)


def quota(option: str, typed: str) -> Quota:
    """Read how often something happens in a round: 5% of players or boards, a number of them, or numbers by round like
    1:3,2:2."""
    if typed.strip().endswith("%") or "." in typed:
        return Quota(chance=share(option, typed))
    by_round: dict[int, int] = {}
    for part in typed.split(",") if ":" in typed else ():
        number, _, many = part.partition(":")
        by_round[parse.whole(option, number, 1, MOST_ROUNDS)] = parse.whole(option, many, 0, MOST_PLAYERS)
    return Quota(by_round=by_round) if by_round else Quota(number=parse.whole(option, typed, 0, MOST_PLAYERS))


def share(option: str, typed: str) -> Fraction:
    """Read a share: 0.3 or 30%."""
    value = decimal(typed.strip().removesuffix("%"))
    if value is not None and typed.strip().endswith("%"):
        value /= 100
    if value is None or value > 1:
        raise ArpadError("pairing-share", option=option, value=typed)
    return value


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
