"""Forms of the desk. If a value cannot be used, the form is shown again with everything that was typed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter
from typing import Annotated, Any, Literal

from fastapi import Depends, Form
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.lists.player_index import FoundPlayer
from arpad.office.decisions.questions import FieldKind, Question
from arpad.web.answers import html
from arpad.web.later_routes import parameter
from arpad.web.once import ONCE
from arpad.web.security import FIELD

FormKind = Literal[FieldKind, "password"]
UNSAID = (FIELD, ONCE, "step", "carried", "password", "old_password")
"""The fields that are not shown again."""


@dataclass(frozen=True, slots=True)
class FormField:
    """One field of a form; its words are `web.field.NAME` and, if there is one, `web.hint.NAME`. The words of the
    `options` have the key `words` and the option. `folded`: it is one of the fields that are rarely needed.
    `several`: it takes more than one file. `when_asked`: it answers a question, and is not shown before that."""

    name: str
    kind: FormKind = "text"
    required: bool = False
    options: tuple[str, ...] = ()
    words: str = ""
    folded: bool = False
    several: bool = False
    when_asked: bool = False


ANSWERS = frozenset({"another_event"})
"""Fields that answer a question of the office."""


def form_fields(asked: Sequence[Question], shown: int | None = None) -> tuple[FormField, ...]:
    """Return the fields for the questions of a decision. If a number is given, only the first fields are shown, and the
    others are folded."""
    return tuple(
        FormField(
            one.name,
            one.asked.kind,
            one.required,
            one.asked.options,
            one.asked.words,
            one not in asked[:shown],
            when_asked=one.name in ANSWERS,
        )
        for one in asked
    )


def typed_parameter(question: Question) -> Parameter:
    """Return the parameter of a handler that takes the answer to a question as it was typed."""
    typed = Annotated[str, Form(max_length=question.asked.longest, description=question.asked.about)]
    return parameter(question.name, typed, "" if question.required else question.default or "")


@dataclass(frozen=True, slots=True)
class FormPage:
    """A form; its words are `web.form.NAME`, `web.form.NAME-lead` and `web.form.NAME-send`. One of two steps is
    rehearsed first."""

    name: str
    fields: tuple[FormField, ...]
    two_steps: bool = False

    @property
    def has_file(self) -> bool:
        return any(field.kind == "file" for field in self.fields)

    def unfolded(self, typed: Mapping[str, str], wrong: str = "") -> bool:
        """Whether something was typed into one of the folded fields, or is wrong there: then they are shown."""
        return any(field.folded and (typed.get(field.name) or field.name == wrong) for field in self.fields)


@dataclass(frozen=True, slots=True)
class Around:
    """What is around a form: its subject, and the page it came from. A preview is sent on to its own address, unless it
    has another one."""

    back: str
    about: str = ""
    send_to: str = ""


async def typed(request: Request) -> dict[str, str]:
    """The values of a form, exactly as typed. `request.state.files` are the names of its files by their fields."""
    form = await request.form()
    files = ((name, value.filename) for name, value in form.items() if isinstance(value, UploadFile))
    request.state.files = {name: file for name, file in files if file}
    return {name: value for name, value in form.items() if isinstance(value, str) and name not in UNSAID}


Typed = Annotated[dict[str, str], Depends(typed)]
Step = Literal["preview", "do"]

NOT_KNOWN = ("", "yes", "no")


@dataclass(frozen=True, slots=True)
class WrongField:
    """What is wrong with a form: a sentence, and the field it is about, if it is about one. `choices` are players to
    choose from."""

    sentence: str
    field: str = ""
    choices: Sequence[FoundPlayer] = ()


NOTHING_WRONG = WrongField("")
NOTHING_TYPED: Mapping[str, Any] = {"typed": {}, "wrong": NOTHING_WRONG, "lost": {}, "kept": {}}
"""An empty form on a page of its own subject."""


def show(
    request: Request,
    form: FormPage,
    around: Around,
    given: Mapping[str, str] | None = None,
    wrong: WrongField = NOTHING_WRONG,
    lost: Mapping[str, str] | None = None,
) -> Response:
    """Show a form: empty, filled from the address, or again with what is wrong. `lost` are the names of files by their
    fields: they have to be chosen again. `request.state.kept` are files that wait already."""
    begun = dict(request.query_params) if given is None else dict(given)
    more: dict[str, Any] = {**NOTHING_TYPED, "form": form, "around": around, "typed": begun, "wrong": wrong}
    more |= {"lost": lost or {}, "kept": getattr(request.state, "kept", {})}
    return html(request, "desk_form.html", more, 400 if wrong.sentence else 200)
