"""The same games under several editions: the scale of each, what it predicts, and what it makes of every player."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arpad.done import StepsDone, with_progress
from arpad.i18n import ArpadError
from arpad.lab.bulk_source import BulkSource, bulk_people
from arpad.lab.chosen_editions import changed_parameters
from arpad.lab.compared_players import ComparedPlayers, compare_players
from arpad.lab.forecasts import (
    SEED,
    Forecast,
    GroupedLosses,
    PairedDifference,
    event_groups,
    forecast,
    game_losses,
    paired,
    tested_games,
)
from arpad.lab.replays import EditionRun
from arpad.lab.same_games import GameDifferences, WorldColumns, game_differences
from arpad.lab.steps import GameTerms, ListColumns
from arpad.lab.truth_study import JudgedRun, TruthRun, study_truth
from arpad.lab.watching import EVERYTHING, WatchedScale, WatchWishes, watch


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
    found = []
    for replay, one, lost, truth in zip(runs, seen, losses, truths, strict=True):
        difference = paired(losses[0], lost, wishes.seed)
        assert difference is not None
        found.append(
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
        begin, wishes.end, int(np.count_nonzero(which)), int(np.count_nonzero(chosen)), left_out, tuple(found)
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
