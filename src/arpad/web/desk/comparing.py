"""Two editions compared over the office's own games: what the lists would be under other rules."""

from typing import Annotated, Literal

from fastapi import Query
from starlette.requests import Request

from arpad.documents.schema import Bag
from arpad.inputs import parse
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.answers import Answer
from arpad.web.comparisons import editions_to_compare, known_comparison
from arpad.web.desk.place import AtDesk
from arpad.web.language import language_of
from arpad.web.pages import Pages
from arpad.web.public.asked import Class
from arpad.web.scales import NO_TABLE

comparing = Pages("office")

EditionName = Annotated[str, Query(max_length=60, description="The id of an edition; empty: nothing is compared yet.")]
ComparedTable = Annotated[
    Literal["editions", "players", "most", "least", "gains", "crossings", "lists"],
    Query(description="The table of a CSV file."),
]


@comparing.page("/office/compare", "desk_compare.html", Bag, table=True)
def compare(
    request: Request,
    desk: AtDesk,
    time_class: Class = "standard",
    first: EditionName = "",
    second: EditionName = "",
    table: ComparedTable = "editions",
) -> Answer:
    """Two editions over the games of the published lists; decided bases are ignored."""
    language, site = language_of(request), request.app.state.site
    choices = editions_to_compare(site.regulations, desk.system, time_class)
    ids = [edition.id for edition in choices]
    asked = bool(first and second)
    known = None
    if asked:
        named = parse.choice("first", first, ids), parse.choice("second", second, ids)
        known = known_comparison(site, desk, time_class, named)
    return Answer(
        document=lambda: {} if known is None else known.document(),
        page=lambda: {
            "time_class": time_class,
            "classes": TIME_CLASSES,
            "choices": [(edition.id, edition.name[language]) for edition in choices],
            "first": first or (ids[-2] if len(ids) > 1 else ""),
            "second": second or (ids[-1] if ids else ""),
            "asked": asked,
            "known": known,
            "words": [] if known is None else known.words(language),
            "figures": [] if known is None else known.figures(language),
        },
        table=lambda: NO_TABLE if known is None else known.tables[table].cells(),
    )
