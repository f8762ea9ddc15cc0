"""A comparison of editions as tables, as plots and as one document."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arpad.lab.account import PARTS
from arpad.lab.chart import Chart, ChartLine, exact
from arpad.lab.compared_players import ComparedPlayers, Crossing, GroupGain, PlayerGain
from arpad.lab.comparison import ComparedEdition, EditionComparison
from arpad.lab.fixed import decimal_of, fixed, fixed_or_none, root
from arpad.lab.scale_tables import LIST_FIELDS, ListedGroup
from arpad.lab.steps import TERM_NAMES
from arpad.lab.tables import LabTable, exact_fields, list_field
from arpad.locale import Language, text
from arpad.trail.fields import ShownField, ShownFields

EVERYBODY = ("everybody", "active")
EDITIONS_SHOWN = ("edition", "rated", "drift", "created_per_game", "lambda", "deviance10", "difference", "low", "high")


@dataclass(frozen=True, slots=True)
class EditionGain:
    """What a group gains by an edition."""

    edition: ComparedEdition
    gain: GroupGain


@dataclass(frozen=True, slots=True)
class EditionPlayer:
    """A player who gains or loses most by an edition."""

    edition: ComparedEdition
    player: PlayerGain


@dataclass(frozen=True, slots=True)
class EditionCrossing:
    """A threshold crossed by an edition."""

    edition: ComparedEdition
    crossing: Crossing


@dataclass(frozen=True, slots=True)
class EditionList:
    """A list of an edition."""

    edition: ComparedEdition
    row: ListedGroup


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
    "edition", lambda row: row.edition.name, "lab-edition", say=lambda row: row.edition.replay.chosen.label
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
TRUTH = ShownFields[ComparedEdition](
    NAMED,
    ShownField("bias", lambda row: _truth(row, "bias"), "lab-bias"),
    ShownField("rmse", lambda row: _truth(row, "rmse"), "lab-rmse"),
    ShownField("share_known", lambda row: _truth(row, "share"), "lab-share-known"),
)
PLAYERS = ShownFields[ComparedEdition](
    NAMED,
    ShownField("compared", lambda row: row.players.compared, "lab-compared"),
    ShownField("only_first", lambda row: row.players.only_first, "lab-only-first"),
    ShownField("only_second", lambda row: row.players.only_other, "lab-only-other"),
    *exact_fields("mean_gain", lambda row: row.players.mean, 1, "lab-mean-gain"),
)
GAINS = ShownFields[EditionGain](
    EDITION,
    ShownField("by", lambda row: row.gain.by, "lab-group", words="lab.gain-by."),
    ShownField("name", lambda row: row.gain.name, "lab-name", words="lab.age."),
    ShownField("players", lambda row: row.gain.players, "lab-players"),
    *exact_fields("mean_gain", lambda row: row.gain.mean, 1, "lab-mean-gain"),
)
MOST = ShownFields[EditionPlayer](
    EDITION,
    ShownField("id", lambda row: row.player.id, "lab-id"),
    ShownField("first", lambda row: row.player.first, "lab-rating-first"),
    ShownField("first_rank", lambda row: row.player.first_rank, "lab-rank-first"),
    ShownField("second", lambda row: row.player.other, "lab-rating-other"),
    ShownField("second_rank", lambda row: row.player.other_rank, "lab-rank-other"),
    ShownField("gain", lambda row: row.player.gain, "lab-gain"),
)
CROSSINGS = ShownFields[EditionCrossing](
    EDITION,
    ShownField("threshold", lambda row: row.crossing.threshold, "lab-threshold"),
    ShownField("up", lambda row: row.crossing.up, "lab-up"),
    ShownField("down", lambda row: row.crossing.down, "lab-down"),
)
LISTS = ShownFields[EditionList](
    EDITION,
    list_field("list", lambda row: row.row.listed.date, "lab-list"),
    ShownField("group", lambda row: row.row.group.by, "lab-group", words="lab.group."),
    ShownField("players", lambda row: row.row.group.counts.players, "lab-players"),
    *exact_fields("mean", lambda row: row.row.group.counts.mean, 4, "lab-mean"),
    ShownField("median", lambda row: decimal_of(row.row.group.counts.median or 0, 1), "lab-median"),
    ShownField("deviation", lambda row: root(row.row.group.counts.variance or Fraction(0), 1), "lab-deviation"),
)


def _truth(row: ComparedEdition, what: str) -> Any:
    if row.truth is None:
        return None
    everybody = row.truth.lists[-1].everybody
    if what == "bias":
        return None if everybody.bias is None else decimal_of(everybody.bias, 1)
    if what == "rmse":
        return None if everybody.mean_square is None else root(everybody.mean_square, 1)
    return fixed_or_none(row.truth.share_known, 4)


def comparison_tables(found: EditionComparison) -> list[LabTable[Any]]:
    """Return all tables."""
    others = found.editions[1:]
    lists = [
        EditionList(one, ListedGroup(listed, group))
        for one in found.editions
        for listed in one.scale.lists
        for group in listed.groups
        if group.by in EVERYBODY
    ]
    return [
        LabTable("editions", EDITIONS, found.editions, EDITIONS_SHOWN),
        LabTable("truth", TRUTH, [one for one in found.editions if one.truth is not None]),
        LabTable("lists", LISTS, lists, ("edition", "list", "group", "players", "mean", "median", "deviation")),
        LabTable("players", PLAYERS, others, ("edition", "compared", "only_first", "only_second", "mean_gain")),
        LabTable(
            "gains",
            GAINS,
            [EditionGain(one, gain) for one in others for gain in one.players.gains],
            ("edition", "by", "name", "players", "mean_gain"),
        ),
        LabTable("most", MOST, [EditionPlayer(one, player) for one in others for player in one.players.most]),
        LabTable("least", MOST, [EditionPlayer(one, player) for one in others for player in one.players.least]),
        LabTable(
            "crossings",
            CROSSINGS,
            [EditionCrossing(one, crossing) for one in others for crossing in one.players.crossings],
        ),
    ]


def comparison_document(found: EditionComparison, source: Mapping[str, Any]) -> dict[str, Any]:
    """The whole answer as one document; `source` says where the games are from."""
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
        "lists": [
            LIST_FIELDS.document(ListedGroup(listed, group))
            for listed in one.scale.lists
            for group in listed.groups
            if group.by in EVERYBODY
        ],
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
            "resamples": difference.resamples,
            "groups": difference.groups,
            "seed": difference.seed,
        },
    }
    if one.truth is not None:
        document["truth"] = {name: _truth(one, name) for name in ("bias", "rmse")}
        document["truth"]["share_known"] = _truth(one, "share")
    return document


def _players_document(one: ComparedEdition) -> dict[str, Any]:
    gains: dict[str, list[dict[str, Any]]] = {}
    for gain in one.players.gains:
        row = GAINS.document(EditionGain(one, gain))
        gains.setdefault(gain.by, []).append({name: row[name] for name in ("name", "players", "mean_gain")})

    def people(players: Sequence[PlayerGain]) -> list[dict[str, Any]]:
        return [_without_edition(MOST.document(EditionPlayer(one, player))) for player in players]

    found: ComparedPlayers = one.players
    return {
        "players": {
            **PLAYERS.document(one),
            "gain_by": gains,
            "most": people(found.most),
            "least": people(found.least),
        },
        "crossings": [_without_edition(CROSSINGS.document(EditionCrossing(one, row))) for row in found.crossings],
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


def _chart(key: str, across: str, lines: Sequence[ChartLine], language: Language, *, dates: bool = False) -> Chart:
    title, upward = (text(f"lab.chart.{key}{part}", language) for part in ("", "-upward"))
    return Chart(title, text(across, language) if across else "", upward, lines=tuple(lines), dates=dates)


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
    return _chart("compared-mean", "", lines, language, dates=True)


def _gains(found: EditionComparison, language: Language) -> Chart:
    lines = [
        ChartLine(
            one.replay.chosen.label,
            tuple((Fraction(gain.name), gain.mean) for gain in one.players.gains if gain.by == "rating"),
        )
        for one in found.editions[1:]
    ]
    return _chart("compared-gain", "lab.chart.compared-gain-across", lines, language)


def _sweep(swept: Sequence[ComparedEdition], language: Language) -> Chart:
    points = [
        (one.replay.chosen.swept, Fraction(fixed(one.forecast.table.deviance10, 6)))
        for one in swept
        if one.replay.chosen.swept is not None
    ]
    line = ChartLine(text("lab.chart.compared-sweep-line", language), tuple(sorted(points)))
    return _chart("compared-sweep", "", [line], language)
