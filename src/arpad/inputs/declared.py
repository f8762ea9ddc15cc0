"""What a person types, declared once: the option, the form field, the parameter of the API and the limits follow.

A class (a dataclass or a `msgspec.Struct`) whose attributes are `Annotated[type, Input(...)]` is read from the command
line, from a form or from a program by `read`. An attribute may also stand for several inputs:
`Annotated[Mapping[str, Any], (Input(...), Input(...))]`.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any, Literal, TypeVar, cast, get_type_hints

from arpad.i18n import ArpadError
from arpad.inputs import parse as single

Control = Literal[
    "text", "number", "select", "checkbox", "area", "hidden", "file", "date", "month", "datetime-local", "checkboxes",
    "player", "password", "option", "email",
]  # fmt: skip
"""How a form asks; an `option` is on the command line alone."""
Parse = Callable[[str, Any], Any]
"""Takes the place where something was typed, and what was typed there."""
T = TypeVar("T")
REQUIRED: Any = ...
"""The default of an input that must be given."""


def as_typed(_where: str, typed: Any) -> Any:
    """A value that is used as it is: a text, a mark, a file."""
    return typed


def stripped(_where: str, typed: str) -> str:
    return typed.strip()


def checked(_where: str, typed: str | bool) -> bool:
    return typed if isinstance(typed, bool) else typed not in ("", "0", "false")


def whole(least: int, most: int) -> Parse:
    """A whole number between two."""
    return lambda where, typed: single.whole(where, typed, least, most)


def one_of(*options: str) -> Parse:
    """One of a few words."""
    return lambda where, typed: single.choice(where, typed.strip(), options)


def whole_numbers(where: str, typed: str | list[str]) -> tuple[int, ...]:
    """Numbers with blanks, commas or lines between them, or one by one."""
    numbers = typed.replace(",", " ").split() if isinstance(typed, str) else typed
    return tuple(single.whole(where, number, 1, 9999) for number in numbers)


@dataclass(frozen=True, slots=True)
class Input:
    """Something that a person types. One without a default must be given.

    `kind` is its control in a form; the words of the `options` have the key `words` and the option. `about` tells
    programs what to send, `flag` is the argument (KEEP) or option (--from) of the command line with the words of
    `help`. An input of `several` values may be given several times. One of `players` takes numbers of entry, which the
    form lists. `blank`: it may be sent empty, and `parse` decides. In a form `folded` is one of the inputs that are
    rarely needed, and one that `answers` a question is not shown before it is asked.
    """

    parse: Parse = stripped
    kind: Control = "text"
    about: str = ""
    options: tuple[str, ...] = ()
    words: str = ""
    max_length: int = 200
    several: bool = False
    players: bool = False
    blank: bool = False
    flag: str = ""
    help: str = ""
    metavar: str = ""
    name: str = ""
    default: Any = REQUIRED
    folded: bool = False
    answers: bool = False

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def read(self, where: str, typed: Any) -> Any:
        """Return the value of what was typed; refuse what is missing, too long or not of its kind."""
        written = " ".join(map(str, typed)) if isinstance(typed, list) else typed
        if isinstance(written, str):
            if not written.strip() and not self.blank:
                raise ArpadError("event-field-missing", field=where)
            if len(written) > self.max_length:
                raise ArpadError("event-field-long", field=where, most=self.max_length)
        return self.parse(where, typed)


class FieldErrors(ArpadError):
    """Values that cannot be used, each at its field. The error as a whole is the first of them."""

    def __init__(self, at: Mapping[str, ArpadError]) -> None:
        first = next(iter(at.values()))
        super().__init__(first.key, **first.values)
        self.at = dict(at)


def inputs_of(kind: type) -> tuple[Input, ...]:
    """Return the inputs of a class, in order, with their names and defaults."""
    return _inputs_of(cast(Any, kind))


@cache
def _inputs_of(kind: Hashable) -> tuple[Input, ...]:
    declared: list[Input] = []
    for name, default, given in _declared(cast(Any, kind)):
        declared += given if isinstance(given, tuple) else [replace(given, name=name, default=default)]
    return tuple(declared)


def _declared(kind: Any) -> list[tuple[str, Any, Input | tuple[Input, ...]]]:
    """The attributes that people type, each with its default and its inputs."""
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        defaults = {field.name: REQUIRED if field.default is MISSING else field.default for field in fields(kind)}
    else:
        names, last = kind.__struct_fields__, kind.__struct_defaults__
        defaults = dict.fromkeys(names, REQUIRED) | dict(zip(names[len(names) - len(last) :], last, strict=True))
    typed: dict[str, tuple[Any, ...]] = {name: getattr(hints[name], "__metadata__", ()) for name in defaults}
    return [(name, default, typed[name][0]) for name, default in defaults.items() if typed[name]]


def by_name(given: Input) -> str:
    return given.name


def by_flag(given: Input) -> str:
    """The first word of an option: --hybrid of --hybrid/--no-hybrid; the name of an input that is no option."""
    return given.flag.partition("/")[0] or given.name


def read(kind: type[T], typed: Mapping[str, Any], where: Callable[[Input], str] = by_name) -> T:
    """Make a value of a class from what was typed, by the names of its inputs."""
    values = read_each(inputs_of(kind), typed, where)
    for name, _, parts in _declared(kind):
        if isinstance(parts, tuple):
            values[name] = {part.name: values.pop(part.name) for part in parts if part.name in values}
    return kind(**values)


def read_each(
    inputs: Iterable[Input], typed: Mapping[str, Any], where: Callable[[Input], str] = by_name
) -> dict[str, Any]:
    """Return the values of what was typed, by the names of the inputs. None is not given, nor is an empty optional one
    that may not be `blank`. `where` names the place in messages. All that is wrong is told at once."""
    values: dict[str, Any] = {}
    wrong: dict[str, ArpadError] = {}
    for given in inputs:
        value = typed.get(given.name)
        if value is None and given.required:
            value = ""
        nothing = isinstance(value, str) and not value.strip() and not given.blank
        if value is None or (nothing and not given.required):
            continue
        try:
            values[given.name] = given.read(where(given), value)
        except ArpadError as problem:
            wrong[given.name] = problem
    if wrong:
        raise FieldErrors(wrong)
    return values
