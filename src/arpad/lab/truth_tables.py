"""Ratings against the truth as tables, as plots and as one document."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from arpad.documents.fields import ShownField, ShownFields
from arpad.i18n import Language
from arpad.lab.chart import Chart, ChartLine, chart_words, exact
from arpad.lab.fixed import decimal_of, decimal_or_none, fixed, fixed_or_none
from arpad.lab.half_life import GAMES, HalfLife
from arpad.lab.measures import LOG_2, ForecastSums
from arpad.lab.stretch import Stretch
from arpad.lab.tables import LabTable, PartOf, exact_fields, list_field
from arpad.lab.truth_errors import TruthErrors, TruthList
from arpad.lab.truth_newcomers import WITHIN, JuniorLag
from arpad.lab.truth_study import JudgedRun, TruthStudy

WITHIN_HEADINGS = ("lab-within-10", "lab-within-20", "lab-within-30", "lab-within-50")
AFTER_HEADINGS = ("lab-after-30", "lab-after-50", "lab-after-75")
YEAR = 12


class RunErrors(NamedTuple):
    """A group of players of a list of a run."""

    whole: JudgedRun
    listed: TruthList
    group: TruthErrors


@dataclass(frozen=True, slots=True)
class Predicted:
    """A row of the predictions: an edition, the truth, or nothing known at all."""

    name: str
    games: int
    deviance: Any
    uncapped: Any | None
    fitted: Any | None
    brier: Any
    stretch: Stretch | None
    share: Any | None
    attenuation: Any | None


def _share(take: Callable[[Any], tuple[int, int]]) -> Callable[[Any], Any]:
    """Return a share in percent, with one digit."""

    def value(row: Any) -> Any:
        part, whole = take(row)
        return decimal_of(Fraction(100 * part, whole), 1) if whole else None

    return value


RUN: ShownField[Any] = ShownField("edition", lambda row: row.whole.name, "lab-edition")
TRUTH_LISTS = ShownFields[PartOf[JudgedRun, TruthList]](
    RUN,
    list_field("list", lambda row: row.part.date, "lab-list"),
    ShownField("rated", lambda row: row.part.everybody.rated, "lab-rated"),
    *exact_fields("bias", lambda row: row.part.everybody.bias, 1, "lab-bias"),
    ShownField("rmse", lambda row: row.part.everybody.rmse, "lab-rmse"),
    ShownField("spread", lambda row: fixed_or_none(row.part.spread, 4), "lab-spread"),
    ShownField("spearman", lambda row: fixed_or_none(row.part.order, 4), "lab-spearman"),
    ShownField("people", lambda row: row.part.people),
    ShownField("below_floor", lambda row: row.part.below),
    ShownField("below_floor_percent", _share(lambda row: (row.part.below, row.part.people)), "lab-below-floor"),
)
ERRORS = ShownFields[RunErrors](
    RUN,
    list_field("list", lambda row: row.listed.date, "lab-list"),
    ShownField("group", lambda row: row.group.by, "lab-group", words="lab.group."),
    ShownField("name", lambda row: row.group.name, "lab-name", words="lab.age."),
    ShownField("rated", lambda row: row.group.rated, "lab-rated"),
    *exact_fields("bias", lambda row: row.group.bias, 1, "lab-bias"),
    ShownField("rmse", lambda row: row.group.rmse, "lab-rmse"),
)
LAGS = ShownFields[PartOf[JudgedRun, JuniorLag]](
    RUN,
    list_field("list", lambda row: row.part.date, "lab-list"),
    ShownField("juniors", lambda row: row.part.juniors, "lab-juniors"),
    *exact_fields("lag", lambda row: row.part.lag, 1, "lab-lag"),
    *exact_fields("gain_a_month", lambda row: row.part.gain, 2, "lab-gain-a-month"),
    *exact_fields("lag_months", lambda row: row.part.lag_months, 1, "lab-lag-months"),
)
ARRIVED = ShownFields[JudgedRun](
    ShownField("edition", lambda row: row.name, "lab-edition"),
    ShownField("newcomers", lambda row: row.newcomers.newcomers, "lab-newcomers"),
    ShownField("reached", lambda row: row.newcomers.reached, "lab-reached"),
    ShownField("median_games", lambda row: row.newcomers.median, "lab-median-games"),
    *(
        ShownField(
            f"within_{most}_percent",
            _share(lambda row, place=place: (row.newcomers.within[place], row.newcomers.newcomers)),  # type: ignore[misc]
            heading,
        )
        for place, (most, heading) in enumerate(zip(WITHIN, WITHIN_HEADINGS, strict=True))
    ),
)
HALF_LIVES = ShownFields[PartOf[JudgedRun, HalfLife]](
    RUN,
    ShownField("k", lambda row: row.part.k, "lab-k"),
    ShownField("games", lambda row: fixed(row.part.formula, 1), "lab-half-life"),
    ShownField("games_by_table", lambda row: row.part.table, "lab-half-life-table"),
    *(
        ShownField(
            f"after_{games}_percent",
            lambda row, place=place: fixed(100 * row.part.made_up[place], 0),  # type: ignore[misc]
            heading,
        )
        for place, (games, heading) in enumerate(zip(GAMES, AFTER_HEADINGS, strict=True))
    ),
)
PREDICTED = ShownFields[Predicted](
    ShownField("edition", lambda row: row.name, "lab-edition", words="lab.knows."),
    ShownField("games", lambda row: row.games, "lab-games"),
    ShownField("deviance10", lambda row: fixed(row.deviance, 6), "lab-deviance"),
    ShownField("uncapped", lambda row: fixed_or_none(row.uncapped, 6), "lab-uncapped"),
    ShownField("fitted", lambda row: fixed_or_none(row.fitted, 6), "lab-fitted"),
    ShownField("brier", lambda row: fixed(row.brier, 6), "lab-brier"),
    ShownField("lambda", lambda row: fixed(row.stretch.slope, 4) if row.stretch else None, "lab-lambda"),
    ShownField("white", lambda row: fixed(row.stretch.white, 2) if row.stretch else None, "lab-white"),
    ShownField("share_known", lambda row: fixed_or_none(row.share, 4), "lab-share-known"),
    ShownField("attenuation", lambda row: fixed_or_none(row.attenuation, 4), "lab-attenuation"),
)


def truth_tables(study: TruthStudy) -> list[LabTable[Any]]:
    """Return all tables, in the order of the document."""
    lists = [PartOf(run, listed) for run in study.runs for listed in run.lists]
    errors = [RunErrors(run, listed, group) for run, listed in lists for group in listed.groups]
    shown = tuple(name for name in TRUTH_LISTS.names if not name.endswith("_exact"))
    return [
        LabTable("lists", TRUTH_LISTS, lists, tuple(name for name in shown if name not in ("people", "below_floor"))),
        LabTable("errors", ERRORS, errors),
        LabTable("newcomers", ARRIVED, study.runs),
        LabTable("juniors", LAGS, (PartOf(run, lag) for run in study.runs for lag in run.lags)),
        LabTable("half_lives", HALF_LIVES, (PartOf(run, life) for run in study.runs for life in run.half_lives)),
        LabTable("prediction", PREDICTED, _predictions(study)),
    ]


def last_lists(study: TruthStudy) -> list[LabTable[Any]]:
    """Return the tables that people see: the lists of each edition a year apart, and the groups of the last list."""
    tables = {table.named: table for table in truth_tables(study)}
    every = [PartOf(run, listed) for run in study.runs for listed in run.lists[::-YEAR][::-1]]
    last = [RunErrors(run, run.lists[-1], group) for run in study.runs for group in run.lists[-1].groups]
    lags = [PartOf(run, run.lags[-1]) for run in study.runs]
    return [
        tables["lists"].with_rows(every),
        tables["errors"].with_rows(last),
        tables["newcomers"],
        tables["juniors"].with_rows(lags),
        tables["half_lives"],
        tables["prediction"],
    ]


def _predictions(study: TruthStudy) -> list[Predicted]:
    found = [
        Predicted(
            run.name,
            study.games,
            run.forecast.table.deviance10,
            run.forecast.uncapped.deviance10,
            run.forecast.fitted.deviance10 if run.forecast.fitted is not None else None,
            run.forecast.table.brier,
            run.forecast.stretch,
            run.share_known,
            run.attenuation,
        )
        for run in study.runs
    ]
    best: ForecastSums = study.truth
    truth = Predicted("truth", best.games, best.deviance10, None, None, best.brier, study.truth_stretch, 1, None)
    return [*found, truth, Predicted("half", best.games, LOG_2, None, None, _nothing(study), None, 0, None)]


def _nothing(study: TruthStudy) -> Any:
    """Return Brier's score of who always says a half."""
    decided = study.runs[0].forecast.counts.games[:, [0, 2]].sum()
    return decided / (4 * study.games)


