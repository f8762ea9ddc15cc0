"""The three input files: what is read from them, and what is said where they cannot be used."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.bulk import input_files
from arpad.bulk.input_files import UNKNOWN, Events, GameColumns, IdIndex, Players, read_events, read_games, read_players
from arpad.i18n import ArpadError
from bulk_files import FILES, GAMES, write
from proofs import law


def read(folder: Path) -> tuple[Players, Events, GameColumns]:
    players, events = read_players(folder), read_events(folder)
    return players, events, read_games(folder, players, events)


def test_players_stand_by_their_id(tmp_path: Path) -> None:
    players, _, _ = read(write(tmp_path))
    assert players.ids.tolist() == [10, 20, 30, 40]
    assert players.born.tolist() == [1980, 0, 2010, 1999]
    assert players.rating.tolist() == [2100, 0, 1500, 1800]
    assert players.games_played.tolist() == [300, 0, 12, 40]
    assert players.highest.tolist() == [2150, 0, 1500, 1900]
    assert players.sex.to_pylist() == ["F", "M", "M", "F"]
    assert players.federation.to_pylist() == ["FRA", "ESP", "ESP", "IND"]
    assert [str(value.dtype) for value in (players.ids, players.rating)] == ["int64", "int32"]


def test_events_stand_by_their_end_then_start(tmp_path: Path) -> None:
    _, events, _ = read(write(tmp_path))
    assert events.ids.tolist() == [6, 7, 5]
    assert events.end.astype(str).tolist() == ["2024-03-04", "2024-03-10", "2024-03-10"]
    assert events.start.astype(str).tolist() == ["2024-03-02", "2024-03-01", "2024-03-08"]
    assert events.round_robin.tolist() == [True, True, False]


def test_games_point_at_places_in_the_order_of_the_file(tmp_path: Path) -> None:
    _, _, games = read(write(tmp_path))
    assert games.event.tolist() == [2, 2, 0, 1]
    assert games.white.tolist() == [0, 2, 1, 3]
    assert games.black.tolist() == [1, 3, 2, 0]
    assert games.score.tolist() == [2, 1, 0, 2]
    assert games.played.tolist() == [True, True, True, False]
    assert [str(value.dtype) for value in (games.event, games.score, games.played)] == ["int32", "int8", "bool"]


def test_sex_and_federation_may_be_left_out(tmp_path: Path) -> None:
    players, _, _ = read(write(tmp_path, players={"sex": None, "federation": None}))
    assert len(players.sex) == len(players.federation) == 0


def test_digits_dictionaries_and_days_as_text_are_the_same_files(tmp_path: Path) -> None:
    plain = read(write(tmp_path / "plain"))
    as_text = read(
        write(
            tmp_path / "text",
            players={"id": ["30", "10", "20", "40"], "sex": pa.array(["M", "F", "M", "F"]).dictionary_encode()},
            events={"start": ["2024-03-01", "2024-03-08", "2024-03-02"], "event": pa.array([7, 5, 6], pa.uint64())},
            games={"white": pa.array(["10", "30", "20", "40"]).dictionary_encode(), "event": [5, 5, 6, 7]},
        )
    )
    for one, other in zip(plain, as_text, strict=True):
        assert all(list(vars(one)[name]) == list(vars(other)[name]) for name in vars(one))


def test_no_games_at_all_can_be_read(tmp_path: Path) -> None:
    empty = {name: pa.table(GAMES)[name].slice(0, 0) for name in GAMES}
    assert len(read(write(tmp_path, games=empty))[2]) == 0


def test_large_row_groups_and_small_ones_give_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path)
    pq.write_table(pa.table(GAMES), folder / "games.parquet", row_group_size=3)
    monkeypatch.setattr(input_files, "BATCH", 2)
    told: list[tuple[int, int]] = []
    players, events = read_players(folder), read_events(folder)
    small = read_games(folder, players, events, lambda done, total: told.append((done, total)))
    monkeypatch.setattr(input_files, "LARGEST_GROUP", 2)
    large = read_games(folder, players, events)
    assert small.white.tolist() == large.white.tolist() == [0, 2, 1, 3]
    assert told[-1] == (4, 4)


BAD: dict[str, tuple[dict[str, dict[str, Any]], str]] = {
    "a missing column of players": ({"players": {"born": None}}, "players.parquet: the column born is missing; there"),
    "a missing column of events": ({"events": {"end": None}}, "events.parquet: the column end is missing"),
    "a missing column of games": ({"games": {"round": None}}, "games.parquet: the column round is missing"),
    "a rating in words": (
        {"players": {"rating": list("abcd")}},
        "players.parquet: the column rating is of type string",
    ),
    "half points as decimals": ({"games": {"score": [1.0, 0.5, 0.0, 1.0]}}, "the column score is of type double"),
    "played as numbers": ({"games": {"played": [1, 1, 1, 0]}}, "the column played is of type int64; write it as bool"),
    "a date as a number": (
        {"events": {"start": [20240301] * 3}},
        "the column start is of type int64; write it as date32",
    ),
    "sex as a number": ({"players": {"sex": [1, 2, 1, 2]}}, "the column sex is of type int64; write it as string"),
    "no rating": ({"players": {"rating": pa.array([1, None, 2, 3])}}, "rating, row 2: there is no value"),
    "an event without a date": (
        {"events": {"end": pa.array([None, None, None], pa.date32())}},
        "events.parquet: end, row 1: there is no value",
    ),
    "no score": ({"games": {"score": pa.array([2, 1, None, 0])}}, "games.parquet: score, row 3: there is no value"),
    "no word on played": ({"games": {"played": [True, None, True, True]}}, "played, row 2: there is no value"),
    "an id of letters": ({"players": {"id": ["30", "10", "x2", "40"]}}, "id, row 3: “x2” is not a whole number"),
    "a negative id": ({"players": {"id": [30, -1, 20, 40]}}, "id, row 2: −1 is not between 0"),
    "a player twice": ({"players": {"id": [30, 10, 30, 10]}}, "players.parquet: id, row 3: 30 appears a second"),
    "an event twice": ({"events": {"event": [7, 5, 7]}}, "events.parquet: event, row 3: 7 appears a second time"),
    "born too early": ({"players": {"born": [2010, 1712, 0, 3]}}, "born, row 2: 1712 cannot be a year of birth"),
    "born too late": ({"players": {"born": [2010, 1980, 0, 9999]}}, "born, row 4: 9999 is not between"),
    "a rating of 40000": ({"players": {"rating": [1500, 2100, 40000, 0]}}, "rating, row 3: 40000 is not between 0 and"),
    "fewer than no games": ({"players": {"games_played": [-1, 0, 0, 0]}}, "games_played, row 1: −1 is not between"),
    "an event that ends before it starts": (
        {"events": {"end": ["2024-03-10", "2024-03-07", "2024-03-04"]}},
        "events.parquet: end, row 2: the event ends (2024-03-07) before it starts (2024-03-08)",
    ),
    "a day that is none": (
        {"events": {"start": ["2024-03-01", "2024-02-30", "2024-03-02"]}},
        "events.parquet: start, row 2: “2024-02-30” is not a day",
    ),
    "a day of another time": (
        {"events": {"start": ["1066-10-14", "2024-03-08", "2024-03-02"]}},
        "events.parquet: start, row 1: “1066-10-14” is not a day",
    ),
    "an unknown format": (
        {"events": {"format": ["swiss", "knockout", ""]}},
        "format, row 2: “knockout” is not a known",
    ),
    "an unknown event": ({"games": {"event": [5, 5, 8, 9]}}, "games.parquet: event, row 3: there is no event 8"),
    "an unknown white player": ({"games": {"white": [10, 30, 99, 40]}}, "white, row 3: there is no player 99"),
    "an unknown black player": ({"games": {"black": [21, 40, 30, 10]}}, "black, row 1: there is no player 21"),
    "a player against the same player": (
        {"games": {"black": [20, 40, 20, 40]}},
        "black, row 3: player 20 plays against player 20",
    ),
    "a score of 3": ({"games": {"score": [2, 1, 0, 3]}}, "games.parquet: score, row 4: 3 is not between 0 and 2"),
    "a score below 0": ({"games": {"score": [2, -1, 0, 3]}}, "games.parquet: score, row 2: −1 is not between 0 and 2"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_used_is_named_by_file_column_and_row(name: str, tmp_path: Path) -> None:
    changed, words = BAD[name]
    with pytest.raises(ArpadError) as found:
        read(write(tmp_path, **changed))
    assert words in found.value.text("en")
    assert "\n" not in found.value.text("es")


def test_rows_are_counted_through_all_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_files, "BATCH", 1)
    with pytest.raises(ArpadError, match="score, row 4: 3 is not"):
        read(write(tmp_path, games={"score": [2, 1, 0, 3]}))


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(name: str, tmp_path: Path) -> None:
    (write(tmp_path) / f"{name}.parquet").unlink()
    with pytest.raises(ArpadError, match=rf"{name}\.parquet: there is no such file"):
        read(tmp_path)


@pytest.mark.parametrize("name", FILES)
def test_a_folder_in_place_of_a_file_is_no_file(name: str, tmp_path: Path) -> None:
    (write(tmp_path) / f"{name}.parquet").unlink()
    (tmp_path / f"{name}.parquet").mkdir()
    with pytest.raises(ArpadError, match=rf"{name}\.parquet: there is no such file"):
        read(tmp_path)


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_named(name: str, tmp_path: Path) -> None:
    """Cut short, no Parquet at all, empty, or with a bit turned over in its first page."""
    path = write(tmp_path) / f"{name}.parquet"
    whole = path.read_bytes()
    offset = pq.ParquetFile(path).metadata.row_group(0).column(0).total_compressed_size
    turned = bytearray(whole)
    turned[offset] ^= 0x10
    for damaged in (whole[: len(whole) // 2], b"id;born\n1;1980\n", b"", bytes(turned)):
        path.write_bytes(damaged)
        with pytest.raises(ArpadError, match=rf"{name}\.parquet: cannot be read as Parquet"):
            read(tmp_path)


@law(60)
@given(
    st.lists(st.integers(0, 60) | st.integers(0, (1 << 63) - 1), unique=True, max_size=30),
    st.lists(st.integers(-5, 70) | st.integers(-(1 << 63), (1 << 63) - 1), max_size=30),
)
def test_an_index_finds_every_id_and_no_other(ids: list[int], asked: list[int]) -> None:
    """Close together or far apart: the place of an id is where it stands."""
    wanted = asked + ids
    found = IdIndex.of(np.array(ids, dtype=np.int64)).places(np.array(wanted, dtype=np.int64))
    assert found.tolist() == [ids.index(id_) if id_ in ids else UNKNOWN for id_ in wanted]


def test_an_index_takes_the_widest_numbers() -> None:
    asked = np.array([3, (1 << 64) - 1, 4], dtype=np.uint64)
    assert IdIndex.of(np.array([4, 3])).places(asked).tolist() == [1, UNKNOWN, 0]
    assert IdIndex.of(np.array([4, 3, 1 << 40])).places(asked).tolist() == [1, UNKNOWN, 0]
