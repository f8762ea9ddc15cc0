"""Staff pages for the rating scale (2005 12.1 to 12.3), stored studies, and the API documentation."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Path as AddressPart
from fastapi import Query
from starlette.requests import Request

from arpad.documents.document import Document, TableColumn, csv_rows
from arpad.documents.fields import Table
from arpad.documents.schema import Bag
from arpad.domain.values import fold
from arpad.i18n import ArpadError, Language
from arpad.lab.monitor import AlarmLimits
from arpad.lab.scale_report import alarm_words, scale_document, unexplained
from arpad.lab.studies import HERE, Study, read_answer, read_study, reading, shipped_studies, study_charts, study_tables
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.api_examples import ShownOperation, example_of, in_language
from arpad.web.cache import PUBLIC_API, Answer
from arpad.web.charts import NO_TABLE, ScaleFigure, figure, known_scale, office_figures
from arpad.web.office.forms import AtDesk
from arpad.web.openapi import FORMS, field_words, type_of
from arpad.web.public.players import Class
from arpad.web.routes import Pages
from arpad.web.site import language_of, outside_address

# For programs: the OpenAPI as pages for people, the operations and the documents they answer with.

programs = Pages("programs")

JSON = "application/json"
BETWEEN = re.compile(r"(\W+)")
"""Between the names of a type, which lead to the documents."""


class Operation(Document, frozen=True):
    """An operation of the site."""

    columns = (TableColumn("answers", cell=lambda operation: " ".join(operation.answers)),)
    tag: str
    method: str
    path: str
    about: str
    token: bool
    answers: list[str]


class DocumentFieldDocument(Document, frozen=True):
    """A field of a document: its type as Python writes it, whether it is always there, and what it is."""

    name: str
    type: str
    required: bool
    about: str


class DocumentDocument(Document, frozen=True):
    """A document and its fields."""

    name: str
    about: str
    fields: list[DocumentFieldDocument]


Asked = Annotated[str, Query(max_length=80, description="Words of an address or of what it answers.")]


@programs.page("/api", "desk_api.html", list[Operation], table=True)
def api(request: Request, q: Asked = "", tag: Annotated[str, Query(max_length=30)] = "") -> Answer:
    """Every operation of the site that a program can use."""
    return _operations_answer(request, request.app.openapi(), q.strip(), tag)


@programs.page(PUBLIC_API, "desk_api.html", list[Operation], table=True)
def public_api(request: Request, q: Asked = "", tag: Annotated[str, Query(max_length=30)] = "") -> Answer:
    """Every operation of version 2 of the interface, which needs no token."""
    return _operations_answer(request, request.app.state.for_programs.openapi(), q.strip(), tag, PUBLIC_API)


def _operations_answer(request: Request, description: Mapping[str, Any], q: str, tag: str, root: str = "") -> Answer:
    """The operations of a description. `root` is where its addresses begin."""
    rows = _operations(description)

    def page() -> dict[str, Any]:
        address = root or "/api"
        known = {"address": address, "root": root, "description": f"{root}/openapi.json"}
        return known | _api_page(request, description, rows, q, tag, root)

    return Answer(lambda: rows, page, lambda: csv_rows(Operation, rows))


def _api_page(
    request: Request, description: Mapping[str, Any], rows: list[Operation], q: str, tag: str, root: str
) -> dict[str, Any]:
    """Some of the operations: those of a subject, those with some words, or all that need no token."""
    site, language = request.app.state.site, language_of(request)
    origin = (site.settings.address or outside_address(request)) + root
    tags = list(dict.fromkeys(row.tag for row in sorted(rows, key=lambda row: (row.token, row.tag))))
    shown = [
        ShownOperation(row, in_language(row.about, language), example_of(description, row, origin)) for row in rows
    ]
    words = fold(q).split()
    if words:
        shown = [
            one for one in shown if all(word in fold(f"{one.row.path} {one.row.about} {one.about}") for word in words)
        ]
    else:
        shown = [one for one in shown if (one.row.tag == tag if tag in tags else not one.row.token)]
    by_tag: dict[str, list[ShownOperation]] = {}
    for one in shown:
        by_tag.setdefault(one.row.tag, []).append(one)
    counts = {name: sum(row.tag == name for row in rows) for name in tags}
    chosen = tag if tag in tags and not words else ""
    return {"by_tag": by_tag, "origin": origin, "tags": counts, "chosen": chosen, "asked": q, "found": len(shown)}


@programs.page("/api/documents", "desk_api_documents.html", list[DocumentDocument])
def all_documents(request: Request) -> Answer:
    """Every document of the site, with its fields."""
    documents = _documents(request.app.openapi(), language_of(request))
    known = {document.name for document in documents}
    return Answer(lambda: documents, lambda: {"data": documents, "known": known, "pieces": BETWEEN.split})


def _operations(description: Mapping[str, Any]) -> list[Operation]:
    """The operations, grouped by subject."""
    found = [
        Operation(
            tag=(operation.get("tags") or ["–"])[0],
            method=method.upper(),
            path=path,
            about=operation.get("description") or operation.get("summary", ""),
            token=bool(operation.get("security")),
            answers=_answers(operation),
        )
        for path, operations in description["paths"].items()
        for method, operation in operations.items()
    ]
    return sorted(found, key=lambda row: (row.token, row.tag, row.path, row.method))


def _answers(operation: Mapping[str, Any]) -> list[str]:
    """The names of the documents that an operation answers with."""
    schema = operation["responses"].get("200", {}).get("content", {}).get(JSON, {}).get("schema", {})
    item = schema.get("items", schema)
    return [one["$ref"].rpartition("/")[2] for one in item.get("anyOf", [item]) if "$ref" in one]


def _documents(description: Mapping[str, Any], language: Language) -> list[DocumentDocument]:
    schemas = description["components"]["schemas"]
    return [
        DocumentDocument(name, schema.get("description", ""), _fields(schema, language))
        for name, schema in sorted(schemas.items())
        if not name.startswith(FORMS)
    ]


def _fields(schema: Mapping[str, Any], language: Language) -> list[DocumentFieldDocument]:
    required = schema.get("required", ())
    return [
        DocumentFieldDocument(name, type_of(of), name in required, field_words(name, language))
        for name, of in schema.get("properties", {}).items()
    ]


# The scale for the office: plots, the account of points, drift, calibration and alarms (2005 12.1 to 12.3).

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


# Studies for the office: questions about the rules with their stored answers, to be read and run again.

study_pages = Pages("office")

StudyName = Annotated[str, AddressPart(max_length=60, description="The name of a study.")]
StudyTable = Annotated[Literal["numbers", "expected"], Query(description="The table of a CSV file.")]


@dataclass(frozen=True, slots=True)
class KnownStudy:
    """A study with its stored answer."""

    study: Study
    answer: dict[str, Any]

    @property
    def holds(self) -> bool:
        """Whether everything came out as expected."""
        return all(row["holds"] for row in self.answer["expected"])


@study_pages.page("/office/studies", "desk_studies.html", list[Bag], table=True)
def index(request: Request, desk: AtDesk) -> Answer:  # noqa: ARG001  (only for those who have a desk)
    """The studies that come with Arpad: what they ask, and whether it came out as expected."""
    language = language_of(request)
    studies = [_known(name) for name in shipped_studies()]
    rows: list[dict[str, Any]] = [
        {
            "study": known.study.id,
            "title": known.study.title[language],
            "question": known.study.question[language],
            "articles": list(known.study.articles),
            "holds": known.holds,
        }
        for known in studies
    ]
    cells = [[row["study"], row["title"], row["question"], " ".join(row["articles"]), row["holds"]] for row in rows]
    return Answer(
        document=lambda: rows,
        page=lambda: {"studies": rows},
        table=lambda: Table(("study", "title", "question", "articles", "holds"), cells),
    )


@study_pages.page("/office/studies/{name}", "desk_study.html", Bag, table=True)
def one(request: Request, desk: AtDesk, name: StudyName, table: StudyTable = "numbers") -> Answer:  # noqa: ARG001
    """A study: its question, reading, numbers, plots and limits, and how to run it again."""
    language = language_of(request)
    if name not in shipped_studies():
        raise ArpadError("web-no-study", name=name)
    known = _known(name)
    tables = {found.named: found for found in study_tables(known.study, known.answer, language)}
    return Answer(
        document=lambda: known.answer,
        page=lambda: {
            "known": known,
            "reading": reading(known.study, known.answer, language),
            "figures": _figures(known, language),
            "numbers": tables["numbers"].in_words(language),
            "expected": tables["expected"].in_words(language),
            "worlds": [
                (known.study.world_label(world["name"], language), world["generate"], world["digest"])
                for world in known.answer["worlds"]
            ],
            "spoken": language,
        },
        table=tables[table].cells,
    )


def _known(name: str) -> KnownStudy:
    return KnownStudy(read_study(HERE / name), read_answer(HERE / name))


def _figures(known: KnownStudy, language: Language) -> list[ScaleFigure]:
    return [
        figure(name, chart, NO_TABLE, language)
        for name, chart in study_charts(known.study, known.answer, language).items()
    ]
