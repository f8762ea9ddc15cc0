"""The prizes of an event as a paper: who gets what, with room for a signature and the date."""

from arpad.i18n import ArpadError, number
from arpad.papers._event_model import Paper, PaperTable, PaperWords, column, fact, without_empty
from arpad.prizes.tables import with_things
from arpad.tournament.prizes import PrizeWon, prize_table
from arpad.tournament.state import EventState


def prize_receipts(state: EventState, words: PaperWords) -> Paper:
    """Return the list that everybody signs who is given a prize. Before the event is finished it says so."""
    table = prize_table(state)
    if table is None:
        raise ArpadError("event-no-prizes")
    columns = (
        column(words, "rank", "right"), column(words, "name", "name"), column(words, "points", "right"),
        column(words, "prize", "left"), column(words, "amount", "strong"), column(words, "signature", "room"),
        column(words, "date", "write"),
    )  # fmt: skip
    written = table.rules.currency.written
    rows = tuple(
        (
            str(prize.rank), prize.name, number(prize.points, words.first), _what(prize, words),
            f"{written(prize.minor, words.first, full=True)} {table.currency}" if prize.minor else "", "", "",
        )
        for prize in table.prizes
        if prize.has_prize
    )  # fmt: skip
    total = f"{written(table.total_minor, words.first, full=True)} {table.currency}"
    facts = (
        fact(words, "prizes-given", str(len(rows))),
        fact(words, "prizes-total", total),
        fact(words, "prizes-handed-by", ""),
    )
    mark = words.texts("paper.provisional", round=table.round) if table.provisional else ()
    tables = (without_empty(PaperTable(columns, rows, tall=True)),)
    return Paper(words.texts("paper.title.prizes"), facts, tables, (), mark)


def _what(prize: PrizeWon, words: PaperWords) -> str:
    """Return what a prize is for, with its objects."""
    place = [words.say("paper.prize-place", rank=prize.rank)] if prize.main else []
    return with_things(*place, *([prize.category] if prize.category else []), *prize.things)
