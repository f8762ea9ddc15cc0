"""The calculator of prizes: a ranking or a report, the announced rules, three systems side by side. Nothing is kept."""

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any, Literal, TypeVar

from fastapi import APIRouter, Depends, File, Form, Query, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.findings import findings_json
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.papers.event_sheets import prize_sheet
from arpad.prizes.award import SideBySide
from arpad.prizes.files import EVERYBODY, Ranking, ranking_from, read_rules, share_by_rules
from arpad.prizes.rules import MEASURES, PRIZE_POLICIES, PRIZE_SYSTEMS, ROUNDING_RULES
from arpad.prizes.tables import (
    PrizesDocument,
    category_columns,
    column_names,
    is_left,
    player_columns,
    prize_tables,
    prizes_csv,
    prizes_document,
)
from arpad.standings.table import Wishes
from arpad.web.cache import html, json_text
from arpad.web.openapi import shaped
from arpad.web.problems import Fields, wrong_at
from arpad.web.site import language_of
from arpad.web.uploads import TimedRoute, disposition

prize_pages = APIRouter(tags=["prizes"], route_class=TimedRoute)

LONGEST = 400_000
"""A longer ranking is not written back into the form."""
ABOUT: Fields = {"web-prizes-ranking": ("ranking",), "web-prizes-category": ("categories",)}
"""The fields of problems that name none."""
MOST_PLAYERS = 20_000
MOST_PLACES = 100_000
BETWEEN = re.compile(r"[\s;]+|,\s")
SEPARATOR = "|"

Cell = TypeVar("Cell")

Long = Annotated[str, Form(max_length=LONGEST)]
Some = Annotated[str, Form(max_length=20_000)]
Short = Annotated[str, Form(max_length=200)]


@dataclass(frozen=True, slots=True)
class PrizeForm:
    """What was typed into the form. `categories` has a line each: name | condition | prizes | rank or progress."""

    ranking: Long = ""
    prizes: Some = ""
    categories: Some = ""
    currency: Short = "EUR"
    system: Short = PRIZE_SYSTEMS[0]
    places: Short = ""
    unit: Short = ""
    rounding: Short = ROUNDING_RULES[0]
    policy: Short = "main-first"
    date: Short = ""
    tie_breaks: Short = ""


FILE = File(description="A ranking (CSV, JSON) or a report (TRF), if it is not pasted as `ranking`.")
Dropped = Annotated[UploadFile | None, FILE]
Typed = Annotated[PrizeForm, Depends(PrizeForm)]
WHY = "What is wrong, where, and what to do."
REFUSED: dict[int | str, dict[str, Any]] = {400: {"description": WHY}}


def _file_of(media: str) -> dict[int | str, dict[str, Any]]:
    """Return what an address with a file answers: the file, or a page or a document that says what is wrong."""
    refusal = {"description": WHY, "content": {"text/html": {}, "application/json": {}}}
    return {200: {"description": "The file.", "content": {media: {}}}, 400: refusal, 422: refusal}


EXAMPLES = {
    "hort": PrizeForm(
        "rank,name,points\n1,A,8\n2,B,8\n3,C,8\n4,D,8\n", "10000\n5000\n3000\n2000", system="hort", places=""
    )
}
"""The example of the manual."""


@prize_pages.get("/tools/prizes", include_in_schema=False)
def form(request: Request, example: Annotated[Literal["", "hort"], Query()] = "") -> Response:
    """The form for a ranking, empty or with an example."""
    if example:
        return shared_page(request, EXAMPLES[example])
    return html(request, "tools_prizes.html", _values(PrizeForm(), language_of(request)))


@prize_pages.get("/tools/prizes.json")
@shaped(PrizesDocument)
def example_json(request: Request, example: Annotated[Literal["hort"], Query()] = "hort") -> Response:
    """The prizes of an example: what the same address answers when a ranking is sent to it."""
    return shared_json(request, EXAMPLES[example])


@prize_pages.post("/tools/prizes", include_in_schema=False)
def shared_page(request: Request, typed: Typed, file: Dropped = None) -> Response:
    """The page of the prizes."""
    language = language_of(request)
    name, data = _source(typed, file, language)
    shown = PrizeForm(**(asdict(typed) | {"ranking": _written_back(data)}))
    try:
        ranking, side = _shared(name, data, typed, language)
    except ArpadError as problem:
        lost = "" if file is None or shown.ranking else file.filename or ""
        return html(request, "tools_prizes.html", _values(shown, language, problem, lost), 400)
    return html(request, "tools_prizes.html", _values(shown, language) | _result(ranking, side, language))


@prize_pages.post("/tools/prizes.json", responses=REFUSED)
@shaped(PrizesDocument)
def shared_json(request: Request, typed: Typed, file: Dropped = None) -> Response:
    """The prizes of a ranking or a report, in three systems, with every addend. Nothing is kept."""
    language = language_of(request)
    _, side = _shared(*_source(typed, file, language), typed, language)
    return json_text(prizes_document(side).document(language))


@prize_pages.post("/tools/prizes.csv", responses=_file_of("text/csv"), response_class=Response)
def shared_csv(request: Request, typed: Typed, file: Dropped = None) -> Response:
    """The players with their money as CSV."""
    language = language_of(request)
    _, side = _shared(*_source(typed, file, language), typed, language)
    return _download(prizes_csv(side).encode(), "text/csv; charset=utf-8", "prizes.csv")


