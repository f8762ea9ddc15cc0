"""The fields of what is noted about an arbiter: how each is typed on the command line and into a form."""

import datetime as dt
from collections.abc import Sequence
from typing import Annotated, Any

from arpad.arbiters.application_file import MOST, languages, share
from arpad.arbiters.model import NORM_EVENT_KINDS, NORM_EVENT_SYSTEMS, SEMINAR_KINDS, USED_FOR
from arpad.domain.limits import FIRST_YEAR, LAST_YEAR
from arpad.locale import ArpadError
from arpad.office.decisions.asked import AskedField, as_given
from arpad.regulations import ARBITER_CATEGORIES, ARBITER_TITLES, EVENT_LEVELS, arbiter_classification
from arpad.typed import parse, people

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


def text(flag: str, longest: int = 200) -> AskedField:
    return AskedField(flag, _help(flag), _words, metavar="TEXT", longest=longest)


def day(flag: str) -> AskedField:
    return AskedField(flag, _help(flag), parse.date, "A day: 2024-05-01.", "DATE", "date", longest=10)


def count(flag: str) -> AskedField:
    return AskedField(flag, _help(flag), _count, metavar="N", kind="number", longest=10)


def yes_or_no(flag: str) -> AskedField:
    return AskedField(
        flag, _help(flag), _answer, metavar="yes|no", kind="select", options=("", *YES_OR_NO), words="web.said.",
        longest=10,
    )  # fmt: skip


def choice(flag: str, known: Sequence[str], words: str = "", *, first: tuple[str, ...] = ("",)) -> AskedField:
    """One of some words; typed in any case."""
    named = {word.lower(): word for word in known}

    def make(where: str, typed: str) -> str:
        return parse.choice(where, named.get(typed.strip().lower(), typed.strip()), list(known))

    return AskedField(
        flag, _help(flag), make, metavar="|".join(known), kind="select", options=(*first, *known), words=words,
        longest=40,
    )  # fmt: skip


def _help(flag: str) -> str:
    return f"cli.help.office-arbiter-{flag.strip('-').lower()}"


ArbiterId = Annotated[str, AskedField("ID", _help("ID"), _identifier, "A FIDE ID.", longest=20)]
FullName = Annotated[str, AskedField("--name", _help("name"), people.full_name, metavar="TEXT")]
Home = Annotated[
    str | None, AskedField("--federation", _help("federation"), parse.federation, metavar="XYZ", longest=10)
]
Born = Annotated[dt.date | None, day("--born")]
Languages = Annotated[
    tuple[str, ...] | None,
    AskedField("--languages", _help("languages"), _languages, "Two letters each: es en.", "ES,EN", longest=60),
]
Year = Annotated[
    int | None, AskedField("--last-event", _help("last-event"), _year, metavar="YEAR", kind="number", longest=4)
]
Day = Annotated[dt.date, day("--day")]
Award = Annotated[str, choice("TITLE", AWARDS, "web.arbiters.award.", first=())]
Seminar = Annotated[str, choice("KIND", SEMINAR_KINDS, "web.arbiters.seminar.", first=())]
Exam = Annotated[str | None, AskedField("--exam", _help("exam"), _exam, "The share of the marks: 85/100.", "SHARE")]
Wanted = Annotated[str, choice("--title", ARBITER_TITLES, first=())]
Systems = Annotated[str | None, choice("--format", NORM_EVENT_SYSTEMS, "arbiter.system.")]
Kinds = Annotated[str | None, choice("--kind", NORM_EVENT_KINDS, "arbiter.kind.")]
Levels = Annotated[str | None, choice("--level", EVENT_LEVELS, "arbiter.level.")]
Used = Annotated[str | None, choice("--used-for", USED_FOR, "web.arbiters.used.")]
Category = Annotated[str | None, choice("--category", ARBITER_CATEGORIES)]
SignerTitle = Annotated[str | None, choice("--signer-title", SIGNER_TITLES)]
Recommendation = Annotated[str | None, choice("--recommendation", RECOMMENDATIONS, "web.arbiters.advice.")]
RecordNumber = Annotated[
    int, AskedField("RECORD", _help("RECORD"), parse.number, "The number of a record.", kind="number", longest=10)
]


def roles() -> tuple[str, ...]:
    """The roles of arbiters in events (B.06.3, 8.3)."""
    return tuple(role.id for role in arbiter_classification().roles)


Role = Annotated[str | None, choice("--role", roles(), "arbiter.role.")]
Noted = Annotated[
    str,
    AskedField("--reason", _help("reason"), as_given, "A note. It goes into the log.", "TEXT", "area", longest=2000),
]


def known(values: dict[str, Any]) -> dict[str, Any]:
    """The values that were given."""
    return {name: value for name, value in values.items() if value is not None and value != ""}
