"""The crosstable of an event: round by round, or each against each in a round robin."""

from typing import Any

from markupsafe import Markup

from arpad.papers.event_sheets import standings_sheet
from arpad.standings.crosstable import crosstable_document, crosstable_of, crosstable_table
from arpad.standings.tables import told_crosstable
from arpad.tournament.shapes import RankedCrosstableDocument
from arpad.tournament.standings import Ranked, ranked_document
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.standings.views import MOST_CELLS, first_result
from arpad.web.tournaments.place import Seen, SeenEvent
from arpad.web.tournaments.public.ranking import rounds_before, table_after
from arpad.web.tournaments.public.standings import MaybeRound

crosstables = Pages("event")


@crosstables.page("/t/{slug}/crosstable", "event_crosstable.html", RankedCrosstableDocument, table=True, pdf=True)
def crosstable(event: Seen, round: MaybeRound = None) -> Answer:  # noqa: A002
    """The crosstable after a round."""
    ranked = table_after(event, round)
    table = ranked.table

    def document() -> RankedCrosstableDocument:
        head = ranked_document(event.view, table, table.rows, event.language)
        return {**head, "crosstable": crosstable_document(crosstable_of(table))}

    return event.answer(
        document,
        lambda: {
            "rows": _fragment(event, ranked),
            "counted": table.competition.counted,
            "published": rounds_before(event.view),
        },
        lambda: crosstable_table(table, crosstable_of(table), event.language),
        pdf=lambda: standings_sheet(
            told_crosstable(table, crosstable_of(table), event.language, ranked.event), ranked.event, event.language
        ),
    )


def _fragment(event: SeenEvent, ranked: Ranked) -> Markup:
    table = ranked.table

    def values() -> dict[str, Any]:
        cross = crosstable_of(table)
        told = told_crosstable(table, cross, event.language, ranked.event)
        everybody = table.competition.complete or table.competition.contestants
        return {
            "told": told,
            "large": len(told.rows) * len(told.columns) > MOST_CELLS,
            "met": [[None if len(column) != 1 else column[0].opponent for column in row.cells] for row in cross.rows],
            "met_names": {number: one.name for number, one in everybody.items()},
            "against_each": cross.against_each,
            "results": first_result(told),
            "known": event.view.sides,
            "teams": table.competition.teams,
        }

    counted = table.competition.counted
    return event.fragment("event_crosstable_rows.html", counted, (ranked,), values, event.own_place)
