"""The fields of an action: each says how it is asked for in a form, and how what was typed becomes a value."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast, get_type_hints

from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.tournament.entries import read_field

if TYPE_CHECKING:
    from arpad.web.tournaments.actions import EventAction

EventFieldKind = Literal[
    "text", "number", "select", "checkbox", "area", "hidden", "file", "date", "datetime-local", "checkboxes", "player"
]
MOST = 9999
Make = Callable[[str, str], Any]


def as_typed(_where: str, typed: str) -> str:
    """A text, as it was typed."""
    return typed


def stripped(_where: str, typed: str) -> str:
    return typed.strip()


def checked(_where: str, typed: str) -> bool:
    return typed not in ("", "0", "false")


def whole(least: int, most: int) -> Make:
    """A whole number between two."""
    return lambda where, typed: parse.whole(where, typed, least, most)


def one_of(*options: str) -> Make:
    """One of a few words."""
    return lambda where, typed: parse.choice(where, typed.strip(), options)


def whole_numbers(where: str, typed: str) -> tuple[int, ...]:
    """Numbers with blanks, commas or lines between them."""
    return tuple(parse.whole(where, one, 1, 999_999) for one in typed.replace(",", " ").split())


@dataclass(frozen=True, slots=True)
class EventField:
    """How a field is asked for. Its label is `event-field.NAME`, its hint `event-hint.NAME`, or with the name of the
    action before it, if the action has words of its own.

    The words of the `options` have the key `words` and the option; the options of a `player` are the players of the
    event. `make` takes the field's name and what was typed; `about` tells programs what to send. A field of `several`
    values may be sent several times; they are joined by blanks. One of `players` is filled in with numbers of entry,
    which the form lists.
    """

    make: Make = stripped
    kind: EventFieldKind = "text"
    about: str = ""
    options: tuple[str, ...] = ()
    words: str = ""
    longest: int = 200
    several: bool = False
    players: bool = False


def of_player(name: str, about: str, longest: int = 80) -> EventField:
    """What is known of a player, as files of players have it."""
    return EventField(lambda where, typed: read_field(where, name, typed), about=about, longest=longest)


@dataclass(frozen=True, slots=True)
class AskedValue:
    """A field of an action with its name. One without a default must be given."""

    name: str
    field: EventField
    default: Any

    @property
    def required(self) -> bool:
        return self.default is MISSING


class FieldProblems(ArpadError):
    """Values that cannot be used, each at its field. What is said as a whole is the first of them."""

    def __init__(self, found: Mapping[str, ArpadError]) -> None:
        first = next(iter(found.values()))
        super().__init__(first.key, **first.values)
        self.found = dict(found)


def asked_values(kind: type["EventAction"]) -> tuple[AskedValue, ...]:
    """Return the fields of an action, in order."""
    return _asked_values(cast(Any, kind))


@cache
def _asked_values(kind: Hashable) -> tuple[AskedValue, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(AskedValue(one.name, hints[one.name].__metadata__[0], one.default) for one in fields(cast(Any, kind)))


def made_action(kind: type["EventAction"], typed: Mapping[str, str]) -> "EventAction":
    """Make an action of what was typed; an optional field that is empty has its default. All that is wrong is told."""
    values: dict[str, Any] = {}
    wrong: dict[str, ArpadError] = {}
    for one in asked_values(kind):
        given = typed.get(one.name, "")
        if given == "" and not one.required:
            continue
        try:
            if given.strip() == "":
                raise ArpadError("event-field-missing", field=one.name)
            if len(given) > one.field.longest:
                raise ArpadError("event-field-long", field=one.name, most=one.field.longest)
            values[one.name] = one.field.make(one.name, given)
        except ArpadError as problem:
            wrong[one.name] = problem
    if wrong:
        raise FieldProblems(wrong)
    return kind(**values)


_number = partial(EventField, kind="number", longest=10)
RoundNumber = Annotated[int, _number(whole(1, MOST), about="The round.")]
BoardNumber = Annotated[int, _number(whole(1, MOST), about="The board.")]
EntryNumber = Annotated[int, EventField(whole(1, 999_999), "player", "The player, by the number of entry.", longest=10)]
TableNumber = Annotated[int, _number(whole(1, MOST), about="The table.")]
PerhapsRound = Annotated[int | None, _number(whole(1, MOST), about="A round.")]
TeamNumber = Annotated[int, _number(whole(1, MOST), about="The team.")]
LineNumber = Annotated[int, _number(whole(1, 2**31), about="The number of a line of the log.")]
Version = Annotated[
    int | None, EventField(whole(0, 2**31), "hidden", "The version that you have seen; it is not looked at without it.")
]
Seed = Annotated[int | None, EventField(whole(0, 2**31), "number", "A whole number for the lots.", longest=12)]
Entries = Annotated[
    tuple[int, ...], EventField(whole_numbers, about="Players, by their numbers of entry.", players=True)
]
Flag = Annotated[bool, EventField(checked, "checkbox", "1 if it is so.")]
