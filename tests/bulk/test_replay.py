"""A run over a world: its lists are those of the reference, it can be interrupted, and it says what it cannot rate."""

import datetime as dt
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from arpad.bulk.replay import Line, Rows, by_date, only
from arpad.bulk.run import Interrupted, lists_in, run, whole_list
from arpad.bulk.world_files import generate
from arpad.domain.games import History
from arpad.i18n import ArpadError
from arpad.lists.ledger import LedgerRow, Standing
from arpad.rating.coefficient import k_factor
from arpad.regulations.rating_editions import edition, regulations
from small_seasons import Season, first_list

LINE = by_date(regulations())


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small world that crosses 1 March 2024."""
    folder = tmp_path_factory.mktemp("world")
    generate(folder, 400, 3_000, 8, 1, dt.date(2023, 10, 1))
    return folder


def seasons_events(world: Path) -> dict[dt.date, list[dict[str, object]]]:
    """The events of the world as reports tell them, by the list they are due for: the one of the next month."""
    table = pq.read_table(world / "games.parquet").to_pylist()
    events = {row["event"]: row for row in pq.read_table(world / "events.parquet").to_pylist()}
    games: dict[int, list[dict[str, object]]] = {}
    for row in table:
        games.setdefault(row["event"], []).append(row)
    found: dict[dt.date, list[dict[str, object]]] = {}
    for number, own in games.items():
        head = events[number]
        due = (head["end"].replace(day=1) + dt.timedelta(days=32)).replace(day=1)
        rounds: dict[int, list[tuple[str, str, str]]] = {}
        for row in own:
            result = {0: "0", 1: "=", 2: "1"}[int(str(row["score"]))] if row["played"] else "+"
            rounds.setdefault(int(str(row["round"])), []).append((str(row["white"]), str(row["black"]), result))
        ids = dict.fromkeys(id_ for pairs in rounds.values() for white, black, _ in pairs for id_ in (white, black))
        event = {
            "name": f"{number:08}", "class": "standard", "start": head["start"], "end": head["end"],
            "players": list(ids),
            "rounds": [{"date": head["end"], "games": rounds[number]} for number in sorted(rounds)],
        }  # fmt: skip
        found.setdefault(due, []).append(event)
    return found


def test_a_run_gives_the_lists_of_the_reference(world: Path, tmp_path: Path) -> None:
    """Every player, every list: the world is closed once over columns and once report by report."""
    run(world, tmp_path / "out", LINE)
    first = lists_in(tmp_path / "out")[0]
    rules = LINE.on(first)
    rows = []
    for player in pq.read_table(world / "players.parquet").to_pylist():
        own = Standing()
        if player["rating"]:
            known = History(player["rating"], player["games_played"], player["highest"], first, player["born"] or None)
            own = Standing(player["rating"], k_factor(rules, known).k, 0, player["games_played"], known.peak)
        else:
            own = Standing(total=player["games_played"], highest=player["highest"])
        rows.append(LedgerRow(str(player["id"]), born=player["born"], standings=(own, Standing(), Standing())))
    season = Season(first_list(first.isoformat(), rows))
    events = seasons_events(world)
    rated = {row.id for row in rows if row.standings[0].rating}
    for date in lists_in(tmp_path / "out")[1:]:
        season.close(date.isoformat(), *events.get(date, []))
        expected: dict[str, tuple[int, int | None, int, str]] = {
            row.id: (standing.rating, standing.k, standing.games, "i" if standing.inactive else "")
            for row in season.ledger.all_rows()
            if (standing := row.standing("standard")).rating
        }
        expected |= dict.fromkeys(rated - set(expected), (0, None, 0, ""))  # 7.2.1: on the next list, as not rated
        rated = {id_ for id_, (rating, *_) in expected.items() if rating}
        table = whole_list(tmp_path / "out", date)
        found = {
            one["id"]: (one["rating"], one["k"], one["games"], one["flag"])
            for one in table.select(["id", "rating", "k", "games", "flag"]).to_pylist()
        }
        assert found == expected, date


def test_an_interrupted_run_goes_on_and_ends_the_same(world: Path, tmp_path: Path) -> None:
    whole = run(world, tmp_path / "whole", LINE)
    asked: list[int] = []

    def after_three() -> bool:
        asked.append(1)
        return len(asked) == 3

    with pytest.raises(Interrupted) as stop:
        run(world, tmp_path / "parts", LINE, stopped=after_three)
    assert stop.value.date == lists_in(tmp_path / "whole")[2]
    assert not (tmp_path / "parts" / "lists.parquet").exists()
    with pytest.raises(ArpadError) as problem:
        run(world, tmp_path / "parts", only(edition("fide-2024")))
    assert problem.value.key == "bulk-other-run"
    assert run(world, tmp_path / "parts", LINE) == whole
    one, two = (pq.read_table(tmp_path / name / "lists.parquet") for name in ("whole", "parts"))
    assert one.equals(two)
    assert [file.name for file in (tmp_path / "parts").iterdir()] == ["lists.parquet"]


def test_a_run_that_cannot_write_leaves_nothing_behind(
    world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third list cannot be written: the run ends with that, also where the next lists are closed already."""
    written: list[dt.date] = []
    table = Rows.table

    def third_fails(self: Rows) -> pa.Table:
        written.append(self.date)
        if len(written) == 3:
            raise OSError("no space left")
        return table(self)

    monkeypatch.setattr(Rows, "table", third_fails)
    with pytest.raises(OSError, match="no space left"):
        run(world, tmp_path / "out", LINE)
    assert not (tmp_path / "out").exists()


