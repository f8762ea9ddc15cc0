"""The fields of a thing are declared once: its JSON, its CSV file and its table for people come from them."""

import datetime as dt
from typing import NamedTuple

from arpad.documents.fields import ShownField, ShownFields


class Round(NamedTuple):
    number: int
    day: dt.date | None
    state: str
    done: bool
    games: dict[str, int]


ROUND = ShownFields[Round](
    ShownField("round", lambda version: version.number, heading="player-rank"),
    ShownField("day"),
    ShownField("state", words="event-state."),
    ShownField("done"),
    ShownField("games", lambda player: dict(player.games), cell=lambda player: sum(player.games.values())),
)
FIRST = Round(1, dt.date(2024, 5, 17), "rated", True, {"white": 2, "black": 1})
SECOND = Round(2, None, "never-heard-of", False, {})


def test_json_has_every_field_under_its_name() -> None:
    assert ROUND.document(FIRST) == {
        "round": 1, "day": dt.date(2024, 5, 17), "state": "rated", "done": True, "games": {"white": 2, "black": 1},
    }  # fmt: skip
    assert ROUND.document(FIRST, ("round", "done")) == {"round": 1, "done": True}


def test_csv_has_the_same_fields_in_cells() -> None:
    assert ROUND.table([FIRST, SECOND]) == (
        ["round", "day", "state", "done", "games"],
        [[1, dt.date(2024, 5, 17), "rated", True, 3], [2, None, "never-heard-of", False, 0]],
    )
    assert ROUND.table([SECOND], ("games", "round")) == (["games", "round"], [[0, 2]])


def test_people_get_words() -> None:
    names = ("round", "day", "state", "done", "games")
    assert ROUND.in_words([FIRST, SECOND], names, "es") == (
        ["player-rank", "day", "state", "done", "games"],
        [["1", "2024-05-17", "valorado", "sí", "3"], ["2", "", "never-heard-of", "no", "0"]],
    )
