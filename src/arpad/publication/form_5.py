"""Form 5: the tournament report of title events, as the editions of 2003 and 2005 have it."""

from arpad.domain.event import Event
from arpad.i18n import Language
from arpad.publication.crosstable import Ratings
from arpad.publication.it3 import ReportExtra, tournament_report

DEPUTIES = 4


def form_5(
    event: Event, extra: ReportExtra | None = None, language: Language = "en", ratings: Ratings | None = None
) -> bytes:
    """Return the tournament report as PDF: the forerunner of form IT3, with four deputies."""
    return tournament_report("form.five", event, extra or ReportExtra(), language, ratings, DEPUTIES)
