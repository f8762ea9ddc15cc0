"""A comparison of editions as tables, as plots and as one document."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from arpad.documents.fields import ShownField, ShownFields
from arpad.i18n import Language, text
from arpad.lab.account import PARTS
from arpad.lab.chart import Chart, ChartLine, chart_words, exact
from arpad.lab.compared_players import Crossing, GroupGain, PlayerGain
from arpad.lab.comparison import ComparedEdition, EditionComparison
from arpad.lab.fixed import decimal_of, decimal_or_none, fixed, fixed_or_none, root
from arpad.lab.forecasts import RESAMPLES
from arpad.lab.scale_tables import LIST_FIELDS, ListedGroup
from arpad.lab.steps import TERM_NAMES
from arpad.lab.tables import LabTable, PartOf, exact_fields, list_field
from arpad.lab.truth_study import JudgedRun

EVERYBODY = ("everybody", "active")
EDITIONS_SHOWN = ("edition", "rated", "drift", "created_per_game", "lambda", "deviance10", "difference", "low", "high")


def _created(row: ComparedEdition) -> Fraction | None:
    """Return the points that games created, a game of two rated players."""
    games = row.terms.both_rated
    return Fraction(row.terms.created, PARTS * games) if games else None


def _mean(row: ComparedEdition, place: int) -> Fraction | None:
    return row.scale.lists[place].group("everybody").counts.mean


def _drift(row: ComparedEdition) -> Fraction | None:
    before, after = _mean(row, 0), _mean(row, -1)
    return None if before is None or after is None else after - before


EDITION: ShownField[Any] = ShownField(
    "edition", lambda row: row.whole.name, "lab-edition", say=lambda row: row.whole.replay.chosen.label
)
NAMED: ShownField[ComparedEdition] = ShownField(
    "edition", lambda row: row.name, "lab-edition", say=lambda row: row.replay.chosen.label
)
EDITIONS = ShownFields[ComparedEdition](
    NAMED,
    ShownField("rated", lambda row: row.scale.lists[-1].group("everybody").counts.players, "lab-rated"),
    *exact_fields("mean", lambda row: _mean(row, -1), 1, "lab-mean"),
    *exact_fields("drift", _drift, 1, "lab-drift"),
    *exact_fields("created_per_game", _created, 4, "lab-created"),
    ShownField("games", lambda row: row.forecast.table.games, "lab-games"),
    ShownField("deviance10", lambda row: fixed(row.forecast.table.deviance10, 6), "lab-deviance"),
    ShownField("brier", lambda row: fixed(row.forecast.table.brier, 6), "lab-brier"),
    ShownField(
        "lambda", lambda row: fixed(row.forecast.stretch.slope, 4) if row.forecast.stretch else None, "lab-lambda"
    ),
    ShownField("difference", lambda row: fixed(row.difference.mean, 6), "lab-difference"),
    ShownField("low", lambda row: fixed(row.difference.low, 6), "lab-interval-low"),
    ShownField("high", lambda row: fixed(row.difference.high, 6), "lab-interval-high"),
)
TRUTH = ShownFields[PartOf[ComparedEdition, JudgedRun]](
    EDITION,
    ShownField("bias", lambda row: decimal_or_none(row.part.lists[-1].everybody.bias, 1), "lab-bias"),
    ShownField("rmse", lambda row: row.part.lists[-1].everybody.rmse, "lab-rmse"),
    ShownField("share_known", lambda row: fixed_or_none(row.part.share_known, 4), "lab-share-known"),
)
PLAYERS = ShownFields[ComparedEdition](
    NAMED,
    ShownField("compared", lambda row: row.players.compared, "lab-compared"),
    ShownField("only_first", lambda row: row.players.only_first, "lab-only-first"),
    ShownField("only_second", lambda row: row.players.only_other, "lab-only-other"),
    *exact_fields("mean_gain", lambda row: row.players.mean, 1, "lab-mean-gain"),
)
GAINS = ShownFields[PartOf[ComparedEdition, GroupGain]](
    EDITION,
    ShownField("by", lambda row: row.part.by, "lab-group", words="lab.gain-by."),
    ShownField("name", lambda row: row.part.name, "lab-name", words="lab.age."),
    ShownField("players", lambda row: row.part.players, "lab-players"),
    *exact_fields("mean_gain", lambda row: row.part.mean, 1, "lab-mean-gain"),
)
MOST = ShownFields[PartOf[ComparedEdition, PlayerGain]](
    EDITION,
    ShownField("id", lambda row: row.part.id, "lab-id"),
    ShownField("first", lambda row: row.part.first, "lab-rating-first"),
    ShownField("first_rank", lambda row: row.part.first_rank, "lab-rank-first"),
    ShownField("second", lambda row: row.part.other, "lab-rating-other"),
    ShownField("second_rank", lambda row: row.part.other_rank, "lab-rank-other"),
    ShownField("gain", lambda row: row.part.gain, "lab-gain"),
)
CROSSINGS = ShownFields[PartOf[ComparedEdition, Crossing]](
    EDITION,
    ShownField("threshold", lambda row: row.part.threshold, "lab-threshold"),
    ShownField("up", lambda row: row.part.up, "lab-up"),
    ShownField("down", lambda row: row.part.down, "lab-down"),
)
LISTS = ShownFields[PartOf[ComparedEdition, ListedGroup]](
    EDITION,
    list_field("list", lambda row: row.part.listed.date, "lab-list"),
    ShownField("group", lambda row: row.part.group.by, "lab-group", words="lab.group."),
    ShownField("players", lambda row: row.part.group.counts.players, "lab-players"),
    *exact_fields("mean", lambda row: row.part.group.counts.mean, 4, "lab-mean"),
    ShownField("median", lambda row: decimal_of(row.part.group.counts.median or 0, 1), "lab-median"),
    ShownField("deviation", lambda row: root(row.part.group.counts.variance or Fraction(0)), "lab-deviation"),
)


def comparison_tables(found: EditionComparison) -> list[LabTable[Any]]:
    """Return all tables."""
    others = found.editions[1:]
    lists = [PartOf(one, row) for one in found.editions for row in _lists(one)]
    return [
        LabTable("editions", EDITIONS, found.editions, EDITIONS_SHOWN),
        LabTable("truth", TRUTH, [PartOf(one, one.truth) for one in found.editions if one.truth is not None]),
        LabTable("lists", LISTS, lists),
        LabTable("players", PLAYERS, others),
        LabTable("gains", GAINS, [PartOf(one, gain) for one in others for gain in one.players.gains]),
        LabTable("most", MOST, [PartOf(one, player) for one in others for player in one.players.most]),
        LabTable("least", MOST, [PartOf(one, player) for one in others for player in one.players.least]),
        LabTable("crossings", CROSSINGS, [PartOf(one, row) for one in others for row in one.players.crossings]),
    ]


def _lists(one: ComparedEdition) -> list[ListedGroup]:
    """Return the lists of an edition with everybody, and with the active players."""
    return [
        ListedGroup(listed, group) for listed in one.scale.lists for group in listed.groups if group.by in EVERYBODY
    ]


def comparison_document(found: EditionComparison, source: Mapping[str, Any]) -> dict[str, Any]:
    """Return the whole answer as one document; `source` says where the games are from."""
    compared = [_players_document(one) for one in found.editions[1:]]
    return {
        "source": {**source, "left_out": found.left_out},
        "test": {"from": found.start, "to": found.end, "games": found.games, "played": found.played},
        "editions": [_edition_document(found, one) for one in found.editions],
        **compared[0],
        "more": compared[1:],
    }


def _edition_document(found: EditionComparison, one: ComparedEdition) -> dict[str, Any]:
    stretch, sums, difference = one.forecast.stretch, one.forecast.table, one.difference
    document: dict[str, Any] = {
        "id": one.name,
        "digest": one.digest,
        "parameters_changed": one.changed,
        "swept": one.replay.chosen.swept,
        "lists": [LIST_FIELDS.document(row) for row in _lists(one)],
        "ledger_total": {name: getattr(one.terms, name) for name in TERM_NAMES}
        | {"created": one.terms.created, "created_per_game": EDITIONS.document(one)["created_per_game"]},
        "drift": EDITIONS.document(one)["drift"],
        "lambda": None if stretch is None else fixed(stretch.slope, 5),
        "white": None if stretch is None else fixed(stretch.white, 2),
        "predict": {
            "games": sums.games,
            "deviance10": fixed(sums.deviance10, 6),
            "brier": fixed(sums.brier, 6),
            "coverage": decimal_of(Fraction(found.games, max(found.played, 1)), 4),
        },
        "difference": {
            "mean": fixed(difference.mean, 6),
            "low": fixed(difference.low, 6),
            "high": fixed(difference.high, 6),
            "resamples": RESAMPLES,
            "groups": difference.groups,
            "seed": difference.seed,
        },
    }
    if one.truth is not None:
        document["truth"] = _without_edition(TRUTH.document(PartOf(one, one.truth)))
    return document


def _players_document(one: ComparedEdition) -> dict[str, Any]:
    gains: dict[str, list[dict[str, Any]]] = {}
    for gain in one.players.gains:
        row = GAINS.document(PartOf(one, gain), ("name", "players", "mean_gain"))
        gains.setdefault(gain.by, []).append(row)

    def people(players: Sequence[PlayerGain]) -> list[dict[str, Any]]:
        return [_without_edition(MOST.document(PartOf(one, player))) for player in players]

    return {
        "players": {
            **PLAYERS.document(one),
            "gain_by": gains,
            "most": people(one.players.most),
            "least": people(one.players.least),
        },
        "crossings": [_without_edition(CROSSINGS.document(PartOf(one, row))) for row in one.players.crossings],
    }


def _without_edition(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "edition"}


def comparison_charts(found: EditionComparison, language: Language) -> dict[str, Chart]:
    """Return the plots: the mean through the lists, the gain by rating, and what was swept."""
    charts = {"mean": _means(found, language), "gain": _gains(found, language)}
    swept = [one for one in found.editions if one.replay.chosen.swept is not None]
    if len(swept) > 1:
        charts["sweep"] = _sweep(swept, language)
    return charts


def _means(found: EditionComparison, language: Language) -> Chart:
    lines = [
        ChartLine(
            one.replay.chosen.label,
            tuple(
                (exact(listed.date), mean)
                for listed in one.scale.lists
                if (mean := listed.group("everybody").counts.mean) is not None
            ),
        )
        for one in found.editions
    ]
    return Chart(*chart_words("compared-mean", language), lines=tuple(lines), dates=True)


def _gains(found: EditionComparison, language: Language) -> Chart:
    lines = [
        ChartLine(
            one.replay.chosen.label,
            tuple((Fraction(gain.name), gain.mean) for gain in one.players.gains if gain.by == "rating"),
        )
        for one in found.editions[1:]
    ]
    return Chart(*chart_words("compared-gain", language, "compared-gain-across"), lines=tuple(lines))


def _sweep(swept: Sequence[ComparedEdition], language: Language) -> Chart:
    points = [
        (one.replay.chosen.swept, Fraction(fixed(one.forecast.table.deviance10, 6)))
        for one in swept
        if one.replay.chosen.swept is not None
    ]
    line = ChartLine(text("lab.chart.compared-sweep-line", language), tuple(sorted(points)))
    return Chart(*chart_words("compared-sweep", language), lines=(line,))
