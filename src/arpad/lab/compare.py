"""Compare editions on the same games: each edition's scale, predictions, and gains and losses of players."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from arpad.documents.fields import ShownField, ShownFields
from arpad.i18n import ArpadError, Language, text
from arpad.lab.bulk_source import BulkSource, bulk_people
from arpad.lab.compare_runs import EditionRun, changed_parameters
from arpad.lab.game_groups import AGE_GROUPS, age_groups
from arpad.lab.monitor import EVERYTHING, WatchedScale, WatchWishes, watch
from arpad.lab.rating_account import PARTS
from arpad.lab.scale_report import LIST_FIELDS, ListedGroup
from arpad.lab.scoring import (
    RESAMPLES,
    SEED,
    Forecast,
    GameDifferences,
    GroupedLosses,
    PairedDifference,
    WorldColumns,
    event_groups,
    forecast,
    game_differences,
    game_losses,
    paired,
    tested_games,
)
from arpad.lab.source import TERM_NAMES, GameTerms, LabPeople, ListColumns
from arpad.lab.tables import (
    Chart,
    ChartLine,
    LabTable,
    PartOf,
    chart_words,
    decimal_of,
    decimal_or_none,
    exact,
    exact_fields,
    fixed,
    fixed_or_none,
    list_field,
    root,
)
from arpad.lab.truth import JudgedRun, TruthRun, study_truth
from arpad.progress import StepsDone, with_progress
from arpad.rating.columns import Mask, Numbers, Wide

# Two editions on the last list, player by player: who gains, loses, is listed by one only, crosses a threshold.

THRESHOLDS = (2000, 2100, 2200, 2300, 2400, 2500)
BAND = 200
SHOWN = 10


@dataclass(frozen=True, slots=True)
class GroupGain:
    """Players who are alike in something: how many, and the sum of what they gain by the other edition."""

    by: str
    name: str
    players: int
    sum: int

    @property
    def mean(self) -> Fraction:
        return Fraction(self.sum, self.players)


@dataclass(frozen=True, slots=True)
class PlayerGain:
    """A player under both editions: rating and rank, and the difference."""

    id: str
    first: int
    first_rank: int
    other: int
    other_rank: int

    @property
    def gain(self) -> int:
        return self.other - self.first


@dataclass(frozen=True, slots=True)
class Crossing:
    """How many players the other edition brings over a threshold, and how many below it. Players without a rating are
    below."""

    threshold: int
    up: int
    down: int


@dataclass(frozen=True, slots=True)
class ComparedPlayers:
    """Everybody on the last lists of two editions."""

    compared: int
    only_first: int
    only_other: int
    sum: int
    gains: tuple[GroupGain, ...]
    most: tuple[PlayerGain, ...]
    least: tuple[PlayerGain, ...]
    crossings: tuple[Crossing, ...]

    @property
    def mean(self) -> Fraction | None:
        return Fraction(self.sum, self.compared) if self.compared else None


def compare_players(people: LabPeople, first: ListColumns, other: ListColumns) -> ComparedPlayers:
    """Compare the last lists of two editions."""
    one, two = first.rating.astype(np.int64), other.rating.astype(np.int64)
    both = (one > 0) & (two > 0)
    gain = two - one
    order = _by_gain(both, gain)
    ranks = _ranks(one), _ranks(two)
    shown = [
        PlayerGain(people.id_at(at), int(one[at]), int(ranks[0][at]), int(two[at]), int(ranks[1][at]))
        for at in [*order[:SHOWN].tolist(), *order[::-1][:SHOWN].tolist()]
    ]
    half = min(SHOWN, len(order))
    return ComparedPlayers(
        int(both.sum()),
        int(((one > 0) & (two == 0)).sum()),
        int(((one == 0) & (two > 0)).sum()),
        int(gain[both].sum()),
        tuple(_players_gains(people, first, both, gain)),
        tuple(shown[:half]),
        tuple(shown[half:]),
        tuple(
            Crossing(least, int(((one < least) & (two >= least)).sum()), int(((one >= least) & (two < least)).sum()))
            for least in THRESHOLDS
        ),
    )


def _by_gain(both: Mask, gain: Wide) -> Wide:
    """Return the players rated by both editions, the largest gain first; of equal gains the lower place first."""
    places = np.flatnonzero(both)
    return places[np.lexsort((places, -gain[places]))]


def _ranks(rating: Wide) -> Wide:
    """Return the rank of everybody: one more than there are players with a higher rating."""
    counts = np.bincount(rating)
    higher = np.cumsum(counts[::-1])[::-1] - counts
    return higher[rating] + 1


def _players_gains(people: LabPeople, first: ListColumns, both: Mask, gain: Wide) -> Iterator[GroupGain]:
    """Return the gains by rating, K, age and federation."""
    bands = first.rating // BAND * BAND
    yield from _grouped("rating", bands, {value: str(value) for value in np.unique(bands[both]).tolist()}, both, gain)
    ages = age_groups(people.born, first.date.year)
    yield from _grouped("age", ages, dict(enumerate(AGE_GROUPS)), both, gain)
    federations = dict(sorted(enumerate(people.federations), key=lambda one: one[1]))
    yield from _grouped("federation", people.federation, federations, both, gain)
    yield from _grouped("k", first.k, {value: str(value) for value in np.unique(first.k[both]).tolist()}, both, gain)


def _grouped(by: str, codes: Numbers, names: dict[int, str], both: Mask, gain: Wide) -> Iterator[GroupGain]:
    for code, name in names.items():
        members = both & (codes == code)
        if members.any():
            yield GroupGain(by, name, int(members.sum()), int(gain[members].sum()))


# The same games under several editions: the scale of each, what it predicts, and what it makes of every player.


@dataclass(frozen=True, slots=True)
class CompareWishes:
    """What to compare: the months whose games are predicted, the seed of the bootstrap, and whether the truth is
    known."""

    start: dt.date | None = None
    end: dt.date | None = None
    seed: int = SEED
    truth: bool = False
    watch: WatchWishes = EVERYTHING


@dataclass(frozen=True, slots=True)
class ComparedEdition:
    """An edition of a comparison. `changed` are the parameters that differ from the first one; `difference` and
    `players` compare with it too."""

    replay: EditionRun
    digest: str
    changed: dict[str, dict[str, Any]]
    scale: WatchedScale
    forecast: Forecast
    difference: PairedDifference
    players: ComparedPlayers
    truth: JudgedRun | None

    @property
    def name(self) -> str:
        return self.replay.chosen.name

    @property
    def terms(self) -> GameTerms:
        """Return the points that all games created."""
        return sum((step.account.terms for step in self.scale.steps), GameTerms())


@dataclass(frozen=True, slots=True)
class EditionComparison:
    """All editions over the same games. The games of events that begin from `start` on are predicted."""

    start: dt.date
    end: dt.date | None
    games: int
    played: int
    left_out: int
    editions: tuple[ComparedEdition, ...]


@dataclass(frozen=True, slots=True)
class _Seen:
    """One edition after both passes over its lists."""

    scale: WatchedScale
    known: GameDifferences
    last: ListColumns


def compare_editions(
    runs: Sequence[EditionRun],
    wishes: CompareWishes,
    left_out: int = 0,
    progress: StepsDone | None = None,
) -> EditionComparison:
    """Compare the runs of two or more editions; everything is measured against the first."""
    seen = [_seen(replay, wishes.watch) for replay in with_progress(runs, len(runs), progress)]
    world = runs[0].world
    known = [one.known for one in seen]
    begin, chosen, which = tested_games(world, runs[0].line, known, wishes.start, wishes.end)
    if not which.any():
        raise ArpadError("lab-no-test-games", start=f"{begin:%Y-%m}")
    group = event_groups(world.games, which, len(world.events))
    losses = [GroupedLosses.of(group, game_losses(world.games, one.known, which)) for one in seen]
    truths = _truths(world, runs, wishes)
    people = bulk_people(world.players)
    if world.names is not None:
        people = replace(people, ids=world.names)
    editions = []
    for replay, one, lost, truth in zip(runs, seen, losses, truths, strict=True):
        difference = paired(losses[0], lost, wishes.seed)
        assert difference is not None
        editions.append(
            ComparedEdition(
                replay,
                one.scale.digests["lists"],
                changed_parameters(runs[0].chosen.edition, replay.chosen.edition),
                one.scale,
                forecast(world.games, one.known, which),
                difference,
                compare_players(people, seen[0].last, one.last),
                truth,
            )
        )
    return EditionComparison(
        begin, wishes.end, int(np.count_nonzero(which)), int(np.count_nonzero(chosen)), left_out, tuple(editions)
    )


def _seen(replay: EditionRun, wishes: WatchWishes) -> _Seen:
    """Watch the scale of an edition, and keep what it knew of every game."""
    source = BulkSource(replay.world.folder, replay.out, replay.line, columns=replay.world)
    scale = watch(source, wishes)
    last: list[ListColumns] = []

    def lists() -> Iterator[ListColumns]:
        for listed in source.lists():
            last[:] = [listed]
            yield listed

    known = game_differences(replay.world, source.calendar, lists(), replay.chosen.edition)
    return _Seen(scale, known, last[0])


def _truths(world: WorldColumns, runs: Sequence[EditionRun], wishes: CompareWishes) -> Sequence[JudgedRun | None]:
    """Judge all runs by the true strengths, if these are asked for."""
    if not wishes.truth:
        return [None] * len(runs)
    judged = [TruthRun(replay.chosen.name, replay.out, replay.line) for replay in runs]
    return study_truth(world, judged, wishes.start, wishes.end).runs


# A comparison of editions as tables, as plots and as one document.

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


def comparison_tables(comparison: EditionComparison) -> list[LabTable[Any]]:
    """Return all tables."""
    others = comparison.editions[1:]
    lists = [PartOf(edition, row) for edition in comparison.editions for row in _lists(edition)]
    return [
        LabTable("editions", EDITIONS, comparison.editions, EDITIONS_SHOWN),
        LabTable(
            "truth",
            TRUTH,
            [PartOf(edition, edition.truth) for edition in comparison.editions if edition.truth is not None],
        ),
        LabTable("lists", LISTS, lists),
        LabTable("players", PLAYERS, others),
        LabTable("gains", GAINS, [PartOf(edition, gain) for edition in others for gain in edition.players.gains]),
        LabTable("most", MOST, [PartOf(edition, player) for edition in others for player in edition.players.most]),
        LabTable("least", MOST, [PartOf(edition, player) for edition in others for player in edition.players.least]),
        LabTable(
            "crossings", CROSSINGS, [PartOf(edition, row) for edition in others for row in edition.players.crossings]
        ),
    ]


def _lists(edition: ComparedEdition) -> list[ListedGroup]:
    """Return the lists of an edition with everybody, and with the active players."""
    return [
        ListedGroup(listed, group) for listed in edition.scale.lists for group in listed.groups if group.by in EVERYBODY
    ]


def comparison_document(comparison: EditionComparison, source: Mapping[str, Any]) -> dict[str, Any]:
    """Return the whole answer as one document; `source` says where the games are from."""
    compared = [_players_document(edition) for edition in comparison.editions[1:]]
    return {
        "source": {**source, "left_out": comparison.left_out},
        "test": {
            "from": comparison.start,
            "to": comparison.end,
            "games": comparison.games,
            "played": comparison.played,
        },
        "editions": [_edition_document(comparison, edition) for edition in comparison.editions],
        **compared[0],
        "more": compared[1:],
    }


def _edition_document(comparison: EditionComparison, edition: ComparedEdition) -> dict[str, Any]:
    stretch, sums, difference = edition.forecast.stretch, edition.forecast.table, edition.difference
    document: dict[str, Any] = {
        "id": edition.name,
        "digest": edition.digest,
        "parameters_changed": edition.changed,
        "swept": edition.replay.chosen.swept,
        "lists": [LIST_FIELDS.document(row) for row in _lists(edition)],
        "ledger_total": {name: getattr(edition.terms, name) for name in TERM_NAMES}
        | {"created": edition.terms.created, "created_per_game": EDITIONS.document(edition)["created_per_game"]},
        "drift": EDITIONS.document(edition)["drift"],
        "lambda": None if stretch is None else fixed(stretch.slope, 5),
        "white": None if stretch is None else fixed(stretch.white, 2),
        "predict": {
            "games": sums.games,
            "deviance10": fixed(sums.deviance10, 6),
            "brier": fixed(sums.brier, 6),
            "coverage": decimal_of(Fraction(comparison.games, max(comparison.played, 1)), 4),
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
    if edition.truth is not None:
        document["truth"] = _without_edition(TRUTH.document(PartOf(edition, edition.truth)))
    return document


def _players_document(edition: ComparedEdition) -> dict[str, Any]:
    gains: dict[str, list[dict[str, Any]]] = {}
    for gain in edition.players.gains:
        row = GAINS.document(PartOf(edition, gain), ("name", "players", "mean_gain"))
        gains.setdefault(gain.by, []).append(row)

    def people(players: Sequence[PlayerGain]) -> list[dict[str, Any]]:
        return [_without_edition(MOST.document(PartOf(edition, player))) for player in players]

    return {
        "players": {
            **PLAYERS.document(edition),
            "gain_by": gains,
            "most": people(edition.players.most),
            "least": people(edition.players.least),
        },
        "crossings": [_without_edition(CROSSINGS.document(PartOf(edition, row))) for row in edition.players.crossings],
    }


def _without_edition(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "edition"}


def comparison_charts(comparison: EditionComparison, language: Language) -> dict[str, Chart]:
    """Return the plots: the mean through the lists, the gain by rating, and what was swept."""
    charts = {"mean": _means(comparison, language), "gain": _gains_rows(comparison, language)}
    swept = [edition for edition in comparison.editions if edition.replay.chosen.swept is not None]
    if len(swept) > 1:
        charts["sweep"] = _sweep(swept, language)
    return charts


def _means(comparison: EditionComparison, language: Language) -> Chart:
    lines = [
        ChartLine(
            edition.replay.chosen.label,
            tuple(
                (exact(listed.date), mean)
                for listed in edition.scale.lists
                if (mean := listed.group("everybody").counts.mean) is not None
            ),
        )
        for edition in comparison.editions
    ]
    return Chart(*chart_words("compared-mean", language), lines=tuple(lines), dates=True)


def _gains_rows(comparison: EditionComparison, language: Language) -> Chart:
    lines = [
        ChartLine(
            edition.replay.chosen.label,
            tuple((Fraction(gain.name), gain.mean) for gain in edition.players.gains if gain.by == "rating"),
        )
        for edition in comparison.editions[1:]
    ]
    return Chart(*chart_words("compared-gain", language, "compared-gain-across"), lines=tuple(lines))


def _sweep(swept: Sequence[ComparedEdition], language: Language) -> Chart:
    points = [
        (edition.replay.chosen.swept, Fraction(fixed(edition.forecast.table.deviance10, 6)))
        for edition in swept
        if edition.replay.chosen.swept is not None
    ]
    line = ChartLine(text("lab.chart.compared-sweep-line", language), tuple(sorted(points)))
    return Chart(*chart_words("compared-sweep", language), lines=(line,))
