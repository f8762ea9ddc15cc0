"""The crosstable: player against player for a round robin, round by round for everything else."""

from collections.abc import Mapping
from fractions import Fraction

from arpad.domain.event import Event, Player, RoundResult, half_points_of
from arpad.domain.games import points
from arpad.i18n import MINUS, Language, text
from arpad.rating.participants import detect_system
from arpad.standings.reasons import points_text

SYMBOLS: Mapping[str, str] = {
    "1": "1", "=": "½", "0": "0", "+": "+", "-": MINUS, "W": "+", "D": "=", "L": MINUS, "H": "=", "F": "+", "U": "+",
    "Z": MINUS,
}  # fmt: skip
"""Form 3, K: 1, ½, 0 for a played game; +, =, − for an unplayed one."""

HEAD = ("rank", "no", "name", "id", "title", "rtng", "fed")
"""The columns before the results, by their words."""

Ratings = Mapping[int, int | None]
"""The ratings that count, by starting rank."""


def crosstable(event: Event, ratings: Ratings | None = None, language: Language = "en") -> list[list[str]]:
    """Return the crosstable with its heading: rank, number, name, id, title, rating, federation, the results, the
    total.

    Round robin: one column for each player in the order of the table, a % in the player's own column. Otherwise one
    for each round: the opponent's number, the colour, the result."""
    order = standing(event)
    by_player = detect_system(event) in ("round-robin", "double-round-robin")
    columns = [str(at) for at in range(1, (len(order) if by_player else event.all_rounds) + 1)]
    table = [[*(text(f"form.{name}", language) for name in HEAD), *columns, text("form.total", language)]]
    for place, player in enumerate(order, 1):
        cells = _against_each(player, order) if by_player else _round_by_round(event, player, language)
        table.append([*_who(player, place, rating_of(player, ratings)), *cells, total_text(player, language)])
    return table


def standing(event: Event) -> list[Player]:
    """Return the players in the order of the final ranking; by points and starting rank if the report has none."""
    last = len(event.players) + 1
    return sorted(event.players, key=lambda player: (player.final_rank or last, -total(player), player.rank))


def rating_of(player: Player, ratings: Ratings | None) -> int | None:
    """Return the rating that counts: the given one, or the one of the report."""
    return player.rating if ratings is None else ratings.get(player.rank)


def total(player: Player) -> Fraction:
    """Return the points of the report, or the sum of the results if it has none."""
    if player.points is not None:
        return player.points
    return points(half_points_of(player.rounds))


def total_text(player: Player, language: Language) -> str:
    return points_text(total(player), language)


def number_text(value: int | None) -> str:
    """Return a whole number as text, empty if there is none."""
    return "" if value is None else str(value)


def symbol(round_: RoundResult) -> str:
    """Return the result of a round as the forms write it; empty if there is none yet."""
    return "" if round_.result is None else SYMBOLS[round_.result]


def _who(player: Player, place: int, rating: int | None) -> list[str]:
    rank = str(player.final_rank or place)
    return [rank, str(player.rank), player.name, player.id, player.title, number_text(rating), player.federation]


def _against_each(player: Player, order: list[Player]) -> list[str]:
    """Return the results against each player in the order of the table; of two games, both in the order of rounds."""
    found: dict[int, list[str]] = {}
    for round_result in sorted(player.rounds, key=lambda round_: round_.round):
        if round_result.opponent is not None:
            found.setdefault(round_result.opponent, []).append(symbol(round_result))
    return ["%" if other.rank == player.rank else " ".join(found.get(other.rank, [])) for other in order]


def _round_by_round(event: Event, player: Player, language: Language) -> list[str]:
    cells = [""] * event.all_rounds
    for round_ in player.rounds:
        if 1 <= round_.round <= len(cells):
            cells[round_.round - 1] = f"{number_text(round_.opponent)}{colour(round_, language)}{symbol(round_)}"
    return cells


def colour(round_: RoundResult, language: Language) -> str:
    """Return w or b, in Spanish b (blancas) or n (negras); empty if the report has no colour."""
    return "" if round_.colour is None or round_.opponent is None else text(f"form.colour.{round_.colour}", language)
