"""Prepare and run the replays that a comparison of editions needs, reusing earlier runs."""

import hashlib
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arpad.bulk.input_files import EARLIEST_BIRTH, EVENTS, GAMES, LATEST_BIRTH, PLAYERS, GameColumns, Players
from arpad.bulk.replay import (
    Calendar,
    Line,
    PeriodGames,
    Rated,
    State,
    begin,
    calendar_of,
    only,
    rate_part,
    replay,
)
from arpad.bulk.run import RESULT, run, run_fingerprint
from arpad.bulk.world import SLOPE, TRUTH, WHITE
from arpad.bulk.world_files import writing
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.i18n import ArpadError, Language, text
from arpad.lab.scoring import WorldColumns
from arpad.progress import StepsDone, with_progress
from arpad.rating.change import transition_column
from arpad.rating.columns import Mask, Numbers
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition, parameter_names
from arpad.regulations.rating_editions import Regulations, with_values
from arpad.untrusted import toml_tables

# Editions to compare: by their ids, of files, with values set, and with a value swept through several numbers.

TOML = ".toml"
FEWEST = 2


@dataclass(frozen=True, slots=True)
class ChosenEdition:
    """An edition of a comparison. `swept` is the value of the parameter that is swept, if it is; `changed` is what
    was set, for people to see instead of a long id."""

    edition: Edition
    swept: Fraction | None = None
    changed: str = ""

    @property
    def name(self) -> str:
        return self.edition.id

    @property
    def label(self) -> str:
        return self.changed or self.edition.id


@dataclass(frozen=True, slots=True)
class Sweep:
    """A parameter and the values that are tried."""

    parameter: str
    values: tuple[str, ...]


def chosen_editions(
    library: Regulations, named: Sequence[str], settings: Sequence[str] = (), sweep: str | None = None
) -> list[ChosenEdition]:
    """Return the editions to compare. What is set or swept makes further editions of the last one that is named."""
    editions = []
    for name in named:
        file = Path(name) if name.endswith(TOML) else None
        if file is not None:
            if not file.is_file():
                raise ArpadError("file-missing", file=name)
            library = library.with_file(file)
        editions.append(ChosenEdition(library.edition(name if file is None else file.stem)))
    if not editions:
        raise ArpadError("lab-two-editions")
    base = editions[-1].edition
    if settings:
        base = with_values(base, dict(_setting(typed) for typed in settings))
        editions.append(ChosenEdition(base, changed=" ".join(settings)))
    if sweep is not None:
        editions += _swept(base, read_sweep(sweep))
    if len(editions) < FEWEST:
        raise ArpadError("lab-two-editions")
    names = [edition.name for edition in editions]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None and len(set(names)) > 1:
        raise ArpadError("lab-edition-twice", edition=twice)
    return editions


def read_sweep(typed: str) -> Sweep:
    """Return what is swept: k.middle=10,15,20."""
    name, _, values = typed.partition("=")
    parts = tuple(value.strip() for value in values.split(",") if value.strip())
    _check("--sweep", typed, name, parts)
    return Sweep(name, parts)


def _swept(base: Edition, sweep: Sweep) -> list[ChosenEdition]:
    editions = []
    for typed in sweep.values:
        value = _value(typed)
        number = Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None
        changed = f"{sweep.parameter}={typed}"
        editions.append(ChosenEdition(with_values(base, {sweep.parameter: value}), number, changed))
    return editions


def _setting(typed: str) -> tuple[str, Any]:
    """Return a parameter and its value: k.junior=30."""
    name, _, value = typed.partition("=")
    _check("--set", typed, name, (value.strip(),))
    return name, _value(value.strip())


def _check(option: str, typed: str, name: str, values: Sequence[str]) -> None:
    known = parameter_names()
    if name not in known:
        near = ", ".join(get_close_matches(name, known, 3, 0) or known[:3])
        raise ArpadError("lab-set", option=option, name=name, known=near)
    if not all(values) or not values:
        raise ArpadError("lab-set-value", option=option, value=typed)


def _value(typed: str) -> Any:
    """Return a value as an edition file writes it; a word needs no quotes."""
    try:
        return toml_tables(f"value = {typed}")["value"]
    except ValueError:
        return typed


def changed_parameters(first: Edition, other: Edition) -> dict[str, dict[str, Any]]:
    """Return the parameters that differ, with both values."""
    theirs = dict(other.parameters())
    return {
        name: {"first": rule.value, "this": theirs[name].value}
        for name, rule in first.parameters()
        if name in theirs and theirs[name].value != rule.value
    }


# A world with something changed: the first list taken over by a transition, or events that are left out.

AS_SWISS = "as-swiss"


def with_transition(world: WorldColumns, edition: Edition, into: Path) -> WorldColumns:
    """Write the world with its first list as the edition takes it over; without a transition it stays as it is."""
    if edition.transition is None:
        return world
    rating = np.where(world.players.rating > 0, transition_column(edition, world.players.rating), 0).astype(np.int32)
    highest = np.minimum(np.maximum(world.players.highest, rating), HIGHEST_RATING).astype(np.int32)
    players = replace(world.players, rating=rating, highest=highest)
    into.mkdir(parents=True, exist_ok=True)
    pq.write_table(_players_table(players), into / PLAYERS, **writing())
    _linked(world.folder, into, (EVENTS, GAMES))
    return replace(world, folder=into, players=players)


