"""4 to 8: a round by the Dubov system of 1997. The bye, then group by group from the top: floaters first, then
transfers, columns and rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arpad.pairing.byes import after_bye
from arpad.pairing.dubov.upfloaters import complete
from arpad.pairing.dubov_manual.columns import Pair, columns_of, pair_columns
from arpad.pairing.dubov_manual.players import OldDubovPlayer
from arpad.pairing.dubov_manual.transfers import (
    Transfer,
    call_for_the_lonely,
    call_to_even,
    floaters_in_turn,
    pair_floaters,
    who_floats,
)
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import bits, mask_of
from arpad.pairing.state import PairingState


@dataclass(frozen=True, slots=True)
class OldDubovGroup:
    """A group that is paired: its residents, the floaters from above in their turn and the pairs with them, who came
    up, who left, who changed the column, both columns, and the pairs of the rows. All by places. `waiting` is
    everybody without an opponent before the group was paired."""

    residents: tuple[int, ...]
    came: tuple[int, ...]
    floater_pairs: tuple[Pair, ...]
    transfers: tuple[Transfer, ...]
    left: tuple[int, ...]
    changed: tuple[int, ...]
    white: tuple[int, ...]
    black: tuple[int, ...]
    pairs: tuple[Pair, ...]
    waiting: int

    @property
    def called(self) -> list[int]:
        """The players who came up."""
        return [one.place for one in self.transfers if one.place is not None]


@dataclass(frozen=True, slots=True)
class OldDubovRound:
    """A round that is paired; `bye` is a starting rank. The field has everybody but the player with the bye."""

    field: Field
    groups: tuple[OldDubovGroup, ...]
    bye: int | None


def bye_order(state: PairingState) -> list[OldDubovPlayer]:
    """4: the lowest score, the lowest R, the colour due to most of the group, the highest ARO; 5: in a round without
    games before it the last of the list."""
    players = [player for player in state.entrants if isinstance(player, OldDubovPlayer)]
    if not any(player.colours for player in players):
        return sorted(players, key=lambda player: (player.score, -player.rank))
    balance: dict[int, int] = {}
    for player in players:
        balance[player.score] = balance.get(player.score, 0) + (1 if player.preference.colour == "w" else -1)

    def key(player: OldDubovPlayer) -> tuple[int | Fraction, ...]:
        most = balance[player.score]
        apart = bool(most) and (player.preference.colour == "w") != (most > 0)
        return player.score, player.rating, apart, -player.aro, -player.rank

    return sorted(players, key=key)


def pair_old_dubov(state: PairingState) -> OldDubovRound | None:
    """Pair a round; None if there is no legal pairing."""
    field, bye = after_bye(state, bye_order, Field)
    if not complete(field, field.everybody):
        return None
    waiting = field.everybody
    came: tuple[int, ...] = ()
    found: list[OldDubovGroup] = []
    for listed in field.scoregroups():
        residents = [place for place in listed if waiting >> place & 1]
        if not residents and (not came or waiting >> listed[-1] + 1):
            continue
        group = _pair_group(field, waiting, came, residents)
        found.append(group)
        done = {place for pair in (*group.floater_pairs, *group.pairs) for place in pair}
        waiting &= ~mask_of(done)
        came = tuple(place for place in (*came, *residents) if place not in done)
    return OldDubovRound(field, tuple(found), bye)


def _pair_group(field: Field, waiting: int, came: Sequence[int], residents: Sequence[int]) -> OldDubovGroup:
    """8, then 7, then 6."""
    before, turn = waiting, floaters_in_turn(field, came)
    floater_pairs = pair_floaters(field, waiting, turn, residents)
    met = {place for pair in floater_pairs for place in pair}
    waiting &= ~mask_of(met)
    own = [place for place in residents if place not in met]
    score = field.scores[residents[0]] if residents else 0
    lower = [place for place in bits(waiting) if field.scores[place] < score] if residents else []
    transfers = call_for_the_lonely(field, waiting, own, lower)
    called = [one.place for one in transfers if one.place is not None]
    alone = [one.wanted_by for one in transfers if one.place is None]
    staying = [place for place in own if place not in alone]
    members = [*staying, *called]
    if len(members) % 2:
        rest = waiting & ~mask_of(members)
        even = call_to_even(field, members, rest, [place for place in lower if place not in called])
        if even is not None:
            transfers.append(Transfer("7.2", even))
            members.append(even)
            called.append(even)
    rest = waiting & ~mask_of(members)
    floating = who_floats(field, staying, called, list(bits(rest)), _adjacent(field, lower, called))
    kept = [place for place in members if place not in floating]
    white, black, changed = columns_of(field, kept)
    left = [*(place for place in alone if place is not None), *floating]
    return OldDubovGroup(
        tuple(residents), tuple(turn), tuple(floater_pairs), tuple(transfers), tuple(left), tuple(changed),
        tuple(white), tuple(black), tuple(pair_columns(field, white, black)), before,
    )  # fmt: skip


def _adjacent(field: Field, lower: Sequence[int], called: Sequence[int]) -> int:
    """The next lower group, without those who came up."""
    left = [place for place in lower if place not in called]
    top = max((field.scores[place] for place in left), default=None)
    return mask_of(place for place in left if field.scores[place] == top)
