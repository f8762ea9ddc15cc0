"""The reader has three ways through a file: all at a stroke, line by line at a stroke, and with care. They agree."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arpad.reports import Report, read_report, trf_players

SAMPLES = sorted((Path(__file__).parent / "data" / "reports").glob("*.t*"))
EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.trf"))


def never(*_: Any) -> None:
    """A way that is closed."""


def ways(data: bytes, monkeypatch: pytest.MonkeyPatch) -> list[Report]:
    """The same bytes read in each of the three ways."""
    found = [read_report(data)]
    monkeypatch.setattr(trf_players, "_read_all_clean", never)
    found.append(read_report(data))
    monkeypatch.setattr(trf_players, "_read_clean", never)
    found.append(read_report(data))
    monkeypatch.undo()
    return found


def agree(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    quick, by_line, careful = ways(data, monkeypatch)
    assert quick.event == by_line.event == careful.event
    assert quick.findings == by_line.findings == careful.findings


@pytest.mark.parametrize("path", [*EXAMPLES, *SAMPLES], ids=lambda path: path.name)
def test_the_ways_agree_on_real_files(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agree(path.read_bytes(), monkeypatch)


def test_a_clean_file_is_read_at_a_stroke(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example has no oddity, so nothing of it is read with care: a reader that needs care would fail here."""

    def refuse(*_: Any) -> None:
        raise AssertionError("read with care")

    monkeypatch.setattr(trf_players, "_read_clean", refuse)
    monkeypatch.setattr(trf_players, "_read_with_care", refuse)
    assert len(read_report(EXAMPLES[0].read_bytes()).event.players) == 24


def _flip(chance: random.Random, line: bytearray) -> None:
    at = chance.randrange(4, len(line))
    line[at] = chance.choice(b" 0123456789wbWB-+=HFUZhfuzDLxM.,/'")


def _cut(chance: random.Random, line: bytearray) -> None:
    del line[chance.randrange(60, len(line)) :]


def _blank(chance: random.Random, line: bytearray) -> None:
    at = chance.randrange(90, len(line))
    line[at : at + 10] = b" " * len(line[at : at + 10])


MUTATIONS: tuple[Callable[[random.Random, bytearray], None], ...] = (_flip, _flip, _flip, _cut, _blank)


@pytest.mark.parametrize("seed", range(300))
def test_the_ways_agree_on_spoiled_files(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One to three characters, ends or rounds of player lines spoiled: the same event and the same findings."""
    chance = random.Random(seed)
    lines = [bytearray(line) for line in EXAMPLES[0].read_bytes().split(b"\r\n")]
    places = [at for at, line in enumerate(lines) if line.startswith(b"001")]
    for _ in range(chance.randrange(1, 4)):
        chance.choice(MUTATIONS)(chance, lines[chance.choice(places)])
    agree(b"\r\n".join(lines), monkeypatch)
