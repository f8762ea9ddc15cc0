"""A player's rating game by game in events that wait for a list, or in the period of a list."""

from typing import Annotated, Any

from fastapi import Query
from markupsafe import Markup
from starlette.requests import Request

from arpad.documents.schema import Bag
from arpad.i18n import Language, text
from arpad.inputs.parse import period_in_address
from arpad.lab.charts import Chart, ChartLine, chart_inside, exact
from arpad.lab.interim import interim_document, interim_table, thresholds_ahead, verdict, verdict_words
from arpad.office.lab_data import InterimSheet, interim_sheet
from arpad.office.lists import show_player
from arpad.web.answers import Answer
from arpad.web.language import language_of
from arpad.web.pages import Pages
from arpad.web.public.asked import Class, SystemName

interim_pages = Pages("players", same_for_all=True)

Period = Annotated[str, Query(max_length=10, description="A list, 2024-05; the next one if none is named.")]
SHOWN = ("game", "date", "event", "opponent", "opponent_rating", "score", "result", "running_period", "running_cut")


@interim_pages.page("/players/{id}/interim", "public_interim.html", Bag, table=True, pdf=True)
def interim(
    request: Request,
    id: str,  # noqa: A002
    time_class: Class = "standard",
    period: Period = "",
    system: SystemName = "",
) -> Answer:
    """A rating after every game of a period, and the ratings of titles that it reached."""
    site, language = request.app.state.site, language_of(request)
    date = period_in_address(period) if period else None
    desk = site.desk(system)
    show_player(desk, id, published=True)
    sheet = interim_sheet(desk, id, date, time_class, published=True)
    verdicts = [verdict(sheet.interim, one) for one in thresholds_ahead(sheet.interim, time_class)]
    told = [one for one in verdicts if one.outcome != "not-reached"]
    head = {"id": sheet.id, "name": sheet.name, "period": sheet.period, "time_class": sheet.time_class}

    def document() -> dict[str, Any]:
        state = {"state": sheet.state, "digest": sheet.digest or None}
        return head | state | interim_document(sheet.interim, told, language)

    def pdf() -> bytes:
        from arpad.papers.event_sheets import interim_pdf  # noqa: PLC0415  (an extra)

        return interim_pdf(head, sheet.interim, told, sheet.state, sheet.digest, language)

    return Answer(
        document=document,
        page=lambda: {
            "sheet": sheet,
            "told": interim_table(sheet.interim).where(lambda _: True, SHOWN).told(language),
            "verdicts": [verdict_words(one, language) for one in told],
            "plot": _plot(sheet, language),
            "address": f"/players/{id}/interim",
            "asked": f"?time_class={time_class}&period={sheet.period:%Y-%m}" if date else f"?time_class={time_class}",
        },
        table=lambda: interim_table(sheet.interim).cells(),
        pdf=pdf,
    )


def _plot(sheet: InterimSheet, language: Language) -> Markup:
    """The running rating, game by game; by K of the period."""
    points = [(exact(0), exact(sheet.interim.base))]
    points += [(exact(row.number), row.by_period) for row in sheet.interim.rows if row.shown]
    line = ChartLine(text("table.lab-running-period", language), tuple(points))
    title, across, upward = (text(f"web.interim.{name}", language) for name in ("plot", "across", "upward"))
    return Markup(chart_inside(Chart(title, across, upward, lines=(line,)), language)) if len(points) > 2 else Markup()
