"""About the office: its name, its contact, the editions in force, the next lists; and help with every column."""

import datetime as dt
from collections.abc import Sequence

from starlette.requests import Request

from arpad.documents.document import Document
from arpad.i18n import Language, has, text
from arpad.office.details import OfficeDetails, details_of
from arpad.office.publications import ComingList, coming_lists
from arpad.web.cache import Answer
from arpad.web.public.home import SystemLine
from arpad.web.routes import Pages
from arpad.web.site import language_of
from arpad.web.tools.regulations import edition_kinds

about_pages = Pages("about-office")

COMING = 4
TERMS = ("rating", "k", "w", "we", "change", "new", "games", "ra", "rp", "rank", "points", "fed", "title", "born",
         "inactive", "norm", "version", "digest", "id", "number", "list", "class", "state", "before", "after", "since",
         "average", "active", "titled")  # fmt: skip
"""The columns that help explains, in its order: their heads lead to them."""


class EditionInForce(Document, frozen=True):
    """An edition of the regulations by which the office works today."""

    id: str
    kind: str
    name: str
    effective: dt.date


class AboutOffice(Document, frozen=True):
    """What an office says of itself: how it is reached, the editions in force, its next lists."""

    office: OfficeDetails
    systems: Sequence[SystemLine]
    editions: Sequence[EditionInForce]
    coming: Sequence[ComingList]


@about_pages.page("/about", "about.html", AboutOffice)
def about(request: Request) -> Answer:
    """The office: its name, how it is reached, the editions in force, the days of its next lists."""
    site, language = request.app.state.site, language_of(request)
    systems = [SystemLine(system.name, system.federation) for system in site.systems()]
    today = site.settings.now().date()
    used = {system.name for system in systems}
    data = AboutOffice(
        details_of(site.database),
        systems,
        [
            EditionInForce(edition.id, kind.title(language), edition.name[language], edition.effective)
            for kind in edition_kinds(site)
            if (not kind.time_class or kind.name in used) and (edition := kind.in_force(today)) is not None
        ],
        coming_lists(site.desk(), COMING) if systems else [],
    )
    return Answer(lambda: data, lambda: {"data": data})


class HelpTerm(Document, frozen=True):
    """A word or a sign at the head of a column, and what it means. `code` is its place on the page."""

    code: str
    sign: str
    meaning: str


class HelpPage(Document, frozen=True):
    """What the columns of the pages mean: the terms, and the tie-breaks of the edition in force."""

    terms: Sequence[HelpTerm]
    tie_breaks: Sequence[HelpTerm]
    modifiers: Sequence[HelpTerm]


MODIFIERS = ("C1", "M1", "P", "F")


@about_pages.page("/help", "help.html", HelpPage)
def help_page(request: Request) -> Answer:
    """What every column means, and where to go with a question."""
    site, language = request.app.state.site, language_of(request)
    edition = site.tie_breaks.edition_for(site.settings.now().date())
    terms = [_term(code, f"web.term.{code}", language) for code in TERMS]
    codes = [
        HelpTerm(f"tie-{code}", code, text(f"tie-break.{code}", language))
        for code in edition.codes
        if has(f"tie-break.{code}")
    ]
    modifiers = [_term(code, f"web.term.with-{code}", language, code) for code in MODIFIERS]
    data = HelpPage(terms, codes, modifiers)
    details = details_of(site.database)
    return Answer(lambda: data, lambda: {"data": data, "office": details, "edition": edition})


def _term(code: str, key: str, language: Language, sign: str = "") -> HelpTerm:
    return HelpTerm(code, sign or text(f"{key}-sign", language), text(key, language))
