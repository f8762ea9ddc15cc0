"""The list of players is closed, and they get their numbers."""

import random
from collections.abc import Sequence

from arpad.domain.event import Colour
from arpad.locale import ArpadError
from arpad.tournament.acts.checks import need_open_list
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import Decide
from arpad.tournament.log import LogChange
from arpad.tournament.order import ordered
from arpad.tournament.state import EventState

COLOURS: tuple[Colour, Colour] = ("w", "b")
FEWEST = 2


def close_list(initial: Colour | None = None, seed: int | None = None) -> Decide:
    """Close the list: numbers by the order of the rules, and the colour of the first player of round 1 by lot or as
    said (C.04.3.E.5)."""

    def decide(state: EventState, _hearing: Hearing) -> Sequence[LogChange]:
        need_open_list(state)
        rules = state.laws
        players = [player for player in state.entries.values() if player.state == "accepted"]
        if len(players) < FEWEST:
            raise ArpadError("event-players-few", count=len(players))
        said: Colour | None = initial or ("w" if rules.initial == "w" else "b" if rules.initial == "b" else None)
        if rules.swiss and said is None and seed is None:
            raise ArpadError("event-lot")
        lot = None if seed is None else random.Random(seed)
        numbers = [player.entry for player in ordered(players, rules)]
        colour: Colour | None = said or (None if lot is None else lot.choice(COLOURS))
        data: dict[str, object] = {"numbers": numbers, "initial": colour, "how": "lot" if said is None else "given"}
        return [LogChange("list.closed", data | ({} if seed is None else {"seed": seed}))]

    return decide
