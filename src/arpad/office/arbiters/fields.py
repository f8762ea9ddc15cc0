"""The fields of what is noted about an arbiter: how each is typed on the command line and into a form."""

import datetime as dt
from collections.abc import Sequence
from typing import Annotated, Any

from arpad.arbiters.application_files import MOST, languages, share
from arpad.arbiters.model import NORM_EVENT_KINDS, NORM_EVENT_SYSTEMS, SEMINAR_KINDS, USED_FOR
from arpad.domain.rating_list import FIRST_YEAR, LAST_YEAR
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.inputs import parse as people
from arpad.office.decisions import AskedField, as_given
from arpad.regulations.arbiter_editions import ARBITER_CATEGORIES, ARBITER_TITLES, EVENT_LEVELS, arbiter_classification

AWARDS = ("NA", "FA", "IA", "C", "B", "A")
"""The titles of arbiters, and the categories of International Arbiters above D, which comes with the title."""
SIGNER_TITLES = ("IA", "FA", "IO")
RECOMMENDATIONS = ("standard", "experience")
YES_OR_NO = ("yes", "no")


def _identifier(where: str, typed: str) -> str:
    """A FIDE ID."""
    found = typed.strip()
    if not (found.isascii() and found.isdecimal()):
        raise ArpadError("format-form", option=where, value=typed, example="2250000")
    return found


def _words(_where: str, typed: str) -> str:
    return " ".join(typed.split())


def _answer(where: str, typed: str) -> bool:
    return parse.choice(where, typed.strip().lower(), YES_OR_NO) == "yes"


def _count(where: str, typed: str) -> int:
    return parse.whole(where, typed, 0, MOST)


def _exam(where: str, typed: str) -> str:
    try:
        share(typed.strip())
    except ValueError:
        raise ArpadError("format-form", option=where, value=typed, example="85/100") from None
    return typed.strip()


def _languages(where: str, typed: str) -> tuple[str, ...]:
    try:
        return languages(typed.replace(",", " ").split())
    except ValueError:
        raise ArpadError("format-form", option=where, value=typed, example="es en") from None


def _year(where: str, typed: str) -> int:
    return parse.whole(where, typed, FIRST_YEAR, LAST_YEAR)


def text(flag: str, help_: str, longest: int = 200) -> AskedField:
    return AskedField(flag, help_, _words, metavar="TEXT", longest=longest)


def day(flag: str, help_: str) -> AskedField:
    return AskedField(flag, help_, parse.date, "A day: 2024-05-01.", "DATE", "date", longest=10)


def count(flag: str, help_: str) -> AskedField:
    return AskedField(flag, help_, _count, metavar="N", kind="number", longest=10)


def yes_or_no(flag: str, help_: str) -> AskedField:
    return AskedField(
        flag, help_, _answer, metavar="yes|no", kind="select", options=("", *YES_OR_NO), words="web.said.",
        longest=10,
    )  # fmt: skip


def choice(
    flag: str, help_: str, known: Sequence[str], words: str = "", *, first: tuple[str, ...] = ("",)
) -> AskedField:
    """One of some words; typed in any case."""
    named = {word.lower(): word for word in known}

    def make(where: str, typed: str) -> str:
        return parse.choice(where, named.get(typed.strip().lower(), typed.strip()), list(known))

    return AskedField(
        flag, help_, make, metavar="|".join(known), kind="select", options=(*first, *known), words=words,
        longest=40,
    )  # fmt: skip


ArbiterId = Annotated[str, AskedField("ID", "cli.help.office-arbiter-id", _identifier, "A FIDE ID.", longest=20)]
FullName = Annotated[str, AskedField("--name", "cli.help.office-arbiter-name", people.full_name, metavar="TEXT")]
Home = Annotated[
    str | None,
    AskedField("--federation", "cli.help.office-arbiter-federation", parse.federation, metavar="XYZ", longest=10),
]
Born = Annotated[dt.date | None, day("--born", "cli.help.office-arbiter-born")]
Languages = Annotated[
    tuple[str, ...] | None,
    AskedField(
        "--languages", "cli.help.office-arbiter-languages", _languages, "Two letters each: es en.", "ES,EN", longest=60
    ),
]
Year = Annotated[
    int | None,
    AskedField("--last-event", "cli.help.office-arbiter-last-event", _year, metavar="YEAR", kind="number", longest=4),
]
Day = Annotated[dt.date, day("--day", "cli.help.office-arbiter-day")]
Award = Annotated[str, choice("TITLE", "cli.help.office-arbiter-title", AWARDS, "web.arbiters.award.", first=())]
Seminar = Annotated[
    str, choice("KIND", "cli.help.office-arbiter-kind", SEMINAR_KINDS, "web.arbiters.seminar.", first=())
]
Exam = Annotated[
    str | None, AskedField("--exam", "cli.help.office-arbiter-exam", _exam, "The share of the marks: 85/100.", "SHARE")
]
Wanted = Annotated[str, choice("--title", "cli.help.office-arbiter-title", ARBITER_TITLES, first=())]
Systems = Annotated[
    str | None, choice("--format", "cli.help.office-arbiter-format", NORM_EVENT_SYSTEMS, "arbiter.system.")
]
Kinds = Annotated[str | None, choice("--kind", "cli.help.office-arbiter-kind", NORM_EVENT_KINDS, "arbiter.kind.")]
Levels = Annotated[str | None, choice("--level", "cli.help.office-arbiter-level", EVENT_LEVELS, "arbiter.level.")]
Used = Annotated[str | None, choice("--used-for", "cli.help.office-arbiter-used-for", USED_FOR, "web.arbiters.used.")]
Category = Annotated[str | None, choice("--category", "cli.help.office-arbiter-category", ARBITER_CATEGORIES)]
SignerTitle = Annotated[str | None, choice("--signer-title", "cli.help.office-arbiter-signer-title", SIGNER_TITLES)]
Recommendation = Annotated[
    str | None,
    choice("--recommendation", "cli.help.office-arbiter-recommendation", RECOMMENDATIONS, "web.arbiters.advice."),
]
RecordNumber = Annotated[
    int,
    AskedField(
        "RECORD", "cli.help.office-arbiter-record", parse.number, "The number of a record.", kind="number", longest=10
    ),
]


def roles() -> tuple[str, ...]:
    """The roles of arbiters in events (B.06.3, 8.3)."""
    return tuple(role.id for role in arbiter_classification().roles)


Role = Annotated[str | None, choice("--role", "cli.help.office-arbiter-role", roles(), "arbiter.role.")]
Noted = Annotated[
    str,
    AskedField(
        "--reason",
        "cli.help.office-arbiter-reason",
        as_given,
        "A note. It goes into the log.",
        "TEXT",
        "area",
        longest=2000,
    ),
]


def known(values: dict[str, Any]) -> dict[str, Any]:
    """The values that were given."""
    return {name: value for name, value in values.items() if value is not None and value != ""}
