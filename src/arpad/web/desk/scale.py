"""The scale for the office: plots, the account of points, drift, calibration and alarms (2005 12.1 to 12.3)."""

from typing import Annotated, Literal

from fastapi import Query
from starlette.requests import Request

from arpad.documents.schema import Bag
from arpad.lab.alarms import AlarmLimits
from arpad.lab.scale_report import alarm_words, scale_document, unexplained
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.answers import Answer
from arpad.web.desk.place import AtDesk
from arpad.web.language import language_of
from arpad.web.pages import Pages
from arpad.web.public.asked import Class
from arpad.web.scales import NO_TABLE, known_scale, office_figures

scales = Pages("office")

OfficeTable = Annotated[
    Literal["lists", "first", "group", "ledger", "drift", "calibration", "stretch", "newcomers"],
    Query(description="The table of a CSV file."),
]


@scales.page("/office/scale", "desk_scale.html", Bag, table=True)
def scale(request: Request, desk: AtDesk, time_class: Class = "standard", table: OfficeTable = "ledger") -> Answer:
    """The scale through the published lists."""
    language = language_of(request)
    known = known_scale(request.app.state.site, desk, time_class)
    limits = AlarmLimits()
    return Answer(
        document=lambda: (
            {}
            if known is None
            else scale_document(known.scale, limits, known.spans, known.alarms, language) | {"time_class": time_class}
        ),
        page=lambda: {
            "time_class": time_class,
            "classes": TIME_CLASSES,
            "known": known,
            "figures": [] if known is None else office_figures(known, language),
            "alarms": [] if known is None else [alarm_words(alarm, language) for alarm in known.alarms],
            "unexplained": [] if known is None else unexplained(known.scale, language),
        },
        table=lambda: NO_TABLE if known is None else known.tables[table].cells(),
    )
