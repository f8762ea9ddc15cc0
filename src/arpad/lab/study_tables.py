"""A study as tables and plots, from its document."""

import datetime as dt
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from arpad.documents.fields import ShownField, ShownFields
from arpad.i18n import Language, number, text
from arpad.lab.chart import Chart, ChartLine, exact
from arpad.lab.study_files import Study
from arpad.lab.tables import LabTable

HEADINGS = {
    "rated": "lab-rated",
    "mean": "lab-mean",
    "drift": "lab-drift",
    "drift_stayers": "lab-stayers",
    "drift_newcomers": "lab-newcomers",
    "drift_leavers": "lab-leavers",
    "games": "lab-games",
    "k_asymmetry_per_game": "lab-k-asymmetry-game",
    "one_sided_cap_per_game": "lab-one-sided-cap-game",
    "one_sided_game_per_game": "lab-one-sided-game-game",
    "created_per_game": "lab-created",
    "deviance10": "lab-deviance",
    "difference": "lab-difference",
    "difference_low": "lab-difference-low",
    "difference_high": "lab-difference-high",
    "lambda": "lab-lambda",
    "bias": "lab-bias",
    "rmse": "lab-rmse",
    "share_known": "lab-share-known",
    "bias_juniors": "lab-bias-juniors",
    "lag_months": "lab-lag-months",
    "bias_newcomers": "lab-bias-newcomers",
    "newcomers": "lab-newcomers",
    "newcomers_within_50": "lab-reached",
    "below_floor": "lab-below-floor",
}
"""The numbers of an edition, each with the key of its heading."""

Row = Mapping[str, Any]


def study_tables(study: Study, document: Row, language: Language) -> list[LabTable[Any]]:
    """Return the numbers of every world and edition that the study shows, and what was expected."""
    fields = ShownFields[Row](
        ShownField(
            "world", lambda row: row["world"], "lab-world", say=lambda row: study.world_label(row["world"], language)
        ),
        ShownField(
            "name", lambda row: row["name"], "lab-edition", say=lambda row: study.edition_label(row["name"], language)
        ),
        *(
            ShownField(name, lambda row, name=name: row[name], heading)  # type: ignore[misc]
            for name, heading in HEADINGS.items()
        ),
    )
    expected = ShownFields[Row](
        ShownField(
            "number",
            lambda row: row["number"],
            "lab-study-number",
            say=lambda row: _named(study, row["number"], language),
        ),
        ShownField("found", lambda row: row["found"], "lab-found"),
        ShownField("is", lambda row: row["is"], "lab-relation"),
        ShownField("than", lambda row: row["than"], "lab-than", say=lambda row: _named(study, row["than"], language)),
        ShownField("holds", lambda row: row["holds"], "lab-holds"),
    )
    rows = [{"world": world["name"], **edition} for world in document["worlds"] for edition in world["editions"]]
    several = len(study.worlds) > 1
    shown = (*(("world",) if several else ()), "name", *(name for name in study.shown if name in HEADINGS))
    return [LabTable("numbers", fields, rows, shown), LabTable("expected", expected, document["expected"])]


def _named(study: Study, path: Any, language: Language) -> str:
    """Return the name of a number in words, or a plain number as it is."""
    if not isinstance(path, str):
        return number(path, language)
    world, edition, name = path.split("/")
    words = [study.edition_label(edition, language), text(f"table.{HEADINGS.get(name, name)}", language)]
    if len(study.worlds) > 1:
        words.insert(0, study.world_label(world, language))
    return ": ".join([", ".join(words[:-1]), words[-1]])


def study_charts(study: Study, document: Row, language: Language) -> dict[str, Chart]:
    """Return the plots: the mean through the lists and the bias; of several worlds the bias of each."""
    found = {}
    kinds = ("mean", "bias") if len(document["worlds"]) == 1 else ("bias",)
    for world in document["worlds"]:
        for kind in kinds:
            name = kind if len(document["worlds"]) == 1 else f"{kind}-{world['name']}"
            lines = [
                _line(study.edition_label(edition["name"], language), edition["series"], kind)
                for edition in world["editions"]
            ]
            title = text(f"lab.chart.study-{kind}", language)
            titled = title if len(document["worlds"]) == 1 else f"{title}: {study.world_label(world['name'], language)}"
            found[name] = Chart(
                titled, "", text(f"lab.chart.study-{kind}-upward", language), lines=tuple(lines), dates=True
            )
    return found


def _line(name: str, series: Sequence[Row], kind: str) -> ChartLine:
    points = tuple((exact(_day(row["list"])), Fraction(row[kind])) for row in series if row[kind] is not None)
    return ChartLine(name, points)


def _day(value: Any) -> dt.date:
    return dt.date.fromisoformat(value) if isinstance(value, str) else value
