"""The notice of corrections (C.04.2.D.8): what was corrected, what it touches, and why."""

from collections.abc import Sequence

from arpad.i18n import number
from arpad.publication.event_papers.model import Paper, PaperTable, without_empty
from arpad.publication.event_papers.names import NOBODY, column, fact, player_name, result_text
from arpad.publication.event_papers.words import PaperWords
from arpad.tournament.log import LogLine
from arpad.tournament.schedules import round_tables
from arpad.tournament.state import EventState
from arpad.tournament.undo import ToldCorrection, corrections_in


def corrections_notice(
    state: EventState, lines: Sequence[LogLine], words: PaperWords, round_number: int | None = None
) -> Paper:
    """Return what was corrected in a round, or in all of them."""
    found = [one for one in corrections_in(lines) if round_number in (None, one.round) and one.round in state.rounds]
    columns = (
        column(words, "round", "strong"), column(words, "table", "right"), column(words, "white", "name"),
        column(words, "black", "name"), column(words, "was", "center"), column(words, "now", "result"),
        column(words, "effect", "name"), column(words, "reason", "name"),
    )  # fmt: skip
    title = "corrections" if round_number is None else "corrections-of"
    return Paper(
        words.told(f"paper.round-title.{title}", round=round_number or 0),
        (fact(words, "corrections", str(len(found))),),
        (without_empty(PaperTable(columns, tuple(_row(state, one, words) for one in found))),) if found else (),
        () if found else words.told("paper.no-corrections"),
    )


def _row(state: EventState, one: ToldCorrection, words: PaperWords) -> tuple[str, ...]:
    effect = words.say(f"paper.effect.{one.effect}", next=one.round + 1, after=one.round + 2)
    if one.kind == "penalty":
        who = state.teams[one.team].name if one.team is not None else player_name(state, one.entry or 0)
        reason = words.say("paper.corrected.penalty", reason=one.reason)
        return str(one.round), "", who, "", "", number(one.points, words.first, sign=True), effect, reason
    board = state.rounds[one.round].boards[one.board or 0]
    table = round_tables(state, one.round).get(board.number, board.number)
    names = player_name(state, board.white), player_name(state, board.black)
    results = result_text(one.was, words), NOBODY if one.kind == "cleared" else result_text(one.now, words)
    reason = words.say("paper.corrected.colours", reason=one.reason) if one.kind == "colours" else one.reason
    return str(one.round), str(table), *names, *results, effect, reason