def test_a_run_that_cannot_tell_how_far_it_is_leaves_nothing_behind(world: Path, tmp_path: Path) -> None:
    def told(done: int, _total: int) -> None:
        if done == 2:
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        run(world, tmp_path / "out", LINE, progress=told)
    assert not (tmp_path / "out").exists()


def test_progress_goes_from_the_first_list_to_the_last(world: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with pytest.raises(Interrupted):
        run(world, tmp_path / "out", LINE, progress=lambda *step: told.append(step), stopped=lambda: len(told) == 2)
    run(world, tmp_path / "out", LINE, progress=lambda *step: told.append(step))
    assert told == [(done, 9) for done in range(1, 10)]


def test_one_edition_for_everything_knows_no_transition(world: Path, tmp_path: Path) -> None:
    assert run(world, tmp_path / "a", only(edition("fide-2024"))).digest != run(world, tmp_path / "b", LINE).digest


def _write(folder: Path, name: str, **columns: object) -> None:
    pq.write_table(pa.table(columns), folder / f"{name}.parquet")


def _little(folder: Path, start: dt.date, system: str, rating: int = 0) -> Path:
    folder.mkdir()
    ids = np.arange(1, 4, dtype=np.int64)
    whole = np.array([2000, 1900, rating], dtype=np.int32)
    _write(
        folder, "players", id=ids, born=np.full(3, 1980, dtype=np.int32), sex=["M"] * 3, federation=["ESP"] * 3,
        rating=whole, games_played=np.full(3, 50, dtype=np.int32), highest=whole,
    )  # fmt: skip
    _write(folder, "events", event=[1], start=[start], end=[start], format=[system])
    _write(folder, "games", event=[1, 1], round=[1, 2], white=[1, 2], black=[2, 3], score=[2, 1], played=[True, True])
    return folder


@pytest.mark.parametrize(
    ("start", "system", "key"),
    [
        (dt.date(2018, 5, 4), "round-robin", "bulk-round-robin"),
        (dt.date(2012, 5, 4), "swiss", "bulk-no-edition"),
        (dt.date(2004, 5, 4), "swiss", "bulk-event-average"),
    ],
)
def test_what_cannot_be_rated_over_columns_is_refused(start: dt.date, system: str, key: str, tmp_path: Path) -> None:
    with pytest.raises(ArpadError) as problem:
        run(_little(tmp_path / "world", start, system), tmp_path / "out", LINE)
    assert problem.value.key == key
    assert not (tmp_path / "out").exists()


def test_numbered_games_are_rated_in_the_order_of_their_rounds(tmp_path: Path) -> None:
    """FRBE 10.f.2: K depends on the order of a player's games, whatever order the file has. An interrupted run keeps
    the results of provisional ratings."""
    folder, belgian, asked = tmp_path / "world", only(edition("frbe-2008")), [False, True, False]
    folder.mkdir()
    generate(folder, 60, 1_500, 36, 1, dt.date(2009, 1, 1))
    whole = run(folder, tmp_path / "whole", belgian)
    with pytest.raises(Interrupted):
        run(folder, tmp_path / "parts", belgian, stopped=lambda: asked.pop(0))
    assert run(folder, tmp_path / "parts", belgian) == whole
    games = pq.read_table(folder / "games.parquet")
    pq.write_table(games.take(pa.array(np.random.default_rng(1).permutation(len(games)))), folder / "games.parquet")
    assert run(folder, tmp_path / "shuffled", belgian).digest == whole.digest


def test_numbered_games_are_refused_where_only_sums_are_added(tmp_path: Path) -> None:
    """On Spark the games of a player are on several machines; nor are they rated beside those of other editions."""
    folder = _little(tmp_path / "world", dt.date(2010, 5, 4), "swiss", rating=1950)
    belgian = edition("frbe-2008")
    with pytest.raises(ArpadError, match=r"frbe-2008 \(change\.method = numbered-games\).*not Spark"):
        run(folder, tmp_path / "out", only(belgian), engine=lambda *_: pytest.fail("no engine is asked"))
    both = Line((edition("fide-2005"), belgian))
    with pytest.raises(ArpadError, match="all editions of the run number them"):
        both.checked(dt.date(2006, 5, 1), as_played=True)


def test_a_round_robin_of_rated_players_is_rated(tmp_path: Path) -> None:
    folder = _little(tmp_path / "world", dt.date(2018, 5, 4), "round-robin", rating=1950)
    assert run(folder, tmp_path / "out", LINE).games == 2
