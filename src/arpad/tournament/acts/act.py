"""What can be done in an event, a class each: fields, decision and words. Its command, form and address follow.

    class Excuse(OfEntry, frozen=True):
        "Accept the reason of a player who did not come."

        name = "excuse"
        writes = (AbsenceExcused,)

        def decide(self, state: EventState, confirmations: Confirmations) -> Changes: ...

`arpad event excuse SLUG ENTRY`, the form `do/excuse`, the address `desk/entries/{entry}/excuse` that takes it, its
parameters in the API and the role that it needs follow from this. In Python, `Excuse(5)` is a command on the event.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, ClassVar, NamedTuple, Self

from msgspec import Struct, structs

from arpad.documents.schema import JoinedShape, joined
from arpad.i18n import ArpadError, Language, has, text
from arpad.inputs.declared import Input, checked, whole, whole_numbers
from arpad.tournament.documents import BoardDocument, DoneDocument, EntryDocument, board_document, entry_document
from arpad.tournament.journal import Confirmations, Done
from arpad.tournament.kinds.kind import LineKind
from arpad.tournament.log import Changes
from arpad.tournament.results import parse_result
from arpad.tournament.roles import Role
from arpad.tournament.state import EventState

# The fields of several acts.

MOST = 9999
number_input = partial(Input, whole(1, MOST), "number", max_length=10)


def player_input(flag: str, help_: str, about: str = "The player, by the number of entry.") -> Input:
    return Input(whole(1, MOST), "player", about, max_length=10, flag=flag, help=f"cli.help.event-{help_}")


def mark(flag: str = "", help_: str = "") -> Input:
    """A yes or no; the words of an option have its name."""
    about = "1 if it is so."
    return Input(checked, "checkbox", about, flag=flag, help=f"cli.help.event-{help_ or flag.strip('-')}")


def first_round_input(help_: str) -> Input:
    return number_input(about="A round.", flag="--from", metavar="R", help=f"cli.help.event-{help_}")


RoundNumber = Annotated[int, number_input(about="The round.", flag="ROUND", help="cli.help.event-round")]
BoardNumber = Annotated[int, number_input(about="The board.", flag="BOARD", help="cli.help.event-board")]
EntryNumber = Annotated[int, player_input("ENTRY", "entry")]
TableNumber = Annotated[int, number_input(about="The table.", flag="TABLE", help="cli.help.event-table-number")]
PerhapsRound = Annotated[int | None, number_input(about="A round.")]
TeamNumber = Annotated[int, number_input(about="The team.", flag="TEAM", help="cli.help.event-team")]
_VERSION = Input(whole(0, 2**31), "hidden", "The version that you have seen; it is not looked at without it.")
SeenVersion = Annotated[int | None, _VERSION]
Version = Annotated[int | None, replace(_VERSION, flag="--version", metavar="N", help="cli.help.event-version")]
Seed = Annotated[int | None, Input(whole(0, 2**31), "number", "A whole number for the lots.", max_length=12)]
Flag = Annotated[bool, mark()]


def result_input(flag: str, help_: str, metavar: str = "") -> Input:
    """The result of a game."""
    about = "1-0, 1/2, 0-1; +/-, -/+, -/- without a game; * adjourned; or the keys 1, =, 0, +, -, x, a."
    help_ = f"cli.help.event-{help_}"
    return Input(
        lambda _where, typed: parse_result(typed), about=about, max_length=20, flag=flag, metavar=metavar, help=help_
    )


ResultText = Annotated[str, result_input("RESULT", "result")]


def entries_input(flag: str, metavar: str, help_: str, about: str = "", max_length: int = 200) -> Input:
    """Several players, by their numbers of entry."""
    about = about or "Players, by their numbers of entry."
    help_ = f"cli.help.event-{help_}"
    return Input(
        whole_numbers, about=about, max_length=max_length, players=True, flag=flag, metavar=metavar, help=help_
    )


SPAN = "1-3"


def rounds_typed(where: str, typed: str) -> tuple[int, int]:
    """Read rounds from the first to the last: 3, or 1-9."""
    first, dash, last = typed.partition("-")
    try:
        found = int(first), int(last if dash else first)
    except ValueError:
        raise ArpadError("format-form", option=where, value=typed, example=SPAN) from None
    if not 1 <= found[0] <= found[1] <= MOST:
        raise ArpadError("format-form", option=where, value=typed, example=SPAN)
    return found


# What every act has.


def reply_shape(named: str, **fields: Any) -> JoinedShape:
    """Return the shape of what a program is told by a form: what was written, and these fields."""
    return joined(f"Done{named}", DoneDocument, fields)


def at_fields(**problems: str) -> Mapping[str, str]:
    """Return the fields that problems are about: `at_fields(round="event-round-drawn event-round-none")`."""
    return {problem: field for field, named in problems.items() for problem in named.split()}


class Reply(NamedTuple):
    """What the command line answers: the sentence `tournament.said.KEY` with its values, and what a program is told
    besides what was written; the values, if nothing else is given."""

    key: str
    values: Mapping[str, object] = {}
    answer: Mapping[str, Any] | None = None

    @property
    def document(self) -> Mapping[str, Any]:
        return self.values if self.answer is None else self.answer


class Act(Struct, frozen=True):
    """Something that is done in an event. Its docstring tells programs what it does; its fields say how they are asked
    for (`Input`): those with a `flag` are arguments and options of the command, the others are in the form only.

    `name` is the word of the command and of the form, with the words `cli.command.event-NAME`, `event-action.NAME` (the
    heading and the button), and if they are there `-lead` and `-done`. `writes` are the kinds of lines that it may
    write. `least` is the role that is let in; if it is not stated, that of the first kind. `path` is the address that
    takes the form, below the event; fields in braces are part of it; if it is not stated, `back` and the name. `back`
    is the page that shows what was done. `problems` names the fields that problems are about. `answers` are the shapes
    of what a program may be told by the form besides what was written. `said` are the fields that the sentences tell,
    `reply_key` the sentence of the command. `signed`: its arguments may begin with a minus sign. `on_page`: the
    levels of warnings that the page which it leads to shows anyway.
    """

    name: ClassVar[str]
    writes: ClassVar[tuple[type[LineKind], ...]] = ()
    least: ClassVar[Role]
    path: ClassVar[str]
    back: ClassVar[str] = "desk"
    problems: ClassVar[Mapping[str, str]] = {}
    answers: ClassVar[tuple[Any, ...]] = ()
    said: ClassVar[tuple[str, ...]] = ()
    reply_key: ClassVar[str] = ""
    signed: ClassVar[bool] = False
    on_page: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        if "name" in vars(cls):
            if not hasattr(cls, "path"):
                cls.path = f"{cls.back}/{cls.name}"
            if not hasattr(cls, "least") and cls.writes:
                cls.least = cls.writes[0].role

    def decide(self, state: EventState, confirmations: Confirmations, /) -> Changes:
        """Look at the state, say the warnings, and return what is added to the log, or raise an error."""
        raise NotImplementedError

    def __call__(self, state: EventState, confirmations: Confirmations) -> Changes:
        return self.decide(state, confirmations)

    def at_time(self, now: dt.datetime) -> Self:
        """Return the act with the time at which it is done, if it has a field `at` for it."""
        return structs.replace(self, at=now.isoformat()) if "at" in self.__struct_fields__ else self

    def reply(self, _done: Done, /) -> Reply:
        """Return what the command line answers."""
        return Reply(self.reply_key, self._said())

    def document(self, _state: EventState, /) -> Mapping[str, Any]:
        """Return what a program is told by the form, besides what was written."""
        return {}

    def answer(self, done: Done, _language: Language, /) -> Mapping[str, Any]:
        """Return what a program is told once, such as a secret; usually that is the document."""
        return self.document(done.state)

    def sentences(self, done: Done, language: Language, /) -> list[str]:
        """Return what people are told by the form: usually one sentence, `event-action.NAME-done` if it is there."""
        key = f"event-action.{self.name}-done"
        return [text(key, language, **self.words(done)) if has(key) else text("web.events.done", language)]

    def words(self, _done: Done, /) -> Mapping[str, object]:
        """Return the values of the sentence `event-action.NAME-done`: usually the fields that are `said`."""
        return self._said()

    def _said(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.said}


class OfEntry(Act, frozen=True):
    """Something that is done to one player."""

    back = "desk/entries/{entry}"
    answers = (EntryDocument,)

    entry: EntryNumber

    def reply(self, done: Done) -> Reply:
        number = done.state.number_of(self.entry)
        values = {"entry": self.entry, "name": done.state.entries[self.entry].name}
        return Reply(self.reply_key, values, {"entry": self.entry, "number": number})

    def document(self, state: EventState) -> Mapping[str, Any]:
        return entry_document(state, self.entry).document()

    def words(self, done: Done) -> Mapping[str, object]:
        return {"name": done.state.entries[self.entry].name}


class AtBoard(Act, frozen=True):
    """Something that is done to one board of a round."""

    problems = at_fields(board="event-board-unknown")
    answers = (reply_shape("OneBoard", board=BoardDocument),)
    said: ClassVar[tuple[str, ...]] = ("board",)

    round: RoundNumber
    board: BoardNumber

    def reply(self, done: Done) -> Reply:
        return Reply(self.reply_key, {"round": self.round, **self._said()}, self.document(done.state))

    def document(self, state: EventState) -> Mapping[str, Any]:
        return {"board": board_document(state, self.round, self.board)}
