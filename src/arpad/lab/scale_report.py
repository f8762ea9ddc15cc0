"""Tables and plots of the monitored rating scale, and the calibration over the games of several lists."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from arpad.bulk.atomic_folders import in_order
from arpad.documents.fields import ShownField, ShownFields, word
from arpad.i18n import ArpadError, Language, text
from arpad.lab.game_groups import (
    BAND_FIELDS,
    BY_GAP,
    KEYS,
    STRETCH_FIELDS,
    CalibrationBand,
    KeyedCounts,
    Moment,
    Stretch,
    bands_of_table,
    bands_of_width,
    calibrate,
    fit_stretch,
)
from arpad.lab.monitor import (
    STAYER_TERMS,
    Alarm,
    AlarmLimits,
    CalibratedSpan,
    GroupAverage,
    MeanDrift,
    NewcomerYear,
    WatchedList,
    WatchedScale,
)
from arpad.lab.rating_account import BAND, PERCENTILES, CountedGroup, FirstPlayers, PointsAccount
from arpad.lab.source import ScaleSource, ScaleStep
from arpad.lab.tables import (
    COLOURS,
    Chart,
    ChartArea,
    ChartDots,
    ChartLine,
    LabTable,
    chart_words,
    decimal_of,
    exact,
    exact_fields,
    fixed,
    list_field,
    ratio,
    root,
)
from arpad.progress import StepsDone, with_progress
from arpad.rating.columns import Wide

# The five plots of the watched scale: first players, panel, drift, calibration, percentiles.

OPEN_BAND = 50
"""An open band is drawn as if it were this wide."""


def scale_charts(scale: WatchedScale, spans: Sequence[CalibratedSpan], language: Language) -> dict[str, Chart]:
    """Return the plots by their names. Without a fixed group there is no plot of a panel."""
    charts = {"first": first_chart(scale, language)}
    if scale.group is not None:
        charts["panel"] = _panel(scale, language)
    return charts | {
        "drift": drift_chart(scale, language),
        "calibration": calibration_chart(spans[-1].bands, language),
        "percentiles": percentile_chart(scale, language),
    }


def first_chart(scale: WatchedScale, language: Language) -> Chart:
    """Draw the averages of the first players."""
    lines = []
    for asked in scale.first:
        found = [(listed.date, listed.group("active").counts.first(asked)) for listed in scale.lists]
        points = tuple((exact(day), first.average) for day, first in found if first.complete and first.average)
        lines.append(ChartLine(text("lab.chart.first-of", language, count=asked), points))
    return Chart(*chart_words("first", language), lines=tuple(line for line in lines if line.points), dates=True)


def _panel(scale: WatchedScale, language: Language) -> Chart:
    assert scale.group is not None
    lines = [
        ChartLine(
            text(f"lab.line.{kind}", language),
            tuple(
                (exact(group_average.date), group_average.average)
                for group_average in line
                if group_average.average is not None
            ),
        )
        for kind, line in (("all", scale.group.everybody), ("panel", scale.group.panel))
    ]
    return Chart(*chart_words("panel", language), lines=tuple(lines), dates=True)


def drift_chart(scale: WatchedScale, language: Language) -> Chart:
    """Draw the drift of the mean since the first list, its parts stacked: those that raise it above 0, the others
    below; a part that is still 0 waits where it will go."""
    names = ("stayers", "newcomers", "leavers")
    totals = dict.fromkeys(names, Fraction(0))
    ends = {name: sum((getattr(mean_drift, name) for mean_drift in scale.drift), Fraction(0)) for name in names}
    areas: dict[str, list[tuple[Fraction, Fraction, Fraction]]] = {name: [] for name in names}
    drifts = scale.drift
    line: list[tuple[Fraction, Fraction]] = []
    start = exact(scale.lists[0].date)
    for day, drift in [(start, None), *((exact(mean_drift.end), mean_drift) for mean_drift in drifts)]:
        up = down = Fraction(0)
        for name in names:
            totals[name] += getattr(drift, name) if drift is not None else 0
            value = totals[name]
            above = (value or ends[name]) > 0
            base = up if above else down
            areas[name].append((day, min(base, base + value), max(base, base + value)))
            up, down = (up + value, down) if above else (up, down + value)
        line.append((day, up + down))
    drawn = tuple(ChartArea(text(f"lab.chart.{name}", language), tuple(areas[name])) for name in names)
    total = ChartLine(text("lab.chart.drift-total", language), tuple(line))
    return Chart(*chart_words("drift", language), lines=(total,), areas=drawn, dates=True)


def band_middle(band: CalibrationBand) -> Fraction:
    """Return the difference in the middle of a band, where it is drawn."""
    width = OPEN_BAND if band.high is None else band.high - band.low + 1
    return Fraction(2 * band.low + width, 2)


def calibration_chart(bands: Sequence[CalibrationBand], language: Language) -> Chart:
    """Draw the scores with two standard errors either way, the expectation as rated, and the formula of 14.1."""
    games = [band for band in bands if band.games]
    middles = [band_middle(band) for band in games]
    dots = []
    for x, band in zip(middles, games, strict=True):
        scored, error = Fraction(band.scored, 100 * band.games), Fraction(fixed(2 * band.error, 6))
        dots.append((x, scored, scored - error, scored + error))
    lines = (
        ChartLine(
            text("lab.chart.expected", language),
            tuple((x, Fraction(band.expected, 100 * band.games)) for x, band in zip(middles, games, strict=True)),
        ),
        ChartLine(
            text("lab.chart.logistic", language),
            tuple(
                (x, Fraction(fixed(band.logistic / (100 * band.games), 6)))
                for x, band in zip(middles, games, strict=True)
            ),
        ),
    )
    scored_dots = ChartDots(text("lab.chart.scored", language), tuple(dots))
    return Chart(*chart_words("calibration", language, "calibration-across"), lines=lines, dots=(scored_dots,))


def percentile_chart(scale: WatchedScale, language: Language) -> Chart:
    """Draw percentiles of the active players through the lists."""
    lines = []
    for share in (PERCENTILES[-1], PERCENTILES[-3], 75, 50, 25, PERCENTILES[2], PERCENTILES[0]):
        points = tuple(
            (exact(listed.date), Fraction(value))
            for listed in scale.lists
            if (value := listed.group("active").counts.percentile(share)) is not None
        )
        lines.append(ChartLine(text("lab.chart.percentile", language, share=share), points))
    return Chart(*chart_words("percentiles", language), lines=tuple(lines), dates=True)


def band_chart(scale: WatchedScale, language: Language) -> Chart:
    """Draw the active players of the newest list by bands of 100 points."""
    points: list[tuple[Fraction, Fraction, Fraction]] = []
    bands = scale.lists[-1].group("active").counts.bands()
    for low in range(min(bands, default=0), max(bands, default=0) + BAND, BAND):
        height = Fraction(bands.get(low, 0))
        points += [(Fraction(low), Fraction(0), height), (Fraction(low + BAND), Fraction(0), height)]
    area = ChartArea(text("lab.chart.bands-of", language, date=f"{scale.lists[-1].date:%Y-%m}"), tuple(points))
    return Chart(*chart_words("bands", language, "bands-across"), areas=(area,))


# The watched scale as tables: lists, first players, a fixed group, the account, the drift, calibration, alarms.

FIRST_OF = ("active", "women", "juniors", "federation")
"""The groups whose first players are shown."""


@dataclass(frozen=True, slots=True)
class ListedGroup:
    """A group of players on a list."""

    listed: WatchedList
    group: CountedGroup


@dataclass(frozen=True, slots=True)
class ListedFirst(ListedGroup):
    """The first players of a group on a list."""

    first: FirstPlayers


@dataclass(frozen=True, slots=True)
class ListedMembers:
    """A followed group on a list: everybody who is rated then, or the panel."""

    kind: str
    found: GroupAverage


@dataclass(frozen=True, slots=True)
class SpanBand:
    """A band of a calibrated span."""

    span: CalibratedSpan
    band: CalibrationBand


@dataclass(frozen=True, slots=True)
class CumulatedDrift:
    """The drift of a step, and of all steps up to it."""

    drift: MeanDrift
    cumulated: Fraction


def _bands(row: ListedGroup) -> list[dict[str, int]]:
    return [{"from": low, "players": count} for low, count in row.group.counts.bands().items()]


GROUP_LIST: tuple[ShownField[Any], ...] = (
    list_field("list", lambda row: row.listed.date, "lab-list"),
    ShownField("group", lambda row: row.group.by, "lab-group", words="lab.group."),
    ShownField("name", lambda row: row.group.name, "lab-name"),
)
LIST_FIELDS = ShownFields[ListedGroup](
    *GROUP_LIST,
    ShownField("players", lambda row: row.group.counts.players, "lab-players"),
    ShownField("sum", lambda row: row.group.counts.sum, "lab-sum"),
    *exact_fields("mean", lambda row: row.group.counts.mean, 4, "lab-mean"),
    ShownField("median", lambda row: decimal_of(row.group.counts.median or 0, 1), "lab-median"),
    ShownField("deviation", lambda row: root(row.group.counts.variance or Fraction(0)), "lab-deviation"),
    *(
        ShownField(f"p{share}", lambda row, share=share: row.group.counts.percentile(share))  # type: ignore[misc]
        for share in PERCENTILES
    ),
    ShownField("bands", _bands),
)
FIRST_FIELDS = ShownFields[ListedFirst](
    *GROUP_LIST,
    ShownField("first", lambda row: row.first.asked, "lab-first"),
    ShownField("players", lambda row: row.first.players, "lab-players"),
    ShownField("sum", lambda row: row.first.sum, "lab-sum"),
    *exact_fields("average", lambda row: row.first.average, 1, "lab-average"),
    ShownField("place", lambda row: row.first.place, "lab-place"),
    ShownField("complete", lambda row: row.first.complete, "lab-complete"),
)
GROUP_FIELDS = ShownFields[ListedMembers](
    list_field("list", lambda row: row.found.date, "lab-list"),
    ShownField("line", lambda row: row.kind, "lab-line", words="lab.line."),
    ShownField("members", lambda row: row.found.members, "lab-members"),
    ShownField("sum", lambda row: row.found.sum, "lab-sum"),
    *exact_fields("average", lambda row: row.found.average, 1, "lab-average"),
)


def _of_terms(name: str, heading: str) -> ShownField[PointsAccount]:
    return ShownField(f"{name}_200", lambda row: getattr(row.terms, name), heading)


def _of_account(name: str, taken: str, heading: str) -> ShownField[PointsAccount]:
    return ShownField(name, lambda row: getattr(row, taken), heading)


LEDGER_FIELDS = ShownFields[PointsAccount](
    list_field("from", lambda row: row.start, "lab-from"),
    list_field("to", lambda row: row.end, "lab-to"),
    ShownField("games", lambda row: row.terms.games, "lab-games"),
    ShownField("both_rated", lambda row: row.terms.both_rated, "lab-both-rated"),
    ShownField("rated_before", heading="lab-rated-before"),
    ShownField("rated_after", heading="lab-rated-after"),
    ShownField("sum_before", heading="lab-sum-before"),
    ShownField("sum_after", heading="lab-sum-after"),
    ShownField("newcomers", heading="lab-newcomers"),
    ShownField("newcomers_sum", heading="lab-newcomers-sum"),
    ShownField("returned", heading="lab-returned"),
    ShownField("returned_sum", heading="lab-returned-sum"),
    ShownField("leavers", heading="lab-leavers"),
    ShownField("leavers_sum", heading="lab-leavers-sum"),
    ShownField("stayers_change", heading="lab-stayers-change"),
    _of_terms("k_asymmetry", "lab-k-asymmetry"),
    _of_terms("one_sided_cap", "lab-one-sided-cap"),
    _of_terms("one_sided_game", "lab-one-sided-game"),
    _of_terms("event_average", "lab-event-average"),
    _of_terms("decided_base", "lab-decided-base"),
    _of_account("games_of_leavers_200", "leavers_games", "lab-leavers-games"),
    _of_account("rounding_200", "rounding", "lab-rounding"),
    _of_account("transition_200", "transition", "lab-transition"),
    _of_account("decisions_200", "decisions", "lab-decisions"),
    _of_account("late_200", "late", "lab-late"),
    _of_account("not_explained_200", "not_explained", "lab-not-explained"),
    ShownField("explained", heading="lab-explained"),
)
DRIFT_FIELDS = ShownFields[CumulatedDrift](
    list_field("from", lambda row: row.drift.start, "lab-from"),
    list_field("to", lambda row: row.drift.end, "lab-to"),
    *exact_fields("before", lambda row: row.drift.before, 4),
    *exact_fields("after", lambda row: row.drift.after, 4, "lab-mean"),
    *exact_fields("drift", lambda row: row.drift.drift, 4, "lab-drift"),
    *exact_fields("stayers", lambda row: row.drift.stayers, 4, "lab-stayers"),
    *exact_fields("newcomers", lambda row: row.drift.newcomers, 4, "lab-newcomers"),
    *exact_fields("leavers", lambda row: row.drift.leavers, 4, "lab-leavers"),
    *(
        ShownField(f"stayers_{name}", lambda row, name=name: ratio(row.drift.split[name]))  # type: ignore[misc]
        for name in STAYER_TERMS
    ),
    *exact_fields("cumulated", lambda row: row.cumulated, 4, "lab-cumulated"),
)
CALIBRATION_FIELDS = ShownFields[SpanBand](
    list_field("from", lambda row: row.span.start, "lab-from"),
    list_field("to", lambda row: row.span.end, "lab-to"),
    *BAND_FIELDS,
)
SPAN_CURVES = ShownFields[CalibratedSpan](
    list_field("from", lambda row: row.start, "lab-from"),
    list_field("to", lambda row: row.end, "lab-to"),
    *STRETCH_FIELDS,
)
NEWCOMER_FIELDS = ShownFields[NewcomerYear](
    ShownField("year", heading="lab-year", say=lambda row: str(row.year)),
    ShownField("newcomers", heading="lab-newcomers"),
    ShownField("followed", heading="lab-followed"),
    *exact_fields("average", lambda row: row.average, 1, "lab-average"),
)


def scale_tables(scale: WatchedScale, spans: Sequence[CalibratedSpan]) -> list[LabTable[Any]]:
    """Return all tables but the alarms, in the order of the document."""
    listed = [ListedGroup(watched_list, group) for watched_list in scale.lists for group in watched_list.groups]
    first = [
        ListedFirst(row.listed, row.group, row.group.counts.first(asked))
        for row in listed
        if row.group.by in FIRST_OF
        for asked in scale.first
    ]
    members = (
        []
        if scale.group is None
        else [
            ListedMembers(kind, average)
            for kind, line in (("all", scale.group.everybody), ("panel", scale.group.panel))
            for average in line
        ]
    )
    drift, total = [], Fraction(0)
    for mean_drift in scale.drift:
        total += mean_drift.drift
        drift.append(CumulatedDrift(mean_drift, total))
    bands = [SpanBand(span, band) for span in spans for band in span.bands]
    return [
        LabTable("lists", LIST_FIELDS, listed, ("list", "group", "name", "players", "mean", "median", "deviation")),
        LabTable("first", FIRST_FIELDS, first, ("list", "group", "name", "first", "players", "average", "place")),
        LabTable("group", GROUP_FIELDS, members, ("list", "line", "members", "average")),
        LabTable("ledger", LEDGER_FIELDS, (step.account for step in scale.steps), _LEDGER_SHOWN),
        LabTable("drift", DRIFT_FIELDS, drift, ("from", "to", "drift", "stayers", "newcomers", "leavers", "cumulated")),
        LabTable("calibration", CALIBRATION_FIELDS, bands, _BANDS_SHOWN),
        LabTable("stretch", SPAN_CURVES, spans),
        LabTable("newcomers", NEWCOMER_FIELDS, scale.newcomers),
    ]


_LEDGER_SHOWN = (
    "to", "games", "sum_before", "newcomers_sum", "leavers_sum", "stayers_change", "k_asymmetry_200",
    "one_sided_cap_200", "one_sided_game_200", "games_of_leavers_200", "rounding_200", "sum_after",
)  # fmt: skip
_BANDS_SHOWN = (
    "from", "to", "low", "games", "scored_100", "expected_100", "expected_uncapped_100", "residual", "error", "z",
)  # fmt: skip


def alarm_document(alarm: Alarm, language: Language) -> dict[str, Any]:
    """Return an alarm as a finding: the number, the limit and the two lists."""
    return {
        "code": alarm.code,
        "severity": "info",
        "value": alarm.value,
        "limit": ratio(alarm.limit),
        "from": alarm.start,
        "to": alarm.end,
        "about": alarm.about or None,
        "message": alarm_words(alarm, language),
    }


def alarm_words(alarm: Alarm, language: Language) -> str:
    return text(
        f"lab.alarm.{alarm.code}",
        language,
        value=alarm.value,
        limit=alarm.limit,
        start=f"{alarm.start:%Y-%m}",
        end=f"{alarm.end:%Y-%m}",
        about=alarm.about,
    )


def scale_document(
    scale: WatchedScale,
    limits: AlarmLimits,
    spans: Sequence[CalibratedSpan],
    alarms: Sequence[Alarm],
    language: Language,
) -> dict[str, Any]:
    """Return the whole answer as one document."""
    return {
        "source": {"kind": scale.kind, "digests": scale.digests},
        "settings": {"alarm": {name: ratio(limit) for name, limit in limits.items().items()}},
        **{table.named: table.document() for table in scale_tables(scale, spans)},
        "alarms": [alarm_document(alarm, language) for alarm in alarms],
        "findings": [
            {"code": "lab-no-games", "severity": "info", "message": words} for words in unexplained(scale, language)
        ],
    }


def unexplained(scale: WatchedScale, language: Language) -> list[str]:
    """Tell between which lists the games are not known."""
    return [
        text("lab.no-games", language, a=f"{step.account.start:%Y-%m}", b=f"{step.account.end:%Y-%m}")
        for step in scale.steps
        if not step.account.explained
    ]


# Scored against expected over the games of some lists, by difference alone or by groups, with the fitted curve.

WIDTH = 50
ALL = "all"
TABLE_ROWS = 0
"""The width that stands for the rows of table B."""


@dataclass(frozen=True, slots=True)
class CalibrationWishes:
    """The lists between two days, by what the games are grouped, and the width of the bands (0: the rows of
    table B)."""

    start: dt.date | None = None
    end: dt.date | None = None
    by: str = "difference"
    width: int = WIDTH

    @property
    def lows(self) -> Sequence[int]:
        return bands_of_table() if self.width == TABLE_ROWS else bands_of_width(self.width)


@dataclass(frozen=True, slots=True)
class GroupBand:
    """A band of a group of games; of a kind without bands all its games."""

    group: str
    band: CalibrationBand


@dataclass(frozen=True, slots=True)
class GroupStretch:
    """The curve fitted to the games of a group, or to all games."""

    group: str
    stretch: Stretch


@dataclass(frozen=True, slots=True)
class Calibrated:
    """Scored against expected. `bands` are in the order of their groups, `curves` begin with all games."""

    kind: str
    digests: dict[str, str]
    start: dt.date
    end: dt.date
    by: str
    games: int
    played: int
    bands: tuple[GroupBand, ...]
    curves: tuple[GroupStretch, ...]


def calibration_of(source: ScaleSource, wishes: CalibrationWishes, progress: StepsDone | None = None) -> Calibrated:
    """Count the games between lists that are looked at, and compare them with what was expected."""
    lows = wishes.lows
    counts = KeyedCounts(KEYS[wishes.by])
    played, lists = 0, list[dt.date]()
    with in_order(counts.add_step, _moments(source, wishes, progress)) as steps:
        for step in steps:
            played += sum(step.played.values())
            lists = [lists[0] if lists else step.before.date, step.after.date]
    if not lists:
        raise ArpadError("lab-one-list", count=0)
    whole = counts.whole()
    bands, curves = list[GroupBand](), list[GroupStretch]()
    for place, name in enumerate(counts.key.names):
        own = counts.of(place)
        if not len(own) and name:
            continue
        wide = wishes.by in ("age", "k", "games")
        bands += [
            GroupBand(name, band) for band in calibrate(own, (0,) if wide else lows, signed=wishes.by == "colour")
        ]
        curve = fit_stretch(own) if name else None
        curves += [GroupStretch(name, curve)] if curve is not None else []
    every = fit_stretch(whole)
    curves = [*([GroupStretch(ALL, every)] if every is not None else []), *curves]
    shown = tuple(row for row in bands if row.band.games or wishes.by not in BY_GAP)
    start, end = lists
    kind, digests = source.kind, dict(source.digests)
    return Calibrated(kind, digests, start, end, wishes.by, len(whole), played, shown, tuple(curves))


def _moments(
    source: ScaleSource, wishes: CalibrationWishes, progress: StepsDone | None
) -> Iterator[tuple[ScaleStep, Moment]]:
    """Return the steps between the lists that are looked at, each with what its players were before."""
    so_far: Wide = source.people.played.astype(np.int64)
    for step in with_progress(source.steps(), source.count - 1, progress):
        start, end = step.before.date, step.after.date
        if (wishes.start is None or start >= wishes.start) and (wishes.end is None or end <= wishes.end):
            yield step, Moment(source.people, step.before, so_far)
        so_far = so_far + step.after.games


GROUP: ShownField[Any] = ShownField("group", heading="lab-name", words="lab.key.")
GROUP_BANDS = ShownFields[GroupBand](GROUP, *BAND_FIELDS)
GROUP_CURVES = ShownFields[GroupStretch](GROUP, *STRETCH_FIELDS)


def calibrated_tables(found: Calibrated) -> list[LabTable[Any]]:
    """Return the bands and the curves."""
    grouped = any(row.group for row in found.bands)
    banded = len({row.band.low for row in found.bands}) > 1
    shown = [name for name in GROUP_BANDS.names if not name.endswith("_exact")]
    left_out = {*(() if grouped else ("group",)), *(() if banded else ("low", "high"))}
    return [
        LabTable("calibration", GROUP_BANDS, found.bands, [name for name in shown if name not in left_out]),
        LabTable("stretch", GROUP_CURVES, found.curves),
    ]


def calibrated_document(found: Calibrated) -> dict[str, Any]:
    """Return the whole answer as one document."""
    return {
        "source": {"kind": found.kind, "digests": found.digests},
        "from": found.start,
        "to": found.end,
        "by": found.by,
        "games": found.games,
        "played": found.played,
        **{table.named: table.document() for table in calibrated_tables(found)},
    }


# Plots of scored against expected: by difference, by colour, and group by group.


def calibrated_charts(found: Calibrated, language: Language) -> dict[str, Chart]:
    """Return the plot of a calibration: scored and expected, or of groups how far the two are apart. Groups without
    bands have a table only."""
    if found.by in ("difference", "colour"):
        return {"calibration": calibration_chart([row.band for row in found.bands], language)}
    names = list(dict.fromkeys(row.group for row in found.bands))
    lines = [_line(name, [row for row in found.bands if row.group == name], language) for name in names]
    drawn = [line for line in lines if len(line.points) > 1]
    if not drawn:
        return {}
    words = chart_words("apart", language, "calibration-across")
    return {"calibration": Chart(*words, lines=tuple(drawn[:COLOURS]))}


def _line(name: str, rows: list[GroupBand], language: Language) -> ChartLine:
    points = [(band_middle(row.band), row.band.residual) for row in rows if row.band.residual is not None]
    return ChartLine(word(f"lab.key.{name}", language), tuple(points))
