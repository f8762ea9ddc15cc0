"""The scale for everybody: the first players through the lists, and how the ratings are spread."""

from typing import Annotated, Literal

from fastapi import Query
from starlette.requests import Request

from arpad.documents.schema import Bag
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.answers import Answer
from arpad.web.language import language_of
from arpad.web.pages import Pages
from arpad.web.public.asked import Class, SystemName
from arpad.web.scales import NO_TABLE, known_scale, public_figures, public_tables

scale_pages = Pages("lists", same_for_all=True)

PublicTable = Annotated[Literal["first", "lists"], Query(description="First players, or all players of each list.")]


@scale_pages.page("/scale", "public_scale.html", Bag, table=True)
def scale(
    request: Request, time_class: Class = "standard", table: PublicTable = "first", system: SystemName = ""
) -> Answer:
    """The averages of the first players and the spread of the ratings, list after list."""
    site, language = request.app.state.site, language_of(request)
    desk = site.desk(system)
    known = known_scale(site, desk, time_class)
    return Answer(
        document=lambda: {
            "time_class": time_class,
            "source": {"digests": {} if known is None else known.scale.digests},
            **({} if known is None else {name: one.document() for name, one in public_tables(known).items()}),
        },
        page=lambda: {
            "time_class": time_class,
            "classes": TIME_CLASSES,
            "known": known,
            "figures": [] if known is None else public_figures(known, language),
        },
        table=lambda: NO_TABLE if known is None else public_tables(known)[table].cells(),
    )
