"""`arpad examples` and `arpad self-test`: the example files that come with the package, copied to where you work; and
what Arpad answers to FIDE's list of questions for tournament programs."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

import click
import msgspec
from click.exceptions import Exit

from arpad.cli.options import Argument, Command, Group, Option, shared
from arpad.cli.output import line, print_json, table
from arpad.i18n import ArpadError, Language, text
from arpad.package_files import copy_folder

PACKED = files("arpad") / "examples"
"""Where a wheel or a zip has them."""
SOURCE = Path(__file__).parents[3] / "examples"
"""Where the project has them."""


def register(app: Group) -> None:
    """Add the command to the application."""
    app.command("examples", cls=Command, help="cli.command.examples")(examples)
    app.command("self-test", cls=Command, help="cli.command.self-test")(self_test)


def examples(
    context: click.Context,
    target: Annotated[Path, Argument(metavar="DIR", help="cli.help.examples-folder")] = Path("examples"),
) -> None:
    settings = shared(context)
    copied = copy_examples(target)
    if settings.as_json:
        print_json({"folder": str(target), "files": copied})
        return
    print(text("cli.examples-copied", settings.language, count=len(copied), folder=str(target)))


def copy_examples(folder: Path) -> list[str]:
    """Copy all example files into a folder that is new or empty, whole or not at all; return their names."""
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ArpadError("examples-there", folder=str(folder))
        folder.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".arpad-", dir=folder.parent) as beside:
            whole = Path(beside) / "examples"
            copy_folder(PACKED if PACKED.is_dir() else SOURCE, whole)
            whole.rename(folder)
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(folder), problem=problem.strerror or str(problem)) from None
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())


# FIDE's list of questions for tournament programs (VCL): what each asks, how Arpad answers, and the test that shows it.

QUESTIONS = 225
HARD_FAIL = "HF"
QuestionState = Literal["yes", "part", "no", "not offered", "skipped", "not known"]


class Question(msgspec.Struct, frozen=True):
    """Questions that are answered together. `cost` is what a no costs: HF, or per cent; `shown` is the test."""

    numbers: str
    state: QuestionState
    cost: str = "not known"
    demand: dict[Language, str] = {}
    answer: dict[Language, str] = {}
    shown: str = ""

    @property
    def each(self) -> list[int]:
        """The questions."""
        spans = [part.partition("-") for part in self.numbers.split(", ")]
        return [number for first, _, last in spans for number in range(int(first), int(last or first) + 1)]

    @property
    def penalty(self) -> int:
        """What a no costs in per cent."""
        return sum(map(int, re.findall(r"[0-9]+", self.cost)))

    @property
    def fails(self) -> bool:
        """Whether the verification would stop here."""
        return HARD_FAIL in self.cost and self.state != "yes"


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions by their numbers; those of which nothing is known one after the other as one."""
    rows = tomllib.loads((files("arpad.cli") / "fide_questions.toml").read_text(encoding="utf-8"))["question"]
    known = [msgspec.convert(row, Question) for row in rows]
    answered = {number for question in known for number in question.each}
    runs: list[list[int]] = []
    for number in (number for number in range(1, QUESTIONS + 1) if number not in answered):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    unknown = [Question("-".join(dict.fromkeys((str(run[0]), str(run[-1])))), "not known") for run in runs]
    return tuple(sorted([*known, *unknown], key=lambda question: question.each[0]))


def verdict(language: Language) -> str:
    """Return hard fails and penalties, as far as the questions are known."""
    known = questions()
    lost = [question for question in known if question.state in ("no", "not offered")]
    values = {
        "fails": ", ".join(question.numbers for question in known if question.fails) or "–",
        "lost": sum(question.penalty for question in lost),
        "risk": sum(question.penalty for question in known if question.state == "part"),
        "unknown": sum(len(question.each) for question in known if question.state == "not known"),
    }
    return text("self-test.verdict", language, **values)


def self_test(
    context: click.Context, fide: Annotated[bool, Option("--fide", help="cli.help.self-test-fide")] = False
) -> None:
    settings = shared(context)
    if not fide:
        raise ArpadError("self-test-what")
    rows = [question_row(question, settings.language) for question in questions()]
    if settings.as_json:
        fields = ("numbers", "cost", "state", "demand", "answer", "shown")
        print_json([{name: getattr(question, name) for name in fields} for question in questions()])
    else:
        headings = [text(f"self-test.{name}", settings.language) for name in QUESTION_COLUMNS[:4]]
        table(settings.language, headings, [row[:4] for row in rows], left=(0, 1, 2, 3))
        line(verdict(settings.language))
    if any(question.fails for question in questions()):
        raise Exit(1)


QUESTION_COLUMNS = ("numbers", "cost", "state-of", "demand", "answer")


def question_row(question: Question, language: Language) -> list[str]:
    """Return a row of the table: numbers, cost, state, demand; and how Arpad answers."""
    unknown = text("self-test.state.not-known", language)
    return [
        question.numbers,
        question.cost.replace("not known", "?") or "–",
        text(f"self-test.state.{question.state.replace(' ', '-')}", language),
        question.demand.get(language, unknown),
        question.answer.get(language, text("self-test.ask", language)),
    ]