def truth_document(study: TruthStudy, world: str) -> dict[str, Any]:
    """Return the whole answer as one document."""
    return {
        "source": {"kind": "bulk", "world": world, "digests": {run.name: run.digest for run in study.runs}},
        "truth": {"white": study.white, "slope": decimal_or_none(study.slope, 2)},
        "test": {"from": study.start, "to": study.end, "games": study.games, "played": study.played},
        **{table.named: table.document() for table in truth_tables(study)},
    }


def truth_charts(study: TruthStudy, language: Language) -> dict[str, Chart]:
    """Return the plots: bias and error through the lists, and the juniors' lag."""
    return {
        "bias": _through(study, "bias", lambda listed: listed.everybody.bias, language),
        "rmse": _through(study, "rmse", lambda listed: listed.everybody.rmse, language),
        "juniors": _through(study, "juniors", lambda listed: listed.group("juniors").bias, language),
    }


def _through(
    study: TruthStudy, key: str, take: Callable[[TruthList], Fraction | Decimal | None], language: Language
) -> Chart:
    lines = []
    for run in study.runs:
        found = [(exact(listed.date), take(listed)) for listed in run.lists]
        lines.append(ChartLine(run.name, tuple((day, exact(value)) for day, value in found if value is not None)))
    return Chart(*chart_words(f"truth-{key}", language), lines=tuple(lines), dates=True)