def _players_table(players: Players) -> pa.Table:
    columns: dict[str, Any] = {"id": pa.array(players.ids), "born": pa.array(players.born)}
    columns |= {name: getattr(players, name) for name in ("sex", "federation") if len(getattr(players, name))}
    for name in ("rating", "games_played", "highest"):
        columns[name] = pa.array(getattr(players, name))
    return pa.table(columns)


def _linked(world: Path, into: Path, names: tuple[str, ...]) -> None:
    """Put the files of the world that stay the same into the folder of the other, without copying them if possible."""
    for name in names:
        target = into / name
        target.unlink(missing_ok=True)
        try:
            target.hardlink_to(world / name)
        except OSError:
            shutil.copyfile(world / name, target)


def leave_out(world: WorldColumns, events: Mask, into: Path) -> WorldColumns:
    """Write the world as if no game of some events had been played."""
    games = replace(world.games, played=world.games.played & ~events[world.games.event])
    table = pq.read_table(world.folder / GAMES)
    place = table.schema.get_field_index("played")
    into.mkdir(parents=True, exist_ok=True)
    pq.write_table(table.set_column(place, "played", pa.array(games.played)), into / GAMES, **writing())
    _linked(world.folder, into, (PLAYERS, EVENTS))
    if (world.folder / TRUTH).exists():
        metadata = pq.read_metadata(world.folder / TRUTH).metadata or {}
        kept = {name: value for name, value in metadata.items() if name in (WHITE.encode(), SLOPE.encode())}
        pq.write_table(pq.read_table(world.folder / TRUTH).replace_schema_metadata(kept), into / TRUTH)
    return replace(world, folder=into, games=games)


def refused_round_robins(world: WorldColumns, lines: list[Line]) -> Mask:
    """Return the round robins with unrated players that an edition before 2022 rates as a whole event (2017 8.58).

    If they are left out, others may have unrated players too; so it goes on until none is left."""
    refused = np.zeros(len(world.events), dtype=np.bool_)
    strict = [line for line in lines if any(edition.change.round_robin.value != AS_SWISS for edition in line.editions)]
    found = bool(strict)
    while found:
        found = False
        for line in strict:
            games = replace(world.games, played=world.games.played & ~refused[world.games.event])
            for more in _refused(world.players, games, calendar_of(world.events, line), line):
                found |= bool((more & ~refused).any())
                refused |= more
    return refused


def _refused(players: Players, games: GameColumns, calendar: Calendar, line: Line) -> Iterator[Mask]:
    """Replay without the events that are refused, and tell them list by list."""
    engine = _LeavingOut(games, calendar, line)
    for _ in replay(players, calendar, line, engine, begin(players, calendar, line)):
        yield engine.refused


class _LeavingOut:
    """The kernel, which leaves out the round robins that it would have to refuse."""

    def __init__(self, games: GameColumns, calendar: Calendar, line: Line) -> None:
        self._games = PeriodGames.of(games, calendar, line)
        self.refused = np.zeros(len(calendar.period), dtype=np.bool_)

    def rate(self, period: int, state: State) -> list[Rated]:
        rated = []
        for part in self._games.parts(period):
            columns = part
            if part.edition.change.round_robin.value != AS_SWISS and part.round_robin is not None:
                unrated: Mask = state.past[part.list_date] == 0
                games = part.games
                wrong = part.round_robin[games.event] & (unrated[games.white] | unrated[games.black])
                self.refused[games.event[wrong]] = True
                event: Numbers = games.event
                columns = replace(part, games=games.take(np.flatnonzero(~self.refused[event])))
            rated.append(rate_part(columns, state, self._games.line))
        return rated


# Games that an office hands to the laboratory, as the three tables of a world; and how they differ from its lists.

FOLDER, DIGEST_SIGNS = "office", 12


@dataclass(frozen=True, slots=True)
class SourceNote:
    """Something that a replay of the games cannot do as the office did it: how often it happened, and names that belong
    to it."""

    kind: str
    count: int
    names: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        return {"kind": self.kind, "count": self.count, "names": list(self.names)}

    def words(self, language: Language) -> str:
        return text(f"lab.compared-note.{self.kind}", language, count=self.count, names=", ".join(self.names))


