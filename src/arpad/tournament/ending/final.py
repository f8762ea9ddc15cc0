"""The final standings, read off the file of the event as anybody else would read it."""

from arpad.reports import read_report
from arpad.standings import StandingsTable, Wishes, standings
from arpad.tournament.files.export import export_trf
from arpad.tournament.state import EventState


def final_standings(state: EventState) -> StandingsTable | None:
    """Return the standings by the tie-breaks of the rules; None for a knock-out, which has none. Players who withdrew
    too early from a round robin count for nobody (C.05 6.6)."""
    rules = state.laws
    if rules.system == "knockout":
        return None
    gone = tuple(
        place
        for place, entry in enumerate(state.numbers, 1)
        if rules.by_table and not rules.team and state.entries[entry].state in ("withdrawn", "expelled")
    )
    report = read_report(export_trf(state, "trf26").data)
    return standings(report, Wishes(tie_breaks=",".join(rules.tie_breaks) or None, withdrawn=gone))
