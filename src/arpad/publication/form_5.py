"""Form 5: the tournament report of title events, as the editions of 2003 and 2005 have it."""

from arpad.domain import Event
from arpad.locale import Language, text
from arpad.publication.crosstable import Ratings
from arpad.publication.it3 import ReportExtra, report_data
from arpad.publication.typesetting import typeset

DEPUTIES = 4


def form_5(
    event: Event, extra: ReportExtra | None = None, language: Language = "en", ratings: Ratings | None = None
) -> bytes:
    """The tournament report as PDF: the forerunner of form IT3, with four deputies."""
    data = report_data(event, extra or ReportExtra(), language, ratings, DEPUTIES)
    heading = {name: text(f"form.five.{name}", language) for name in ("heading", "form")}
    return typeset(
        "tournament_report",
        {**data, **heading, "english": text("form.five.heading", "en"), "notes": []},
        language,
        shared=["form_parts"],
    )