@prize_pages.post("/tools/prizes.pdf", responses=_file_of("application/pdf"), response_class=Response)
def shared_pdf(request: Request, typed: Typed, file: Dropped = None) -> Response:
    """The sheet with every addend and room for two signatures, on A4."""
    language = language_of(request)
    ranking, side = _shared(*_source(typed, file, language), typed, language)
    return _download(prize_sheet(side, ranking.event, language), "application/pdf", "prizes.pdf")


def _download(data: bytes, media: str, name: str) -> Response:
    return Response(data, media_type=media, headers=disposition(name))


def _source(typed: PrizeForm, file: UploadFile | None, language: Language) -> tuple[str, bytes]:
    """Return the dropped file, or what was pasted."""
    if file is not None and file.filename:
        return file.filename, file.file.read()
    return text("web.prizes.pasted", language), typed.ranking.encode("utf-8", "replace")


def _written_back(data: bytes) -> str:
    """Return the source for the form, so that the downloads have it; nothing if it is too long for a field."""
    try:
        written = data.decode("utf-8")
    except UnicodeDecodeError:
        written = data.decode("latin-1")
    return written if len(written) <= LONGEST else ""


def _shared(name: str, data: bytes, typed: PrizeForm, language: Language) -> tuple[Ranking, SideBySide]:
    if not data.strip():
        raise ArpadError("web-prizes-ranking")
    ranking = ranking_from(name, data, Wishes(tie_breaks=typed.tie_breaks.strip() or None))
    if len(ranking.players) > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=len(ranking.players))
    rules = read_rules(text("web.prizes.form", language), _rules(typed, language), ranking, _labels(language))
    return ranking, share_by_rules(ranking, rules)


def _labels(language: Language) -> dict[str, str]:
    """Return the labels of the fields by the keys that a file has for them."""
    labels = {field.name: text(f"web.prizes.{field.name}", language) for field in fields(PrizeForm)}
    return labels | {"category": labels["categories"]}


def _rules(typed: PrizeForm, language: Language) -> dict[str, Any]:
    """Return the fields as a file with rules would have them."""
    label = _labels(language)
    rules: dict[str, Any] = {
        "prizes": _amounts(typed.prizes),
        "system": parse.choice(label["system"], typed.system, PRIZE_SYSTEMS),
        "rounding": parse.choice(label["rounding"], typed.rounding, ROUNDING_RULES),
        "policy": parse.choice(label["policy"], typed.policy, PRIZE_POLICIES),
        "category": [_category(line) for line in typed.categories.splitlines() if line.strip()],
    }
    readers: dict[str, Callable[[str], Any]] = {
        "currency": str,
        "unit": str,
        "date": lambda value: parse.date(label["date"], value),
        "places": lambda value: value if value == EVERYBODY else parse.whole(label["places"], value, 1, MOST_PLACES),
    }
    given = {name: getattr(typed, name).strip() for name in readers}
    return rules | {name: readers[name](value) for name, value in given.items() if value}


def _amounts(typed: str) -> list[str]:
    """Return amounts that stand one a line, or with blanks or semicolons between them; a comma is a decimal mark."""
    return [amount.rstrip(",") for amount in BETWEEN.split(typed.strip()) if amount]


def _category(line: str) -> dict[str, Any]:
    parts = [part.strip() for part in line.split(SEPARATOR)]
    name, where, prizes, by, *others = (*parts, "", "", "")
    if not (name and where and prizes) or any(others) or by not in ("", *MEASURES):
        raise ArpadError("web-prizes-category", line=line[:80])
    return {"name": name, "where": where, "prizes": _amounts(prizes)} | ({"by": by} if by else {})


def _values(typed: PrizeForm, language: Language, problem: ArpadError | None = None, lost: str = "") -> dict[str, Any]:
    """The form; a refused one with what is wrong at its field. `lost` is a file that has to be chosen again."""
    known = [field.name for field in fields(PrizeForm)]
    return {
        "typed": typed,
        "systems": PRIZE_SYSTEMS,
        "roundings": ROUNDING_RULES,
        "policies": PRIZE_POLICIES,
        "wrong": wrong_at(problem, language, known, ABOUT, asdict(typed), _labels(language)),
        "lost": lost,
        "awarded": None,
    }


def _result(ranking: Ranking, side: SideBySide, language: Language) -> dict[str, Any]:
    tables = prize_tables(side, language)
    return {
        "event": ranking.event,
        "awarded": tables,
        "columns": _money_early(_headings(player_columns(side), side, language)),
        "players": [_money_early(row) for row in tables.players],
        "category_columns": _headings(category_columns(side), side, language),
        "findings": findings_json(side.findings, language),
    }


def _headings(columns: tuple[str, ...], side: SideBySide, language: Language) -> list[tuple[str, bool]]:
    """Return the headings of a table, and whether their columns are set left."""
    return list(zip(column_names(columns, language), (is_left(name, side) for name in columns), strict=True))


def _money_early(cells: Sequence[Cell]) -> list[Cell]:
    """Return a row with what is paid beside the name, where a telephone shows it too."""
    rank, name, *others, money = cells
    return [rank, name, money, *others]