@dataclass(frozen=True)
class HandedGames:
    """The games of an office in one time class. The ids of players and events in the tables are places; `ids` are the
    office's own, in the order of the places. `lists` are the digests of the lists that the games belong to; the first
    is the one that a replay begins with. `editions` are those that the office rated by."""

    time_class: TimeClass
    ids: Any
    players: pa.Table
    events: pa.Table
    games: pa.Table
    lists: Mapping[str, str]
    editions: tuple[str, ...]
    notes: tuple[SourceNote, ...]

    def world(self, work: Path) -> "tuple[WorldColumns, str]":
        """Write the tables into a folder of work, and read them as a world; with a digest of all that they say. The
        digest is in a file too, so that a run is used again only if nothing has changed."""
        digest = self._digest()
        folder = work / f"{FOLDER}-{digest[:DIGEST_SIGNS]}"
        folder.mkdir(parents=True, exist_ok=True)
        pq.write_table(self.players, folder / PLAYERS, **writing())
        pq.write_table(self.events, folder / EVENTS, **writing())
        pq.write_table(self.games.replace_schema_metadata({"digest": digest}), folder / GAMES, **writing())
        return replace(WorldColumns.read(folder), names=self.ids), digest

    def _digest(self) -> str:
        summary = hashlib.sha256()
        for table in (pa.table({"id": self.ids}), self.players, self.events, self.games):
            for name, column in zip(table.schema.names, table.columns, strict=True):
                if pa.types.is_string(column.type):
                    summary.update("\0".join([name, *column.to_pylist()]).encode())
                else:
                    summary.update(np.ascontiguousarray(column.to_numpy(), dtype="<i8").data)
        return summary.hexdigest()

    def document(self, digest: str, editions: Sequence[ChosenEdition]) -> dict[str, Any]:
        """Return what a comparison of editions says about its source."""
        return {
            "kind": "office",
            "digest": digest,
            "time_class": self.time_class,
            "lists": dict(self.lists),
            "editions": list(self.editions),
            "decided_bases": "ignored",
            "notes": [note.document() for note in self.notes_with(editions)],
        }

    def notes_with(self, editions: Sequence[ChosenEdition]) -> tuple[SourceNote, ...]:
        """Return the notes, and which of the editions that are compared are for another time class."""
        strange = tuple(
            chosen_edition.name for chosen_edition in editions if not chosen_edition.edition.covers(self.time_class)
        )
        return (*self.notes, *([SourceNote("other-class", len(strange), strange)] if strange else []))

    def words(self, editions: Sequence[ChosenEdition], language: Language) -> list[str]:
        """Return which games these are, and what is different from the office's own lists."""
        first, *_, last = self.lists
        games_text = text("label.lab-office-games", language, first=first, last=last, editions=", ".join(self.editions))
        return [games_text, *(note.words(language) for note in self.notes_with(editions))]


def known_births(years: Numbers) -> Numbers:
    """Return the years of birth as a world has them: 0 if it cannot be one."""
    known = (years >= EARLIEST_BIRTH) & (years <= LATEST_BIRTH)
    return np.where(known, years, 0).astype(np.int32)


# One run for each edition of a comparison, in a folder of work: a run of the same files and rules is used again.

SIGNS = 12
REFUSED = "bulk-round-robin"


@dataclass(frozen=True, slots=True)
class EditionRun:
    """A run of an edition: its world (with a transition perhaps), and where its lists are."""

    chosen: ChosenEdition
    world: WorldColumns
    out: Path

    @property
    def line(self) -> Line:
        return only(self.chosen.edition)


@contextmanager
def work_folder(named: Path | None) -> Iterator[Path]:
    """Provide the folder in which runs are kept; without a name it is removed in the end."""
    if named is None:
        with TemporaryDirectory(prefix="arpad-lab-") as folder:
            yield Path(folder)
        return
    try:
        named.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(named), problem=problem.strerror or str(problem)) from None
    yield named


def without_refused(world: WorldColumns, editions: Sequence[ChosenEdition], work: Path) -> tuple[WorldColumns, int]:
    """Return the world without the round robins that one of the editions would refuse, and how many these are."""
    refused = refused_round_robins(world, [only(chosen_edition.edition) for chosen_edition in editions])
    count = int(refused.sum())
    return (leave_out(world, refused, work / "world-left-out"), count) if count else (world, 0)


def replays(
    world: WorldColumns,
    editions: Sequence[ChosenEdition],
    work: Path,
    *,
    transition: bool = False,
    progress: StepsDone | None = None,
) -> list[EditionRun]:
    """Run every edition, or find its run."""
    runs = []
    for chosen in with_progress(editions, len(editions), progress):
        name = _folder_name(chosen.name)
        own = with_transition(world, chosen.edition, work / f"world-{name}") if transition else world
        line = only(chosen.edition)
        out = work / f"{name}-{run_fingerprint(own.folder, line)[:SIGNS]}"
        if not (out / RESULT).exists():
            _run(own, out, line)
        runs.append(EditionRun(chosen, own, out))
    return runs


def _run(world: WorldColumns, out: Path, line: Line) -> None:
    try:
        run(world.folder, out, line)
    except ArpadError as problem:
        if problem.key == REFUSED:
            edition = line.editions[0]
            refused = int(refused_round_robins(world, [line]).sum())
            article = edition.change.round_robin.article.number
            raise ArpadError("lab-round-robins", edition=edition.id, article=article, count=refused) from None
        raise


def _folder_name(edition: str) -> str:
    """Return an id as the name of a folder."""
    return re.sub(r"[^A-Za-z0-9.=-]+", "_", edition)
