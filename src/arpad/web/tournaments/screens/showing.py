"""What all screens share: how large they are, which page comes next, and the header that turns it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.web.answers import html
from arpad.web.tournaments.place import SeenEvent

HEIGHT = 970
"""Pixels of a screen of 1080 lines that are left for rows."""
LINE = 162
"""The height of a row, in hundredths of a letter."""
Seconds = Annotated[int, Query(ge=2, le=600, description="How long a page stays.")]
Columns = Annotated[int, Query(ge=1, le=6, description="Columns beside each other.")]
Size = Annotated[int, Query(ge=14, le=72, description="The height of the letters in pixels.")]
Rows = Annotated[int, Query(ge=0, le=200, description="Rows of a column; as many as fit if 0.")]
PageNumber = Annotated[int, Query(ge=1, le=9999, description="The page.")]


@dataclass(frozen=True, slots=True)
class ScreenAsked:
    """How large a screen is, how long a page stays, and which one is shown."""

    seconds: int
    columns: int
    size: int
    rows: int
    page: int

    @property
    def letters(self) -> int:
        """The size of the letters that the style sheet has: an even number."""
        return self.size - self.size % 2

    @property
    def in_column(self) -> int:
        return self.rows or max(1, HEIGHT * 100 // (self.letters * LINE))

    def pages(self, count: int) -> int:
        """Return how many pages this many rows fill."""
        return max(1, -(-count // (self.in_column * self.columns)))

    def cut(self, found: Sequence[object]) -> list[Sequence[object]]:
        """Return the columns of this page."""
        first = (self.page - 1) * self.in_column * self.columns
        return [
            column
            for at in range(self.columns)
            if (column := found[first + at * self.in_column : first + (at + 1) * self.in_column])
        ]

    def shown(self, count: int) -> "ScreenAsked":
        """Return the same for a page that exists: after the last page comes the first."""
        return replace(self, page=(self.page - 1) % self.pages(count) + 1)


def screen_asked(
    seconds: Seconds = 20, columns: Columns = 3, size: Size = 28, rows: Rows = 0, page: PageNumber = 1
) -> ScreenAsked:
    """What an address says about a screen."""
    return ScreenAsked(seconds, columns, size, rows, page)


def screen(
    event: SeenEvent, template: str, asked: ScreenAsked, rows: Sequence[object] = (), **values: object
) -> Response:
    """Show a page of a screen. The header leads to the next one; the last leads to the first."""
    shown, pages = asked.shown(len(rows)), asked.pages(len(rows))
    around = {"frame": event.frame, "rules": event.view.laws, "asked": shown, "pages": pages}
    response = html(event.request, template, {**around, "columns": shown.cut(rows), **values})
    response.headers["refresh"] = f"{asked.seconds}; url={next_address(event.request, shown.page % pages + 1)}"
    response.headers["cache-control"] = "no-store"
    return response


def next_address(request: Request, page: int) -> str:
    query = dict(request.query_params) | {"page": str(page)}
    return f"{request.url.path}?{urlencode(query)}"
