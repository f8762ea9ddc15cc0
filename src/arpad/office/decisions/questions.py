"""The fields of a decision: each says how it is typed on the command line and into a form.

In: a class of decisions and what somebody typed. Out: the decision, or an `ArpadError` that names the place.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast, get_type_hints

from arpad.eligibility.facts import FACTS, Fact, FactKind, fact_value
from arpad.inputs import parse
from arpad.inputs import parse as people
from arpad.regulations.articles import TIME_CLASSES, TimeClass

if TYPE_CHECKING:
    from arpad.office.decisions.decision import Decision

FieldKind = Literal["text", "date", "month", "number", "select", "file", "checkbox", "area", "player"]


def as_given(_where: str, typed: Any) -> Any:
    """A value that is used as it is: a text, a mark, a file."""
    return typed


def _stripped(_where: str, typed: str) -> str:
    return typed.strip()


@dataclass(frozen=True, slots=True)
class AskedField:
    """How one field is asked for. `flag` is its argument (KEEP) or option (--from) on the command line, with the
    words of `help`; in a form it has the field's own name. `make` takes the place and what was typed there; a field of
    `several` values takes a list of them. `about` tells programs what to send, `longest` how long it may be."""

    flag: str
    help: str
    make: Callable[[str, Any], Any] = _stripped
    about: str | None = None
    metavar: str = ""
    kind: FieldKind = "text"
    options: tuple[str, ...] = ()
    words: str = ""
    several: bool = False
    longest: int = 200


@dataclass(frozen=True, slots=True)
class Question:
    """A field of a decision with its name. One without a default must be answered."""

    name: str
    asked: AskedField
    default: Any

    @property
    def required(self) -> bool:
        return self.default is MISSING

    @property
    def is_player(self) -> bool:
        """Whether it asks for a player's id."""
        return self.asked.kind == "player"


@cache
def questions(kind: type["Decision"]) -> tuple[Question, ...]:
    """Return the fields of a class of decisions, in order. In the place of its facts there is a question for each."""
    found: list[Question] = []
    for field_, asked in _asked(kind):
        found += [Question(field_.name, asked, field_.default)] if isinstance(asked, AskedField) else asked
    return tuple(found)


def _asked(kind: type["Decision"]) -> list[tuple[Field[Any], AskedField | tuple[Question, ...]]]:
    hints = get_type_hints(kind, include_extras=True)
    return [(field_, hints[field_.name].__metadata__[0]) for field_ in fields(cast(Any, kind))]


def made(kind: type["Decision"], typed: Mapping[str, Any], where: Callable[[Question], str]) -> "Decision":
    """Make a decision from typed values, by the names of its fields; None: not given. `where` names the place."""
    known = {
        question.name: question.asked.make(where(question), typed[question.name])
        for question in questions(kind)
        if typed[question.name] is not None
    }
    for field_, asked in _asked(kind):
        if not isinstance(asked, AskedField):
            known[field_.name] = {one.name: known.pop(one.name) for one in asked if one.name in known}
    decision: Decision = cast(Any, kind)(**known)
    return decision


def _player(flag: str, help_: str) -> AskedField:
    return AskedField(flag, help_, about="A player's id.", kind="player", longest=80)


def _list(flag: str, help_: str, metavar: str = "") -> AskedField:
    about = "The list from which on it holds: 2024-05."
    return AskedField(flag, help_, parse.period, about, metavar, "month", longest=10)


def _reason(help_: str) -> AskedField:
    about = "Why. It goes into the log and to the new versions."
    return AskedField("--reason", help_, as_given, about, "TEXT", "area", longest=2000)


def _rating(about: str) -> AskedField:
    """A rating, or the word `none`."""
    return AskedField(
        "RATING",
        "cli.help.office-rating",
        lambda where, typed: parse.rating_or_none(where, typed.strip()),
        about,
        longest=10,
    )


YES_OR_NO = ("yes", "no")
FACT_KINDS: dict[FactKind, FieldKind] = {
    "said": "select", "flag": "select", "number": "number", "day": "date", "text": "text", "ids": "text",
}  # fmt: skip
FACT_METAVARS: dict[FactKind, str] = {"number": "N", "day": "DATE", "text": "TEXT", "ids": "ID"}


def _fact(fact: Fact) -> Question:
    """Return the question for a fact. A yes or no can be given both ways, also to take it back."""
    yes_or_no = fact.kind in ("said", "flag")
    flag = fact.option if "/" in fact.option or not yes_or_no else f"{fact.option}/--no-{fact.option[2:]}"

    def make(where: str, typed: Any) -> Any:
        if yes_or_no and isinstance(typed, str):
            return parse.choice(where, typed, YES_OR_NO) == "yes"
        return fact_value(fact, where, typed)

    asked = AskedField(
        flag,
        f"fact.{fact.name}",
        make,
        "yes or no; empty: it stays as it is." if yes_or_no else "Empty: it stays as it is.",
        FACT_METAVARS.get(fact.kind, ""),
        FACT_KINDS[fact.kind],
        ("", *YES_OR_NO) if yes_or_no else (),
        "web.said." if yes_or_no else "",
        several=fact.kind == "ids",
    )
    return Question(fact.name, asked, None)


PlayerId = Annotated[str, _player("ID", "cli.help.office-id")]
Keep = Annotated[str, _player("KEEP", "cli.help.office-keep")]
Drop = Annotated[str, _player("DROP", "cli.help.office-drop")]
FirstList = Annotated[dt.date, _list("--from", "cli.help.office-from", "PERIOD")]
OnList = Annotated[dt.date, _list("PERIOD", "cli.help.office-period")]
Reason = Annotated[str, _reason("cli.help.office-reason")]
PerhapsReason = Annotated[str, _reason("cli.help.office-reason-optional")]
Rating = Annotated[int | None, _rating("A rating, or none.")]
BaseRating = Annotated[int | None, _rating("A rating; or none, which takes it back.")]
Federation = Annotated[str, AskedField("FED", "cli.help.office-fed", parse.federation, "Three letters.", longest=10)]
EventNumber = Annotated[int, AskedField("EVENT", "cli.help.office-event", parse.number)]
Class = Annotated[
    TimeClass,
    AskedField(
        "--time-class", "cli.help.office-time-class", parse.time_class, metavar="standard|rapid|blitz",
        kind="select", options=TIME_CLASSES, words="time-class.",
    ),
]  # fmt: skip
Identities = Annotated[
    Mapping[int, str],
    AskedField(
        "--player", "cli.help.office-identity", people.identities, "RANK=ID, one a line: 12=2250000.",
        metavar="RANK=ID", kind="area", several=True, longest=20_000,
    ),
]  # fmt: skip
GivenFacts = Annotated[Mapping[str, Any], tuple(_fact(fact) for fact in FACTS)]
"""Facts of an event by their names, one field for each."""
AnotherEvent = Annotated[
    bool,
    AskedField(
        "--another-event", "cli.help.office-another-event", as_given, "These are not the games of the event that has "
        "equal ones.", kind="checkbox",
    ),
]  # fmt: skip
ReportFile = Annotated[bytes, AskedField("FILE", "cli.help.report-file", as_given, "The right report.", kind="file")]
