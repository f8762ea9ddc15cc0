"""What commands on an event read: numbers that were typed, files and standard input, and the event itself."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from arpad.cli.arguments import decoded
from arpad.cli.event.app import MOST
from arpad.cli.event.options import keeper, running_options
from arpad.cli.office.options import at_typed
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.library.files import report_bytes

if TYPE_CHECKING:
    from arpad.tournament.log import LogLine
    from arpad.tournament.state import EventState

STANDARD_INPUT = Path("-")
SPAN = "1-3"


def round_typed(typed: str) -> int:
    return parse.whole("ROUND", typed, 1, MOST)


def rounds_typed(option: str, typed: str) -> tuple[int, int]:
    """Read rounds from the first to the last: 3, or 1-9."""
    first, dash, last = typed.partition("-")
    try:
        found = int(first), int(last if dash else first)
    except ValueError:
        raise ArpadError("format-form", option=option, value=typed, example=SPAN) from None
    if not 1 <= found[0] <= found[1] <= MOST:
        raise ArpadError("format-form", option=option, value=typed, example=SPAN)
    return found


def board_typed(typed: str) -> int:
    return parse.whole("BOARD", typed, 1, MOST)


def entry_typed(typed: str, option: str = "ENTRY") -> int:
    return parse.whole(option, typed, 1, MOST)


def entries_typed(typed: list[str] | None, option: str = "ENTRY") -> list[int]:
    return [entry_typed(one, option) for one in typed or ()]


def moment(context: typer.Context) -> str:
    """Return the time of this command, as the log writes it."""
    return at_typed(running_options(context).at).isoformat()


def typed_text(file: Path) -> str:
    """Return a file, or standard input, as text."""
    return decoded(sys.stdin.buffer.read() if file == STANDARD_INPUT else report_bytes(file), file)


def event_now(context: typer.Context, slug: str) -> "EventState":
    """Return the event as it is now."""
    with keeper(context) as events:
        return events.open(slug).state


def event_and_log(context: typer.Context, slug: str) -> "tuple[EventState, list[LogLine]]":
    """Return the event as it is now, and its log."""
    with keeper(context) as events:
        return events.open(slug).state, events.lines(slug)
