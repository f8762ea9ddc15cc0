"""The page that shows every part of the design, for those who make pages."""

import datetime as dt

from starlette.requests import Request
from starlette.responses import Response

from arpad.web.answers import html
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.plots import PlotLine, PlotPoint, step_plot

style = LaterRouter(include_in_schema=False)

RATINGS = {"standard": (2012, 2031, 2024, 2057, 2089), "rapid": (1954, 1954, 1988, 1971, 2002)}


@style.get("/style")
def parts(request: Request) -> Response:
    """Every part of the design on one page."""
    lines = [
        PlotLine(name, [_point(at, rating) for at, rating in enumerate(ratings)]) for name, ratings in RATINGS.items()
    ]
    plot = step_plot(lines, "step_plot", language_of(request))
    return html(request, "style.html", {"plot": plot, "day": dt.date(2023, 2, 1)})


def _point(at: int, rating: int) -> PlotPoint:
    return PlotPoint(dt.date(2022, 1 + 2 * at, 1), rating, "#plots", str(rating))
