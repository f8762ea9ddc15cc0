"""C.04.2: the initial order of the players (B) and the order of the boards (D.9)."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from arpad.pairing.state import PairingPlayer

TITLE_ORDER = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")


class Listed(Protocol):
    """A player in a list of participants."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def rating(self) -> int | None: ...


Entry = TypeVar("Entry", bound=Listed)


def initial_order(players: Iterable[Entry]) -> list[Entry]:
    """C.04.2.B: strength, title, alphabet."""
    return sorted(players, key=lambda player: (-(player.rating or 0), _title(player.title), player.name))


def _title(title: str) -> int:
    return TITLE_ORDER.index(title) if title in TITLE_ORDER else len(TITLE_ORDER)


def board_order(pair: tuple[PairingPlayer, PairingPlayer], by_score: bool = False) -> tuple[int, int, int]:
    """C.04.2.D.9: the score of the higher ranked player, the sum of both scores, the rank of the higher ranked.

    The boards go by the points won; since 2026 `by_score`, the one that pairs, with its virtual points (C.04.7, 1.5).
    """
    values = [(-(member.score if by_score else member.points), member.rank) for member in pair]
    (first, rank), (second, _) = sorted(values)
    return first, first + second, rank
