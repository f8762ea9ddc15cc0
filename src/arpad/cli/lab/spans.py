"""The games that a command predicts: `--test 2024-01..2024-06`."""

import datetime as dt
from typing import Annotated

import typer

from arpad.domain.values import first_of_month, month_number
from arpad.i18n import ArpadError
from arpad.inputs import parse

OPTION = "--test"
TestOption = Annotated[str | None, typer.Option(OPTION, metavar="PERIOD..PERIOD", help="cli.help.lab-test")]


def test_span(typed: str | None) -> tuple[dt.date | None, dt.date | None]:
    """Return the first day, and the day after the last; each may be left out. Events that begin in between count."""
    if typed is None:
        return None, None
    first, dots, last = typed.partition("..")
    start = parse.period(OPTION, first) if first else None
    if not dots or (last and start is not None and parse.period(OPTION, last) < start):
        raise ArpadError("lab-test-form", value=typed)
    return start, first_of_month(month_number(parse.period(OPTION, last)) + 1) if last else None
