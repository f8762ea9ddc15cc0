"""Studies for the office: questions about the rules with their stored answers, to be read and run again."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Path as AddressPart
from fastapi import Query
from starlette.requests import Request

from arpad.documents.fields import Table
from arpad.documents.schema import Bag
from arpad.i18n import ArpadError, Language
from arpad.lab.studies import HERE, Study, read_answer, read_study, reading, shipped_studies, study_charts, study_tables
from arpad.web.answers import Answer
from arpad.web.desk.place import AtDesk
from arpad.web.language import language_of
from arpad.web.pages import Pages
from arpad.web.scales import NO_TABLE, ScaleFigure, figure

studies = Pages("office")

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


@studies.page("/office/studies", "desk_studies.html", list[Bag], table=True)
def index(request: Request, desk: AtDesk) -> Answer:  # noqa: ARG001  (only for those who have a desk)
    """The studies that come with Arpad: what they ask, and whether it came out as expected."""
    language = language_of(request)
    found = [_known(name) for name in shipped_studies()]
    rows: list[dict[str, Any]] = [
        {
            "study": known.study.id,
            "title": known.study.title[language],
            "question": known.study.question[language],
            "articles": list(known.study.articles),
            "holds": known.holds,
        }
        for known in found
    ]
    cells = [[row["study"], row["title"], row["question"], " ".join(row["articles"]), row["holds"]] for row in rows]
    return Answer(
        document=lambda: rows,
        page=lambda: {"studies": rows},
        table=lambda: Table(("study", "title", "question", "articles", "holds"), cells),
    )


@studies.page("/office/studies/{name}", "desk_study.html", Bag, table=True)
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
            "numbers": tables["numbers"].told(language),
            "expected": tables["expected"].told(language),
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
