"""What a file cannot say: texts that are cut, and what TRF16 has no record for."""

from collections.abc import Iterator

from arpad.domain.event import Event
from arpad.domain.findings import Finding
from arpad.formats.report import Bye
from arpad.formats.trf_pairing import TrfVersion
from arpad.pairing.systems import by_id
from arpad.tournament.drawing import swiss_system
from arpad.tournament.state import EventState

NAME_WIDTH = 33
CUSTOM = "CUSTOM_SWISS"
"""The code of 192 for a system that has none of its own."""


def file_findings(
    state: EventState, event: Event, byes: tuple[Bye, ...], after: int, version: TrfVersion
) -> Iterator[Finding]:
    """Yield everything about an event that its file does not have, or has in another way."""
    if not state.closed:
        yield Finding("export-list-open", "warning")
    for player in event.players:
        if len(player.name) > NAME_WIDTH:
            values = {"name": player.name, "written": player.name[:NAME_WIDTH].rstrip()}
            yield Finding("export-name-cut", "warning", player=player.rank, values=values)
    soft = [one.id for one in state.restrictions if not one.hard]
    if soft:
        yield Finding("export-soft-pairs", "info", values={"count": len(soft)})
    if version == "trf16":
        yield from _losses_16(state, event, byes, after)
    elif state.laws.swiss and event.type_code == CUSTOM:
        yield Finding("trf26-system", "info", values={"system": swiss_system(state).id})


def _losses_16(state: EventState, event: Event, byes: tuple[Bye, ...], after: int) -> Iterator[Finding]:
    rules = state.laws
    if rules.swiss and (system := swiss_system(state)) != by_id("dutch", rules.start):
        yield Finding("trf16-system", "info", values={"system": system.id})
    if rules.tie_breaks:
        yield Finding("trf16-tie-breaks", "info", values={"codes": ", ".join(rules.tie_breaks)})
    if rules.order != "fide":
        yield Finding("trf16-order", "info", values={"order": rules.order})
    if any("national" in state.entries[entry].ratings for entry in state.numbers):
        yield Finding("trf16-national", "info")
    later = sorted({rank for bye in byes if bye.round > after + 1 for rank in bye.players})
    if later and not rules.team:
        yield Finding("trf16-absences", "info", values={"players": ", ".join(map(str, later))})
    if not rules.team and any(one.first > 1 or (one.last or rules.rounds) < rules.rounds for one in state.restrictions):
        yield Finding("trf16-forbidden", "info")
    if event.extra_points:
        yield Finding("trf16-points", "info")
